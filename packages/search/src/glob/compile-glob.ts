import { expandBraces } from './expand-braces.ts';
import { advanceGlob, type GlobRules } from './match-glob.ts';
import { type GlobSyntax, type GlobToken, parseGlob } from './parse-glob.ts';

/** How a glob is read and what its wildcards match. The defaults are those of a path in a shell without options. */
export interface GlobOptions extends GlobSyntax {
  /** `{a,b}` stands for alternatives. */
  readonly braces?: boolean;
  /** A dot that begins a segment needs a dot in the pattern. */
  readonly dotIsExplicit?: boolean;
}

/** A stretch of a text, `[start, end)`. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** A compiled glob. Matching takes time proportional to pattern and text, never more than its square for `!(…)`. */
export interface Glob {
  /** The only text that matches, when the pattern has no wildcard. */
  readonly literal: string | undefined;
  /** Returns whether the whole of `text` matches. */
  matches(text: string): boolean;
  /** Returns the ends of all matches that begin at `start`, ascending: for `${x#pattern}` the first, for `##` the last. */
  endsFrom(text: string, start: number): number[];
  /** Returns the leftmost match at or after `from`, the longest of those: for `${x/pattern/}`. */
  find(text: string, from: number): TextSpan | undefined;
}

/** Compiles `pattern`. Any text is a valid pattern: an unclosed bracket or group stands for itself. */
export function compileGlob(pattern: string, options: GlobOptions = {}): Glob {
  const patterns = options.braces ? expandBraces(pattern) : [pattern];
  const alternatives = patterns.map((one) => parseGlob(one, options));
  const rules: GlobRules = {
    slashIsOrdinary: options.slashIsOrdinary ?? false,
    dotIsExplicit: options.dotIsExplicit ?? false,
  };
  const [first = []] = alternatives;
  const literal = alternatives.length === 1 ? literalOf(first) : undefined;
  const endsFrom = (text: string, start: number): number[] => {
    const starts = new Uint8Array(text.length + 1);
    starts[start] = 1;
    const ends = new Set<number>();
    for (const tokens of alternatives) {
      const flags = advanceGlob(tokens, text, starts, rules);
      for (let at = flags.indexOf(1); at >= 0; at = flags.indexOf(1, at + 1)) ends.add(at);
    }
    return [...ends].sort((left, right) => left - right);
  };
  return {
    literal,
    matches: literal === undefined ? (text) => matchesAny(alternatives, text, rules) : (text) => text === literal,
    endsFrom,
    find(text, from) {
      if (literal !== undefined) {
        const start = text.indexOf(literal, from);
        return start < 0 ? undefined : { start, end: start + literal.length };
      }
      for (let start = from; start <= text.length; start++) {
        const end = endsFrom(text, start).at(-1);
        if (end !== undefined) return { start, end };
      }
      return undefined;
    },
  };
}

/** Returns whether `text` holds a character that a glob reads as more than itself. */
export function hasGlobCharacters(text: string, options: { extglob?: boolean } = {}): boolean {
  return (options.extglob ? /[*?[]|[+@!]\(/ : /[*?[]/).test(text);
}

/** Returns a glob that matches exactly `text`. */
export function escapeGlob(text: string): string {
  return text.replaceAll(/[\\*?[\]{}()|!+@,]/g, (character) => `\\${character}`);
}

function matchesAny(alternatives: readonly (readonly GlobToken[])[], text: string, rules: GlobRules): boolean {
  for (const tokens of alternatives) {
    if (!hasSuffix(tokens, text)) continue;
    const starts = new Uint8Array(text.length + 1);
    starts[0] = 1;
    if (advanceGlob(tokens, text, starts, rules)[text.length] === 1) return true;
  }
  return false;
}

/** Refuses quickly what does not end as the pattern does. */
function hasSuffix(tokens: readonly GlobToken[], text: string): boolean {
  let end = text.length;
  for (let index = tokens.length - 1; index >= 0; index--) {
    const token = tokens[index];
    if (token?.kind !== 'character' || token.set.ignoreCase) return true;
    const { literal = '' } = token.set;
    if (!text.endsWith(literal, end)) return false;
    end -= literal.length;
  }
  return true;
}

function literalOf(tokens: readonly GlobToken[]): string | undefined {
  let literal = '';
  for (const token of tokens) {
    if (token.kind !== 'character' || token.set.ignoreCase) return undefined;
    literal += token.set.literal ?? '';
  }
  return literal;
}
