import type { CharacterSet } from '../characters/character-set.ts';

/** Places in a text that a pattern asks for without taking a character. */
export type AssertionKind =
  | 'text-start'
  | 'text-end'
  /** The end, or before a newline that ends the text (Perl's `$` and `\Z`). */
  | 'text-end-or-last-newline'
  | 'line-start'
  | 'line-end'
  | 'word-start'
  | 'word-end'
  | 'word-boundary'
  | 'not-word-boundary'
  | 'not-after-word'
  | 'not-before-word'
  /** Where the search began (Perl's `\G`). */
  | 'search-start'
  | 'never';

/** How a repeat chooses between going on and stopping. */
export type RepeatMode = 'greedy' | 'lazy' | 'possessive';

/**
 * A regular expression of any dialect. Case is settled: sets and back-references carry it; names of groups are numbers.
 */
export type PatternNode =
  | { readonly kind: 'empty' }
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'alternation'; readonly options: readonly PatternNode[] }
  | {
      readonly kind: 'repeat';
      readonly item: PatternNode;
      readonly min: number;
      /** `Infinity` for no limit. */
      readonly max: number;
      readonly mode: RepeatMode;
    }
  | { readonly kind: 'group'; readonly item: PatternNode; readonly index: number }
  | { readonly kind: 'assertion'; readonly assertion: AssertionKind; readonly word: CharacterSet }
  | { readonly kind: 'backreference'; readonly group: number; readonly ignoreCase: boolean }
  | {
      readonly kind: 'look';
      readonly direction: 'ahead' | 'behind';
      readonly negated: boolean;
      readonly item: PatternNode;
    }
  | { readonly kind: 'atomic'; readonly item: PatternNode }
  | {
      readonly kind: 'condition';
      readonly group: number;
      readonly whenSet: PatternNode;
      readonly otherwise: PatternNode;
    }
  /** The match that is reported begins here (Perl's `\K`). */
  | { readonly kind: 'keep' };

/** A pattern as parsed. */
export interface ParsedPattern {
  readonly tree: PatternNode;
  /** Capturing groups, the whole match not counted. */
  readonly groupCount: number;
  readonly groupNames: ReadonlyMap<string, number>;
  /** What GNU tools say about it on standard error without refusing it. */
  readonly warnings: readonly string[];
}

/** How a pattern is read. */
export interface PatternFlags {
  readonly ignoreCase?: boolean;
  /** `^` and `$` match at every line of the text, not only at its ends. */
  readonly anchorsAtLines?: boolean;
  /** `.` and negated brackets do not match a newline. Always so for `.` in PCRE without `(?s)`. */
  readonly dotExcludesNewline?: boolean;
  /** PCRE's extended syntax (`x`): spaces and comments are skipped. */
  readonly isExtended?: boolean;
}

/** A fault in a pattern, in the words of the GNU tools. Thrown by the parsers, caught by `parsePattern`. */
export class PatternFault extends Error {
  override readonly name = 'PatternFault';
  readonly code = 'invalid_pattern';
}

/** Returns a sequence of `items`, or the only one of them. */
export function sequenceOf(items: readonly PatternNode[]): PatternNode {
  const [first] = items;
  if (first === undefined) return { kind: 'empty' };
  return items.length === 1 ? first : { kind: 'sequence', items };
}

/** Returns an alternation of `options`, or the only one of them. */
export function alternationOf(options: readonly PatternNode[]): PatternNode {
  const [first] = options;
  if (first === undefined) return { kind: 'empty' };
  return options.length === 1 ? first : { kind: 'alternation', options };
}

/** Returns the nodes directly inside `node`. */
export function childrenOf(node: PatternNode): readonly PatternNode[] {
  switch (node.kind) {
    case 'sequence':
      return node.items;
    case 'alternation':
      return node.options;
    case 'repeat':
    case 'group':
    case 'look':
    case 'atomic':
      return [node.item];
    case 'condition':
      return [node.whenSet, node.otherwise];
    case 'empty':
    case 'set':
    case 'assertion':
    case 'backreference':
    case 'keep':
      return [];
  }
}

/** Returns whether `node` or anything inside it satisfies `test`. */
export function someNode(node: PatternNode, test: (node: PatternNode) => boolean): boolean {
  return test(node) || childrenOf(node).some((child) => someNode(child, test));
}
