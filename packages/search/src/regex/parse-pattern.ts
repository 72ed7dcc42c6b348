import { literalSet } from '../characters/character-set.ts';
import { parseBre } from './parse-bre.ts';
import { parseEre } from './parse-ere.ts';
import { parsePcre } from './parse-pcre.ts';
import { type ParsedPattern, type PatternFlags, type PatternNode, sequenceOf } from './pattern-tree.ts';

/** How a pattern is written: plain text, POSIX basic or extended, or Perl-compatible. */
export type PatternDialect = 'fixed' | 'bre' | 'ere' | 'pcre';

/** A pattern, or what is wrong with it in the words of the GNU tools. */
export type ParseResult =
  | { readonly kind: 'pattern'; readonly pattern: ParsedPattern }
  | { readonly kind: 'invalid'; readonly message: string };

const PARSERS: Readonly<Record<PatternDialect, (text: string, flags: PatternFlags) => ParsedPattern>> = {
  fixed: parseFixed,
  bre: parseBre,
  ere: parseEre,
  pcre: parsePcre,
};

/** Parses `text`, which may be any text. */
export function parsePattern(text: string, dialect: PatternDialect, flags: PatternFlags = {}): ParseResult {
  try {
    return { kind: 'pattern', pattern: PARSERS[dialect](text, flags) };
  } catch (error) {
    if (!isPatternFault(error)) throw error;
    return { kind: 'invalid', message: error.message };
  }
}

/** Returns whether `error` says that a pattern is invalid. */
export function isPatternFault(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'invalid_pattern';
}

function parseFixed(text: string, { ignoreCase = false }: PatternFlags): ParsedPattern {
  const items: PatternNode[] = Array.from(text, (character) => ({
    kind: 'set',
    set: literalSet(character, ignoreCase),
  }));
  return { tree: sequenceOf(items), groupCount: 0, groupNames: new Map(), warnings: [] };
}
