import { expandBraces } from './expand-braces.ts';
import { type GlobRegExp, globRegExp } from './glob-regexp.ts';
import { advanceGlob, type GlobRules, type GlobSteps, isOneCharacter, matchFixed } from './match-glob.ts';
import { type GlobSyntax, type GlobToken, parseGlob } from './parse-glob.ts';

/** How a glob is read and what its wildcards match. The defaults are those of a path in a shell without options. */
export interface GlobOptions extends GlobSyntax {
  /** `{a,b}` stands for alternatives. */
  readonly braces?: boolean;
  /** A dot that begins a segment needs a dot in the pattern. */
  readonly dotIsExplicit?: boolean;
  /** Steps that one call may take before it throws `GlobLimitExceeded`. Default: no limit. */
  readonly maxSteps?: number;
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
  endsFrom(text: string, start: number): readonly number[];
  /** Returns the leftmost match at or after `from`, the longest of those: for `${x/pattern/}`. */
  find(text: string, from: number): TextSpan | undefined;
  /** Returns the first or last start of a match that goes to the end of `text`: for `${x%%pattern}` and `${x%pattern}`. */
  findStart(text: string, isLast: boolean): number | undefined;
}

const ASKED_OFTEN = 8;

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
  const { maxSteps = Number.POSITIVE_INFINITY } = options;
  const tails = alternatives.map(literalTail);
  // As `*.ts`, which most globs for names are. A lone half of a pair may stand in a whole one.
  const isStarAndTail = (tokens: readonly GlobToken[], tail: string): boolean =>
    tokens[0]?.kind === 'star' &&
    isLiteral(tokens.slice(1)) &&
    tail.isWellFormed() &&
    !rules.dotIsExplicit &&
    (rules.slashIsOrdinary || !tail.includes('/'));
  const areSimple = alternatives.every((tokens, index) => isStarAndTail(tokens, tails[index] ?? ''));
  const isFixed = alternatives.length === 1 && first.every(isOneCharacter);
  const endsFrom = (text: string, start: number, steps: GlobSteps): readonly number[] => {
    if (isFixed) return matchFixed(first, text, start, rules);
    if (alternatives.length === 1) return advanceGlob(first, text, [start], rules, steps);
    const ends = new Set(alternatives.flatMap((tokens) => advanceGlob(tokens, text, [start], rules, steps)));
    return [...ends].sort((left, right) => left - right);
  };
  // Made when the glob is asked about often enough.
  let quick: GlobRegExp | undefined;
  let asked = 0;
  return {
    literal,
    matches(text) {
      if (literal !== undefined) return text === literal;
      if (!tails.some((tail) => text.endsWith(tail))) return false;
      if (areSimple) return rules.slashIsOrdinary || !text.includes('/');
      if (asked++ === ASKED_OFTEN && alternatives.length === 1) quick = globRegExp(first, rules);
      if (quick && text.length <= quick.maxLength) return quick.regexp.test(text);
      return matchesAny(alternatives, tails, text, rules, { left: maxSteps });
    },
    endsFrom: (text, start) => endsFrom(text, start, { left: maxSteps }),
    find(text, from) {
      if (literal !== undefined) {
        const start = text.indexOf(literal, from);
        return start < 0 ? undefined : { start, end: start + literal.length };
      }
      const steps = { left: maxSteps };
      for (let start = from; start <= text.length; start++) {
        if (alternatives.length === 1 && !hasPrefix(first, text, start)) continue;
        const end = endsFrom(text, start, steps).at(-1);
        if (end !== undefined) return { start, end };
      }
      return undefined;
    },
    findStart(text, isLast) {
      const steps = { left: maxSteps };
      const [from, to, step] = isLast ? [text.length, -1, -1] : [0, text.length + 1, 1];
      for (let start = from; start !== to; start += step)
        if (
          (alternatives.length > 1 || hasPrefix(first, text, start)) &&
          endsFrom(text, start, steps).at(-1) === text.length
        )
          return start;
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

function matchesAny(
  alternatives: readonly (readonly GlobToken[])[],
  tails: readonly string[],
  text: string,
  rules: GlobRules,
  steps: GlobSteps,
): boolean {
  return alternatives.some(
    (tokens, index) =>
      text.endsWith(tails[index] ?? '') && advanceGlob(tokens, text, [0], rules, steps).at(-1) === text.length,
  );
}

/** Refuses quickly what does not begin as the pattern does. */
function hasPrefix(tokens: readonly GlobToken[], text: string, start: number): boolean {
  const [token] = tokens;
  if (token?.kind !== 'character' || token.set.ignoreCase) return true;
  return text.startsWith(token.set.literal ?? '', start);
}

/** Returns the characters behind the last wildcard: what does not end with them does not match. */
function literalTail(tokens: readonly GlobToken[]): string {
  const last = tokens.findLastIndex((token) => !isLiteral([token]));
  return literalOf(tokens.slice(last + 1)) ?? '';
}

function isLiteral(tokens: readonly GlobToken[]): boolean {
  return literalOf(tokens) !== undefined;
}

function literalOf(tokens: readonly GlobToken[]): string | undefined {
  let literal = '';
  for (const token of tokens) {
    if (token.kind !== 'character' || token.set.ignoreCase) return undefined;
    literal += token.set.literal ?? '';
  }
  return literal;
}
