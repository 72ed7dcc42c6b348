/** A word of the shell language, ready to be expanded. Quotes are gone; each part knows whether it was quoted. */
export interface Word {
  readonly parts: readonly WordPart[];
  /** The value, when it needs no expansion, splitting or globbing at all. */
  readonly constant: string | undefined;
  /** The text, when every part is literal, for places where nothing is split or globbed. */
  readonly literal: string | undefined;
}

export type WordPart = LiteralPart | TildePart | ParameterPart | CommandPart | ArithmeticPart | ProcessPart;

export interface LiteralPart {
  readonly kind: 'literal';
  readonly text: string;
  /** Quoted text is never split and never a pattern. An empty quoted part makes an empty field exist. */
  readonly isQuoted: boolean;
}

/** `~`, `~user`, `~+` or `~-`: the text between the tilde and the next slash. */
export interface TildePart {
  readonly kind: 'tilde';
  readonly user: string;
}

export interface ParameterPart {
  readonly kind: 'parameter';
  readonly expansion: ParameterExpansion;
  readonly isQuoted: boolean;
}

/** `$(…)` or backticks: the script's text. */
export interface CommandPart {
  readonly kind: 'command';
  readonly script: NestedScript;
  readonly isQuoted: boolean;
}

/** `$((…))`: a word that gives the expression's text. */
export interface ArithmeticPart {
  readonly kind: 'arithmetic';
  readonly expression: Word;
  readonly isQuoted: boolean;
}

/** `<(…)` or `>(…)`. */
export interface ProcessPart {
  readonly kind: 'process';
  readonly direction: 'read' | 'write';
  readonly script: NestedScript;
}

/** A script inside a word; `offset` is where it begins in the word's text. */
export interface NestedScript {
  readonly text: string;
  readonly offset: number;
}

/** What stands in `a[…]`. */
export type Subscript =
  | { readonly kind: 'all'; readonly joiner: '@' | '*' }
  | { readonly kind: 'element'; readonly word: Word; readonly text: string };

/** The inside of `${…}`, or `$name`. */
export interface ParameterExpansion {
  /** A name, a number, or one of `@ * # ? - $ !`. */
  readonly name: string;
  readonly subscript: Subscript | undefined;
  /** `${#name}`. */
  readonly isLength: boolean;
  /** `${!name}`. */
  readonly isIndirect: boolean;
  readonly operation: ParameterOperation | undefined;
  /** As written, for messages. */
  readonly text: string;
}

export type ParameterOperation =
  | {
      readonly kind: 'default';
      readonly action: 'use' | 'assign' | 'alternative' | 'error';
      /** With a colon an empty value counts as unset. */
      readonly emptyCounts: boolean;
      readonly operand: Word;
    }
  | { readonly kind: 'slice'; readonly offset: Word; readonly length: Word | undefined }
  | { readonly kind: 'remove'; readonly from: 'start' | 'end'; readonly isLongest: boolean; readonly pattern: Word }
  | {
      readonly kind: 'replace';
      readonly where: 'first' | 'all' | 'start' | 'end';
      readonly pattern: Word;
      readonly replacement: Word;
    }
  | {
      readonly kind: 'case';
      readonly change: 'upper' | 'lower' | 'toggle';
      readonly all: boolean;
      readonly pattern: Word | undefined;
    }
  | { readonly kind: 'transform'; readonly operator: string }
  /** `${!prefix*}` and `${!prefix@}`. */
  | { readonly kind: 'names'; readonly joiner: '@' | '*' }
  /** `${…}` that bash calls a bad substitution, found when it is expanded. */
  | { readonly kind: 'bad' };

/** Makes a word of its parts. */
export function createWord(parts: readonly WordPart[]): Word {
  const literal = literalOf(parts);
  return { parts, literal, constant: literal === undefined || mayBePattern(parts) ? undefined : literal };
}

function literalOf(parts: readonly WordPart[]): string | undefined {
  let text = '';
  for (const part of parts) {
    if (part.kind !== 'literal') return undefined;
    text += part.text;
  }
  return parts.length === 0 ? undefined : text;
}

const PATTERN = /[*?\\]|\[.*\]|[+@!]\(/s;

function mayBePattern(parts: readonly WordPart[]): boolean {
  let unquoted = '';
  for (const part of parts) if (part.kind === 'literal' && !part.isQuoted) unquoted += part.text;
  return PATTERN.test(unquoted);
}
