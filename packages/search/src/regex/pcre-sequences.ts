import { type CharacterSet, createCharacterSet, literalSet } from '../characters/character-set.ts';
import type { PatternNode } from './pattern-tree.ts';

/** Perl's `\R`: a line end of any system, taken whole. */
export const NEWLINE_SEQUENCE: PatternNode = {
  kind: 'atomic',
  item: {
    kind: 'alternation',
    options: [
      { kind: 'sequence', items: [nodeOf(literalSet('\r')), nodeOf(literalSet('\n'))] },
      nodeOf(createCharacterSet('\\n-\\r\\u0085\\u2028\\u2029')),
    ],
  },
};

const ANY = createCharacterSet('', { negated: true });
const EXTENDING = createCharacterSet('\\p{M}\\u200d\\p{Emoji_Modifier}\\ufe0f');
const PICTOGRAPH = createCharacterSet('\\p{Extended_Pictographic}');
const REGIONAL_INDICATOR = createCharacterSet('\\p{Regional_Indicator}');

/** Perl's `\X`: what a reader sees as one character: a base with its marks, joined emoji, a flag, or CR LF. */
export const EXTENDED_GRAPHEME: PatternNode = {
  kind: 'atomic',
  item: {
    kind: 'alternation',
    options: [
      { kind: 'sequence', items: [nodeOf(literalSet('\r')), nodeOf(literalSet('\n'))] },
      { kind: 'sequence', items: [nodeOf(REGIONAL_INDICATOR), nodeOf(REGIONAL_INDICATOR)] },
      {
        kind: 'sequence',
        items: [
          nodeOf(PICTOGRAPH),
          anyNumber(nodeOf(EXTENDING)),
          anyNumber({
            kind: 'sequence',
            items: [nodeOf(literalSet('\u200d')), nodeOf(PICTOGRAPH), anyNumber(nodeOf(EXTENDING))],
          }),
        ],
      },
      { kind: 'sequence', items: [nodeOf(ANY), anyNumber(nodeOf(EXTENDING))] },
    ],
  },
};

/** Reads `\1`, `\g1`, `\g{-1}`, `\g{name}`, `\k<name>`, `\k'name'` or `\k{name}` whose backslash is at `index`. */
export function readReference(
  text: string,
  index: number,
  groupsSoFar: number,
): { readonly target: number | string; readonly end: number } | undefined {
  const [whole, digits, relative, bare, braced, ...names] =
    /^\\(?:([1-9]\d*)|g(?:(-\d+)|(\d+)|\{([-+]?\w+)\})|k(?:<(\w+)>|'(\w+)'|\{(\w+)\}))/.exec(
      text.slice(index, index + 300),
    ) ?? [];
  if (whole === undefined) return undefined;
  const written = digits ?? relative ?? bare ?? braced ?? names.find((name) => name !== undefined) ?? '';
  const end = index + whole.length;
  if (/^-\d+$/.test(written)) return { target: groupsSoFar + 1 + Number(written), end };
  return { target: /^\+?\d+$/.test(written) ? Number(written) : written, end };
}

function nodeOf(set: CharacterSet): PatternNode {
  return { kind: 'set', set };
}

function anyNumber(item: PatternNode): PatternNode {
  return { kind: 'repeat', item, min: 0, max: Number.POSITIVE_INFINITY, mode: 'greedy' };
}
