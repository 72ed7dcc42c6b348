import type { CommandAnalysis } from './command-analyzer.ts';

/** What a prepared call needs, as rules are asked about it. */
export interface PermissionNeeds {
  readonly tool: string;
  /** The name of the tool that is called, where it counts as `tool`: rules of both names are about it. */
  readonly calledAs?: string;
  /** The name of the tool that passed the call on: its rules can deny it or ask about it, and allow nothing. */
  readonly through?: string;
  /** The command line taken apart, for tools that run one. */
  readonly command?: {
    readonly text: string;
    readonly cwd: string;
    readonly analysis: CommandAnalysis;
    readonly isTyped?: true;
  };
  /** Files by absolute path. */
  readonly paths: readonly PathNeed[];
  readonly network: readonly NetworkNeed[];
  /** It removes what its paths name. */
  readonly deletes?: true;
  /** What the call does was permitted by an earlier one: it asks for nothing unless a rule or a policy says so. */
  readonly isCovered?: boolean;
}

/** A place in the network that is reached. */
export interface NetworkNeed {
  /** Lower case; `*` for any. */
  readonly host: string;
  readonly port: number;
  /** A command's own words name it: what allows the command allows it, unless a rule about the place says otherwise. */
  readonly isImplied?: boolean;
  /** A word that may name it, or something else: it counts only where a rule denies it or asks about it. */
  readonly isPossible?: boolean;
}

/** A file that is read or changed. */
export interface PathNeed {
  readonly access: 'read' | 'write';
  /** `undefined` when it is not known before the call runs. */
  readonly path: string | undefined;
  /** The path as it is asked for, where it has `..`: behind a link that leads elsewhere than its text says. */
  readonly asked?: string;
  /** As people see it. */
  readonly text: string;
  /** What changes it has its own part, whose rule covers it: only denials and questions about the file count. */
  readonly isCovered?: boolean;
  /** Everything below the path is read too. */
  readonly isTree?: boolean;
  /** An absolute pattern of the shell in place of a path: the files that it matches. */
  readonly pattern?: string;
  /** Index of the part of the command line that does it. */
  readonly part?: number;
  /** An argument that may be the name of a file or something else: it counts only where a rule guards that file. */
  readonly isPossible?: boolean;
}
