import type { CommandReading } from './command-reading.ts';

/**
 * Takes command lines apart for the permission gate. The shell package implements it; the shapes here are its contract,
 * all of them plain data.
 */
export type CommandAnalyzer = (command: string) => CommandAnalysis;

/** What a command line would do, as far as its text and the session's state tell. */
export interface CommandAnalysis {
  /** Every simple command that can run; what a wrapper runs follows the wrapper. */
  readonly parts: readonly AnalyzedPart[];
  /** Nothing runs, and no file is redirected, that the parts do not show. */
  readonly isUnderstood: boolean;
  readonly problems: readonly AnalysisProblem[];
}

/** One simple command. */
export interface AnalyzedPart {
  readonly text: string;
  readonly words: readonly AnalyzedWord[];
  readonly command:
    | { readonly name: string; readonly kind: 'builtin' | 'program' | 'function' | 'unknown' }
    | undefined;
  readonly assignments: readonly { readonly name: string; readonly value: string | undefined }[];
  readonly redirections: readonly AnalyzedRedirection[];
  /** Index of the part it belongs to. */
  readonly parent: number | undefined;
  readonly origin: string;
  readonly getsMoreArguments: boolean;
  /** The directory may be another one when it runs: a relative path may not mean what it seems. */
  readonly isElsewhere: boolean;
  readonly isUnderstood: boolean;
  readonly problems: readonly AnalysisProblem[];
  /** What it does, by the table of its command. */
  readonly reading?: CommandReading;
}

/** A word, with its value when that is fixed. */
export interface AnalyzedWord {
  readonly text: string;
  readonly value: string | undefined;
  readonly isBare: boolean;
  readonly isPattern: boolean;
  readonly isSingle: boolean;
  /** Text with which every word that it becomes begins; empty when that is not known. */
  readonly start: string;
}

/** What a redirection does to a file. */
export interface AnalyzedRedirection {
  readonly operator: string;
  readonly effect: 'read' | 'write' | 'none';
  readonly path: string | undefined;
  readonly text: string;
  /** What a here-document or here-string gives, where it is fixed. */
  readonly content?: string;
}

/** Why something is not understood. */
export interface AnalysisProblem {
  readonly kind: string;
  readonly message: string;
  /** It comes from what the session has become, not from the command line. */
  readonly isOfSession?: true;
  /** Index of the part's word that names a file which is run: a rule that has that word is about the file. */
  readonly named?: number;
}
