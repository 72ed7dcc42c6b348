import type { Pattern, PatternMatch, TextSpan } from '@cloche/search';

/** A text and the parts of it that matched or stand for matches. */
export interface MarkedText {
  readonly text: string;
  readonly spans: readonly TextSpan[];
}

/** Returns a text with a replacement in place of its matches, and where those are. */
export function replaceMatches(
  text: string,
  matches: readonly PatternMatch[],
  replacement: string,
  pattern: Pattern,
): MarkedText {
  const spans: TextSpan[] = [];
  let result = '';
  let copied = 0;
  for (const match of matches) {
    result += text.slice(copied, match.start);
    const start = result.length;
    result += expandReplacement(replacement, text, match, pattern);
    spans.push({ start, end: result.length });
    copied = match.end;
  }
  return { text: result + text.slice(copied), spans };
}

/** Returns what stands for a match: `$1`, `$name` and `${name}` stand for groups, `$$` for a dollar sign. */
export function expandReplacement(
  replacement: string,
  text: string,
  { groups }: PatternMatch,
  { groupNames }: Pattern,
): string {
  return replacement.replaceAll(/\$(?:\$|(\w+)|\{(\w+)\})/g, (whole, bare?: string, braced?: string) => {
    const name = bare ?? braced;
    if (name === undefined) return whole === '$$' ? '$' : whole;
    const span = groups[/^\d+$/.test(name) ? Number(name) : (groupNames.get(name) ?? -1)];
    return span ? text.slice(span.start, span.end) : '';
  });
}
