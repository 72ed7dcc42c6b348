import type { Pattern } from '@cloche/search';

/** What selects lines. */
export type Address =
  | { readonly kind: 'line'; readonly number: number }
  /** Every `step`th line from `first` on. */
  | { readonly kind: 'step'; readonly first: number; readonly step: number }
  | { readonly kind: 'last' }
  /** Without a pattern the last one used. */
  | { readonly kind: 'pattern'; readonly pattern: Pattern | undefined };

/** Where a range ends. */
export type RangeEnd =
  | Address
  /** So many lines after the first. */
  | { readonly kind: 'count'; readonly count: number }
  /** The next line whose number is a multiple. */
  | { readonly kind: 'multiple'; readonly of: number };

/** Which lines a command applies to. */
export interface Selection {
  readonly start: Address | undefined;
  readonly end: RangeEnd | undefined;
  readonly isNegated: boolean;
}

/** A part of a replacement: text, a group (0 for all), or a change of case for what follows. */
export type ReplacementPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'group'; readonly group: number }
  | { readonly kind: 'case'; readonly letter: 'U' | 'L' | 'u' | 'l' | 'E' };

/** What `s` does. */
export interface Substitution {
  readonly pattern: Pattern | undefined;
  readonly replacement: readonly ReplacementPart[];
  readonly isGlobal: boolean;
  /** The first match that is replaced. */
  readonly occurrence: number;
  readonly prints: boolean;
  readonly file: string | undefined;
}

/** What a command does to the lines it applies to. */
export type Action =
  | { readonly kind: 'block-start'; end: number }
  | { readonly kind: 'block-end' | 'nothing' }
  | { readonly kind: 'substitute'; readonly substitution: Substitution }
  | { readonly kind: 'translate'; readonly map: ReadonlyMap<string, string> }
  | { readonly kind: 'append' | 'insert' | 'change'; readonly text: string }
  | { readonly kind: 'branch' | 'branch-if' | 'branch-unless'; readonly label: string; target: number }
  | { readonly kind: 'read' | 'read-line' | 'write' | 'write-first'; readonly file: string }
  | { readonly kind: 'quit' | 'quit-silently'; readonly status: number }
  /** `e`, which would run commands: refused when it comes to it. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'list'; readonly width: number | undefined }
  | { readonly kind: 'plain'; readonly letter: PlainLetter };

/** Commands that are only a letter. */
export type PlainLetter = 'd' | 'D' | 'g' | 'G' | 'h' | 'H' | 'n' | 'N' | 'p' | 'P' | 'x' | 'z' | '=' | 'F';

/** A command of a script. */
export interface SedCommand {
  readonly selection: Selection;
  readonly action: Action;
}

/** A mistake in a script; `message` has its place. Thrown by the parser, caught by `sed`. */
export class WrongScript extends Error {
  override readonly name = 'WrongScript';
  /** What sed answers. */
  readonly status: number;

  constructor(message: string, status = 1) {
    super(message);
    this.status = status;
  }
}
