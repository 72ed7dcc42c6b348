import type { GlobToken } from './parse-glob.ts';

/** What wildcards leave out. */
export interface GlobRules {
  /** `*` and `?` match slashes too. */
  readonly slashIsOrdinary: boolean;
  /** A dot that begins a segment is matched only by a dot in the pattern. */
  readonly dotIsExplicit: boolean;
}

/**
 * Returns the ends of all matches of `tokens` in `text` that begin at one of `starts`, as flags by position.
 *
 * The tokens move a set of positions through the text, so a match takes time proportional to the length of the pattern
 * times that of the text; each `!(…)` adds a factor of the text's length. Nothing backtracks.
 */
export function advanceGlob(
  tokens: readonly GlobToken[],
  text: string,
  starts: Uint8Array,
  rules: GlobRules,
): Uint8Array {
  let positions = starts;
  for (const token of tokens) positions = advanceToken(token, text, positions, rules);
  return positions;
}

function advanceToken(token: GlobToken, text: string, from: Uint8Array, rules: GlobRules): Uint8Array {
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
      return advanceGroup(token, text, from, rules);
  }
}

function advanceCharacter(
  text: string,
  from: Uint8Array,
  accepts: (codePoint: number, at: number) => boolean,
): Uint8Array {
  const to = new Uint8Array(from.length);
  for (let at = from.indexOf(1); at >= 0; at = from.indexOf(1, at + 1)) {
    const codePoint = text.codePointAt(at);
    if (codePoint !== undefined && accepts(codePoint, at)) to[at + (codePoint > 0xffff ? 2 : 1)] = 1;
  }
  return to;
}

function advanceStar(text: string, from: Uint8Array, rules: GlobRules): Uint8Array {
  const to = from.slice();
  for (let at = 0; at < text.length; at++) {
    if (to[at] === 1 && isWildcardAllowed(text, at, rules)) to[at + 1] = 1;
  }
  return to;
}

function advanceGlobstar(text: string, from: Uint8Array, hasSlash: boolean, rules: GlobRules): Uint8Array {
  const inside = from.slice();
  const to = from.slice();
  for (let at = 0; at < text.length; at++) {
    if (inside[at] !== 1) continue;
    if (rules.dotIsExplicit && text[at] === '.' && startsSegment(text, at)) continue;
    inside[at + 1] = 1;
    if (!hasSlash || text[at] === '/') to[at + 1] = 1;
  }
  return to;
}

function advanceGroup(
  token: Extract<GlobToken, { kind: 'group' }>,
  text: string,
  from: Uint8Array,
  rules: GlobRules,
): Uint8Array {
  if (token.operator === '!') return advanceNegation(token.options, text, from, rules);
  const once = advanceOptions(token.options, text, from, rules);
  switch (token.operator) {
    case '@':
      return once;
    case '?':
      return unite(once, from);
    case '+':
      return repeat(once, token.options, text, rules);
    case '*':
      return unite(repeat(once, token.options, text, rules), from);
  }
}

function advanceOptions(
  options: readonly (readonly GlobToken[])[],
  text: string,
  from: Uint8Array,
  rules: GlobRules,
): Uint8Array {
  let to = new Uint8Array(from.length);
  for (const option of options) to = unite(to, advanceGlob(option, text, from, rules));
  return to;
}

function repeat(
  first: Uint8Array,
  options: readonly (readonly GlobToken[])[],
  text: string,
  rules: GlobRules,
): Uint8Array {
  let all = first;
  let fresh = first;
  while (fresh.includes(1)) {
    const next = advanceOptions(options, text, fresh, rules);
    fresh = next.map((flag, at) => (flag === 1 && all[at] !== 1 ? 1 : 0));
    all = unite(all, next);
  }
  return all;
}

function advanceNegation(
  options: readonly (readonly GlobToken[])[],
  text: string,
  from: Uint8Array,
  rules: GlobRules,
): Uint8Array {
  const to = new Uint8Array(from.length);
  for (let start = from.indexOf(1); start >= 0; start = from.indexOf(1, start + 1)) {
    const only = new Uint8Array(from.length);
    only[start] = 1;
    const reachable = advanceStar(text, only, rules);
    const excluded = advanceOptions(options, text, only, rules);
    for (let at = start; at < to.length; at++) if (reachable[at] === 1 && excluded[at] !== 1) to[at] = 1;
  }
  return to;
}

function unite(left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(left, (flag, at) => flag | (right[at] ?? 0));
}

function isWildcardAllowed(text: string, at: number, rules: GlobRules): boolean {
  if (text[at] === '/') return rules.slashIsOrdinary;
  return !(rules.dotIsExplicit && text[at] === '.' && startsSegment(text, at));
}

function startsSegment(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === '/';
}
