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
 * Parses a basic regular expression (POSIX XBD 9.3) with GNU's `\+ \? \|`. Throws `PatternFault`.
 *
 * `*` is ordinary at the start of an expression and after its `^`; `^` and `$` are anchors only at the ends.
 */
export function parseBre(text: string, flags: PatternFlags = {}): ParsedPattern {
  return parsePosix(text, { readToken }, flags);
}

function readToken(text: string, index: number, context: PosixContext): PosixTokenAt {
  const character = text[index];
  if (character === '\\') return readEscape(text, index, context);
  if (character === '*' && !context.isAfterAnchor) {
    return { token: { kind: 'repeat', min: 0, max: Number.POSITIVE_INFINITY, text: '*' }, end: index + 1 };
  }
  if (character === '^' && context.isFirst) return { token: { kind: 'anchor', at: 'start' }, end: index + 1 };
  if (character === '$' && isAtEnd(text, index + 1)) return { token: { kind: 'anchor', at: 'end' }, end: index + 1 };
  return readPlain(text, index);
}

function isAtEnd(text: string, index: number): boolean {
  return index === text.length || text.startsWith('\\)', index) || text.startsWith('\\|', index);
}

function readEscape(text: string, index: number, context: PosixContext): PosixTokenAt {
  const end = index + 2;
  switch (text[index + 1]) {
    case '(':
      return { token: { kind: 'open' }, end };
    case ')':
      if (context.depth === 0) throw new PatternFault('Unmatched ) or \\)');
      return { token: { kind: 'close' }, end };
    case '|':
      return { token: { kind: 'alternate' }, end };
    case '+':
      return repeatOrLiteral('+', 1, Number.POSITIVE_INFINITY, end, context);
    case '?':
      return repeatOrLiteral('?', 0, 1, end, context);
    case '{':
      return readBraces(text, end, context);
    default:
      return readSharedEscape(text, index);
  }
}

function repeatOrLiteral(
  character: string,
  min: number,
  max: number,
  end: number,
  { isFirst }: PosixContext,
): PosixTokenAt {
  if (isFirst) return { token: { kind: 'literal', character }, end };
  return { token: { kind: 'repeat', min, max, text: character }, end };
}

function readBraces(text: string, index: number, { isFirst }: PosixContext): PosixTokenAt {
  const interval = readInterval(text, index, '\\}');
  if (isFirst) throw new PatternFault('Invalid preceding regular expression');
  if (!interval) {
    throw new PatternFault(text.includes('\\}', index) ? 'Invalid content of \\{\\}' : 'Unmatched \\{');
  }
  const { min, max, end } = interval;
  if (max < min) throw new PatternFault('Invalid content of \\{\\}');
  return { token: { kind: 'repeat', min, max, text: '\\{' }, end };
}
