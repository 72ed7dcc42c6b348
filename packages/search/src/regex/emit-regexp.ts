import type { CharacterSet } from '../characters/character-set.ts';
import { type AssertionKind, type PatternNode, someNode } from './pattern-tree.ts';

/** What texts a RegExp is for: only ASCII ones, where it is faster, or all. */
export type TextKind = 'ascii' | 'any';

/** A way to write the parts of a RegExp that depend on its texts. */
interface Rendering {
  readonly set: (set: CharacterSet) => string;
  readonly keepsGroups: boolean;
}

/**
 * Returns a RegExp that matches as `tree` does by Perl's rules, or `undefined` when JavaScript has no words for it:
 * atomic parts, `\K`, conditions, back-references (which forget differently), parts of different case folding.
 */
export function emitRegExp(
  tree: PatternNode,
  options: { readonly texts: TextKind; readonly keepsGroups: boolean },
): RegExp | undefined {
  if (someNode(tree, isBeyondRegExp)) return undefined;
  const { keepsGroups } = options;
  const flags = keepsGroups ? 'gd' : 'g';
  if (options.texts === 'ascii') return new RegExp(emit(tree, { set: renderAscii, keepsGroups }), flags);
  const folding = foldingOf(tree);
  if (folding === 'mixed') return undefined;
  const source = emit(tree, { set: ({ source }) => source, keepsGroups });
  return new RegExp(source, folding === 'folded' ? `${flags}iu` : `${flags}u`);
}

function isBeyondRegExp(node: PatternNode): boolean {
  switch (node.kind) {
    case 'atomic':
    case 'keep':
    case 'condition':
    case 'backreference':
      return true;
    case 'repeat':
      return node.mode === 'possessive';
    case 'assertion':
      return node.assertion === 'search-start';
    default:
      return false;
  }
}

function emit(node: PatternNode, rendering: Rendering): string {
  switch (node.kind) {
    case 'empty':
      return '';
    case 'set':
      return rendering.set(node.set);
    case 'sequence':
      return node.items.map((item) => emitItem(item, rendering)).join('');
    case 'alternation':
      return node.options.map((option) => emit(option, rendering)).join('|');
    case 'repeat':
      return `${emitAtom(node.item, rendering)}${quantifier(node.min, node.max)}${node.mode === 'lazy' ? '?' : ''}`;
    case 'group':
      return `${rendering.keepsGroups ? '(' : '(?:'}${emit(node.item, rendering)})`;
    case 'assertion':
      return emitAssertion(node.assertion, rendering.set(node.word));
    case 'look':
      return `(?${node.direction === 'behind' ? '<' : ''}${node.negated ? '!' : '='}${emit(node.item, rendering)})`;
    case 'backreference':
    case 'atomic':
    case 'condition':
    case 'keep':
      throw new Error(`no RegExp for ${node.kind}`);
  }
}

function emitItem(node: PatternNode, rendering: Rendering): string {
  return node.kind === 'alternation' ? `(?:${emit(node, rendering)})` : emit(node, rendering);
}

function emitAtom(node: PatternNode, rendering: Rendering): string {
  const isAtom = node.kind === 'set' || node.kind === 'group';
  return isAtom ? emit(node, rendering) : `(?:${emit(node, rendering)})`;
}

function quantifier(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`;
  if (min === 0 && max === 1) return '?';
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

function emitAssertion(assertion: AssertionKind, word: string): string {
  const templates: Readonly<Record<AssertionKind, string>> = {
    'text-start': '^',
    'text-end': '$',
    'text-end-or-last-newline': '(?=\\n?$)',
    'line-start': '(?<![^\\n])',
    'line-end': '(?![^\\n])',
    'word-start': `(?<!${word})(?=${word})`,
    'word-end': `(?<=${word})(?!${word})`,
    'word-boundary': `(?:(?<!${word})(?=${word})|(?<=${word})(?!${word}))`,
    'not-word-boundary': `(?:(?<!${word})(?!${word})|(?<=${word})(?=${word}))`,
    'not-after-word': `(?<!${word})`,
    'not-before-word': `(?!${word})`,
    'search-start': '',
    never: '(?!)',
  };
  return templates[assertion];
}

/** Writes the ASCII part of a set, both cases of it included, for a RegExp without flags. */
function renderAscii(set: CharacterSet): string {
  let items = '';
  let start = -1;
  for (let codePoint = 0; codePoint <= 128; codePoint++) {
    const isIn = codePoint < 128 && set.has(codePoint);
    if (isIn && start < 0) start = codePoint;
    if (isIn || start < 0) continue;
    items += start === codePoint - 1 ? hexadecimal(start) : `${hexadecimal(start)}-${hexadecimal(codePoint - 1)}`;
    start = -1;
  }
  if (items === '') return '(?!)';
  return items.length === HEXADECIMAL_LENGTH ? items : `[${items}]`;
}

const HEXADECIMAL_LENGTH = 4;

function hexadecimal(codePoint: number): string {
  return `\\x${codePoint.toString(16).padStart(2, '0')}`;
}

function foldingOf(tree: PatternNode): 'plain' | 'folded' | 'mixed' {
  const isFolded = someNode(tree, (node) => node.kind === 'set' && node.set.ignoreCase);
  const isPlain = someNode(tree, (node) => node.kind === 'set' && !node.set.ignoreCase && hasCase(node.set));
  if (isFolded) return isPlain ? 'mixed' : 'folded';
  return 'plain';
}

/** Returns whether folding the case of the set would change it. */
function hasCase(set: CharacterSet): boolean {
  if (set.literal !== undefined) return set.literal.toLowerCase() !== set.literal.toUpperCase();
  for (let codePoint = 0x41; codePoint <= 0x5a; codePoint++) {
    if (set.has(codePoint) !== set.has(codePoint + 0x20)) return true;
  }
  return false;
}
