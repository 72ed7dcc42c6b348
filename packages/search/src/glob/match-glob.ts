import { GlobLimitExceeded } from './glob-limit.ts';
import type { GlobToken } from './parse-glob.ts';

/** What wildcards leave out, and how much work a match may be. */
export interface GlobRules {
  /** `*` and `?` match slashes too. */
  readonly slashIsOrdinary: boolean;
  /** A dot that begins a segment is matched only by a dot in the pattern. */
  readonly dotIsExplicit: boolean;
}

/** Counts the steps of a match; `GlobLimitExceeded` when there are too many. */
export interface GlobSteps {
  left: number;
}

/**
 * Returns the ends of all matches of `tokens` in `text` that begin at one of `starts`; both ascending.
 *
 * The tokens move a set of positions through the text, so a match takes time proportional to the length of the pattern
 * times that of the text; each `!(…)` adds a factor of the text's length. Nothing backtracks.
 */
export function advanceGlob(
  tokens: readonly GlobToken[],
  text: string,
  starts: readonly number[],
  rules: GlobRules,
  steps: GlobSteps,
): readonly number[] {
  let positions = starts;
  for (const token of tokens) {
    if (positions.length === 0) return positions;
    positions = advanceToken(token, text, positions, rules, steps);
    steps.left -= positions.length + 1;
    if (steps.left < 0) throw new GlobLimitExceeded();
  }
  return positions;
}

/** A token that takes exactly one character. */
type OneCharacter = Extract<GlobToken, { kind: 'character' | 'bracket' | 'any-character' }>;

/** Says whether a token takes exactly one character. */
export function isOneCharacter(token: GlobToken): token is OneCharacter {
  return token.kind === 'character' || token.kind === 'bracket' || token.kind === 'any-character';
}

/** Does what `advanceGlob` does from one start with tokens that each take one character. */
export function matchFixed(tokens: readonly GlobToken[], text: string, start: number, rules: GlobRules): number[] {
  let at = start;
  for (const token of tokens) {
    const codePoint = text.codePointAt(at);
    if (codePoint === undefined) return [];
    if (token.kind !== 'character' && !isWildcardAllowed(text, at, rules)) return [];
    if ((token.kind === 'character' || token.kind === 'bracket') && !token.set.has(codePoint)) return [];
    at += codePoint > 0xffff ? 2 : 1;
  }
  return [at];
}

function advanceToken(
  token: GlobToken,
  text: string,
  from: readonly number[],
  rules: GlobRules,
  steps: GlobSteps,
): readonly number[] {
  switch (token.kind) {
    case 'character':
      return advanceCharacter(text, from, (codePoint) => token.set.has(codePoint));
    case 'bracket':
      return advanceCharacter(
        text,
        from,
        (codePoint, at) => token.set.has(codePoint) && isWildcardAllowed(text, at, rules),
      );
    case 'any-character':
      return advanceCharacter(text, from, (_, at) => isWildcardAllowed(text, at, rules));
    case 'star':
      return advanceStar(text, from, rules);
    case 'globstar':
      return advanceGlobstar(text, from, token.hasSlash, rules);
    case 'group':
      return advanceGroup(token, text, from, rules, steps);
  }
}

function advanceCharacter(
  text: string,
  from: readonly number[],
  accepts: (codePoint: number, at: number) => boolean,
): number[] {
  const to: number[] = [];
  for (const at of from) {
    const codePoint = text.codePointAt(at);
    if (codePoint !== undefined && accepts(codePoint, at)) to.push(at + (codePoint > 0xffff ? 2 : 1));
  }
  return to;
}

/** Goes on from each position as far as `mayTake` allows. */
function advanceWhile(text: string, from: readonly number[], mayTake: (at: number) => boolean): number[] {
  const to: number[] = [];
  let next = 0;
  for (const start of from) {
    // An earlier start came this way and went as far as one may.
    if (start < next) continue;
    for (let at = start; at <= text.length; at++) {
      if (!isInsidePair(text, at)) to.push(at);
      next = at + 1;
      if (at === text.length || !mayTake(at)) break;
    }
  }
  return to;
}

function advanceStar(text: string, from: readonly number[], rules: GlobRules): number[] {
  return advanceWhile(text, from, (at) => isWildcardAllowed(text, at, rules));
}

function advanceGlobstar(text: string, from: readonly number[], hasSlash: boolean, rules: GlobRules): number[] {
  const inside = advanceWhile(
    text,
    from,
    (at) => !(rules.dotIsExplicit && text[at] === '.' && startsSegment(text, at)),
  );
  if (!hasSlash) return inside;
  const starts = new Set(from);
  return inside.filter((at) => starts.has(at) || text[at - 1] === '/');
}

function advanceGroup(
  token: Extract<GlobToken, { kind: 'group' }>,
  text: string,
  from: readonly number[],
  rules: GlobRules,
  steps: GlobSteps,
): readonly number[] {
  const advance = (starts: readonly number[]): readonly number[] =>
    unite(token.options.map((option) => advanceGlob(option, text, starts, rules, steps)));
  switch (token.operator) {
    case '@':
      return advance(from);
    case '?':
      return unite([advance(from), from]);
    case '+':
      return repeat(advance(from), advance);
    case '*':
      return unite([repeat(advance(from), advance), from]);
    case '!':
      return unite(
        from.map((start) => {
          const excluded = new Set(advance([start]));
          return advanceStar(text, [start], rules).filter((at) => !excluded.has(at));
        }),
      );
  }
}

function repeat(first: readonly number[], advance: (starts: readonly number[]) => readonly number[]): number[] {
  const all = new Set(first);
  let fresh = first;
  while (fresh.length > 0) {
    fresh = advance(fresh).filter((at) => !all.has(at));
    for (const at of fresh) all.add(at);
  }
  return ascending(all);
}

function unite(sets: readonly (readonly number[])[]): readonly number[] {
  const [only] = sets;
  return sets.length === 1 && only ? only : ascending(new Set(sets.flat()));
}

function ascending(positions: ReadonlySet<number>): number[] {
  return [...positions].sort((left, right) => left - right);
}

function isWildcardAllowed(text: string, at: number, rules: GlobRules): boolean {
  if (text[at] === '/') return rules.slashIsOrdinary;
  return !(rules.dotIsExplicit && text[at] === '.' && startsSegment(text, at));
}

function startsSegment(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === '/';
}

/** Says whether a position is between the two units of one character. */
function isInsidePair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0xdc00 || unit > 0xdfff || at === 0) return false;
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff;
}
