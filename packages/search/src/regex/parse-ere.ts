import { type ParsedPattern, PatternFault, type PatternFlags } from './pattern-tree.ts';
import {
  type PosixContext,
  type PosixTokenAt,
  parsePosix,
  readInterval,
  readPlain,
  readSharedEscape,
} from './posix-parser.ts';

/**
 * Parses an extended regular expression (POSIX XBD 9.4) with GNU's escapes and back-references. Throws `PatternFault`.
 *
 * Anchors are anchors everywhere; a `{` that begins no interval and a `)` without its `(` stand for themselves; a repeat
 * at the start of an expression repeats nothing, with a warning.
 */
export function parseEre(text: string, flags: PatternFlags = {}): ParsedPattern {
  return parsePosix(text, { readToken }, flags);
}

const SIMPLE_REPEATS: ReadonlyMap<string, readonly [min: number, max: number]> = new Map([
  ['*', [0, Number.POSITIVE_INFINITY]],
  ['+', [1, Number.POSITIVE_INFINITY]],
  ['?', [0, 1]],
]);

function readToken(text: string, index: number, context: PosixContext): PosixTokenAt {
  const character = text[index] ?? '';
  const end = index + 1;
  const repeat = SIMPLE_REPEATS.get(character);
  if (repeat) return { token: { kind: 'repeat', min: repeat[0], max: repeat[1], text: character }, end };
  switch (character) {
    case '\\':
      return readSharedEscape(text, index);
    case '(':
      return { token: { kind: 'open' }, end };
    case ')':
      return { token: context.depth > 0 ? { kind: 'close' } : { kind: 'literal', character }, end };
    case '|':
      return { token: { kind: 'alternate' }, end };
    case '^':
      return { token: { kind: 'anchor', at: 'start' }, end };
    case '$':
      return { token: { kind: 'anchor', at: 'end' }, end };
    case '{':
      return readBraces(text, index);
    default:
      return readPlain(text, index);
  }
}

function readBraces(text: string, index: number): PosixTokenAt {
  const interval = readInterval(text, index + 1, '}');
  if (!interval) return { token: { kind: 'literal', character: '{' }, end: index + 1 };
  const { min, max, end } = interval;
  if (max < min) throw new PatternFault('Invalid content of \\{\\}');
  return { token: { kind: 'repeat', min, max, text: '{' }, end };
}
