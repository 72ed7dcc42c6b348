import type { Pattern, PatternMatch } from '@cloche/search';

/** Returns all matches in a text. One of nothing right behind another match is none. */
export function matchesIn(pattern: Pattern, text: string): PatternMatch[] {
  return Array.from(eachMatch(pattern, text));
}

/** Finds the matches in a text one by one. */
export function* eachMatch(pattern: Pattern, text: string): Generator<PatternMatch, void, undefined> {
  let lastEnd = -1;
  for (let from = 0; from <= text.length; ) {
    const match = pattern.match(text, from);
    if (!match) return;
    const { end } = match;
    const isEmpty = isEmptyMatch(match);
    if (!isEmpty || end !== lastEnd) yield match;
    lastEnd = end;
    from = isEmpty ? end + characterLength(text, end) : end;
  }
}

/** Returns whether a match is one of nothing. */
export function isEmptyMatch({ start, end }: PatternMatch): boolean {
  return end <= start;
}

function characterLength(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
