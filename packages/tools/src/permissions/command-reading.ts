import type { AnalyzedPart, AnalyzedWord } from './command-analyzer.ts';

/** What a simple command does, by the table of its name. */
export interface CommandReading {
  /** The name and what follows, options before a subcommand left out. */
  readonly words: readonly AnalyzedWord[];
  /** Why a rule for the command's name does not cover this use; none for plain use. */
  readonly doubts: readonly Doubt[];
  readonly files: readonly FileUse[];
  /** The words of commands that its arguments have it run; `undefined` for one that is not known. */
  readonly runs: readonly (readonly string[] | undefined)[];
  /** No argument makes it change, run or load anything. */
  readonly onlyReads: boolean;
  /** It destroys, or overwrites, what nothing brings back. */
  readonly isDestructive: boolean;
  readonly deletes: boolean;
  readonly usesNetwork: boolean;
  /** It may destroy what another machine has. */
  readonly destroysAfar: boolean;
  /** It may use the network: nothing is known of it, or it runs what it finds. */
  readonly mayConnect: boolean;
  /** A file that it is given may hold more addresses. */
  readonly listsAddresses: boolean;
  /** Later names may lead elsewhere than they do now. */
  readonly makesLinks: boolean;
  /** Changes nothing outside the shell; needs no rule beside commands that have one. */
  readonly isNeutral: boolean;
  /** It is a wrapper: what it runs is a part of its own, and decides. */
  readonly isTransparent: boolean;
  /** A wrapper that does nothing by itself. */
  readonly isNeutralAlone: boolean;
  /** Nothing is known of it: its arguments may be a command that it runs. */
  readonly mayRunArguments: boolean;
  /** What a rule names first may stand anywhere among its operands. */
  readonly isUnordered: boolean;
  /** The addresses that it connects to, by its arguments; `undefined` for one that is not fixed. */
  readonly targets: readonly (string | undefined)[];
  /** What it runs runs in another directory. */
  readonly movesDirectory: boolean;
  /** What its name means is found in the directory: scripts, settings, tasks. */
  readonly isLocal: boolean;
  /** The directory may be none of the workspace's own. */
  readonly isAway: boolean;
}

/** Why a use of a command may be more than its name says. */
export interface Doubt {
  readonly reason: string;
  /** Index among the part's words of the option that is the reason: a rule that names the option too is about just that. */
  readonly option?: number;
  /** It is about the code that an interpreter runs, and so is a rule for the interpreter's name alone. */
  readonly isOfName?: true;
  /** A path, relative to the directory: it is settled where this is the workspace's own. */
  readonly place?: string;
  /** It is that files are written, all of which are known: a rule about them settles it. */
  readonly writes?: true;
}

/** A file that a command reads or changes. */
export interface FileUse {
  readonly access: 'read' | 'write';
  /** As written, relative to the command's directory; `undefined` when it is not known. */
  readonly path: string | undefined;
  /** A pattern of the shell in place of a path. */
  readonly pattern?: string;
  readonly text: string;
  /** Everything below it too. */
  readonly isTree: boolean;
  /** It may be the name of a file, or something else. */
  readonly isPossible: boolean;
}

const UNKNOWN_FILE = { path: undefined, isTree: true, isPossible: true } as const;

/**
 * Returns what is known of a part. One that nobody has read by its command's table (`readCommands`) is in plain use never, and
 * may read and change any file.
 */
export function readingOf(part: AnalyzedPart): CommandReading {
  return (
    part.reading ?? {
      words: part.words,
      doubts: [{ reason: 'what its arguments do is not known' }],
      files: [
        { access: 'read', text: part.text, ...UNKNOWN_FILE },
        { access: 'write', text: part.text, ...UNKNOWN_FILE },
      ],
      runs: [undefined],
      onlyReads: false,
      isDestructive: true,
      deletes: false,
      usesNetwork: false,
      destroysAfar: false,
      mayConnect: true,
      listsAddresses: true,
      makesLinks: true,
      isNeutral: false,
      isTransparent: false,
      isNeutralAlone: false,
      mayRunArguments: true,
      isUnordered: true,
      targets: [undefined],
      movesDirectory: true,
      isLocal: true,
      isAway: true,
    }
  );
}
