import type { ShellState } from '../session-state.ts';

/** What a command line would do, as far as its text and the session's state tell. Plain data. */
export interface CommandAnalysis {
  /** Every simple command that can run, in the order of the text; what a wrapper runs follows the wrapper. */
  readonly parts: readonly CommandPart[];
  /** Everything is understood: nothing runs, and no file is redirected, that the parts do not show. */
  readonly isUnderstood: boolean;
  /** Why the text as a whole is not understood. */
  readonly problems: readonly AnalysisProblem[];
}

/** One simple command. */
export interface CommandPart {
  /** As it stands in its script. */
  readonly text: string;
  /** The name and the arguments, quotes removed, as far as they are fixed. */
  readonly words: readonly AnalyzedWord[];
  /** What the name leads to; `undefined` for assignments and redirections without a command. */
  readonly command: CommandTarget | undefined;
  /** `NAME=value` before the command, or alone. */
  readonly assignments: readonly AnalyzedAssignment[];
  readonly redirections: readonly AnalyzedRedirection[];
  /** How it comes to run. */
  readonly origin: PartOrigin;
  /** Index of the part that it belongs to: the wrapper that runs it, or the command with the substitution. */
  readonly parent: number | undefined;
  /** More arguments come from input, as with `xargs`. */
  readonly getsMoreArguments: boolean;
  /** The directory may be another one when it runs: a relative path may not mean what it seems. */
  readonly isElsewhere: boolean;
  readonly isUnderstood: boolean;
  readonly problems: readonly AnalysisProblem[];
}

/** How a part comes to run. */
export type PartOrigin =
  | 'line'
  /** `$(…)` or backticks. */
  | 'substitution'
  /** `<(…)` or `>(…)`. */
  | 'process-substitution'
  /** An argument of a command that runs commands: `timeout 5 PART`, `find -exec PART ;`. */
  | 'wrapped'
  /** A text that is run: `bash -c 'PART'`, `eval`, `trap`, a here-document for a shell. */
  | 'script'
  /** The body of a function that the text defines. */
  | 'function';

/** A word of a command. */
export interface AnalyzedWord {
  /** As it stands, with its quotes. */
  readonly text: string;
  /** Its value when it is fixed and is exactly one word; else it depends on what is there when it runs. */
  readonly value: string | undefined;
  /** No quotes, backslashes or expansions: the text is the value. */
  readonly isBare: boolean;
  /** Names of files take its place when they match: they may begin with `-`. */
  readonly isPattern: boolean;
  /** It stays one word whatever it expands to: nothing in it is split. */
  readonly isSingle: boolean;
  /** Text with which every word that it becomes begins; empty when that is not known. */
  readonly start: string;
}

/** An assignment. */
export interface AnalyzedAssignment {
  readonly name: string;
  /** The value when it is fixed; `undefined` also for arrays and elements. */
  readonly value: string | undefined;
}

/** A redirection of a command or of a compound command around it. */
export interface AnalyzedRedirection {
  readonly operator: string;
  /** What it does to the file; `none` when it opens no file (`2>&1`, here-documents, `/dev/null`). */
  readonly effect: 'read' | 'write' | 'none';
  /** The file's path as written, relative to the directory at that time; `undefined` when it is not fixed. */
  readonly path: string | undefined;
  /** As it stands. */
  readonly text: string;
  /** What a here-document or here-string gives, where it is fixed. */
  readonly content?: string;
}

/** What a command's name leads to in the session's state. */
export interface CommandTarget {
  /** The last name of the path. */
  readonly name: string;
  /** `unknown`: no builtin, no known program, or the name is not fixed. `function`: one that the text itself defines. */
  readonly kind: 'builtin' | 'program' | 'function' | 'unknown';
}

/** Why something is not understood. */
export interface AnalysisProblem {
  readonly kind: ProblemKind;
  /** For people: what, and why it matters. */
  readonly message: string;
  /** It comes from what the session has become, not from the command line. */
  readonly isOfSession?: true;
  /** Index of the part's word that names a file which is run: whoever permits that word, in that place, permits the file. */
  readonly named?: number;
}

/** The kinds of things that are not understood. */
export type ProblemKind =
  | 'syntax'
  | 'too-long'
  | 'too-deep'
  | 'too-many-parts'
  | 'computed-command'
  | 'unknown-command'
  | 'function'
  | 'alias'
  | 'environment'
  | 'path'
  | 'computed-target'
  | 'computed-script'
  | 'script-file'
  | 'script-input'
  | 'wrapper-options'
  | 'evaluates-text'
  | 'changes-commands';

/** What an analysis needs to know of the session and its machine. */
export interface AnalysisState {
  /** The session's state before the command. */
  readonly state: Pick<ShellState, 'environment' | 'functions' | 'aliases' | 'shellOptions'>;
  /** Environment of a new session: variables that still have these values are harmless. */
  readonly initialEnvironment: ReadonlyMap<string, string>;
  /** Programs on the machine's own PATH, by name. */
  readonly programs: ReadonlySet<string>;
  /** The directories of the machine's own programs. */
  readonly programDirectories: readonly string[];
}
