import type { Pattern, PatternMatch } from '@cloche/search';

/** How matches are replaced. */
export interface SubstituteOptions {
  readonly isGlobal: boolean;
  /** The match, counted from 1, with which replacing begins. */
  readonly occurrence: number;
  /** `\1` to `\9` stand for groups, as in gensub. */
  readonly hasGroups: boolean;
}

/** Returns a text with matches replaced and their number, or nothing when there was none. */
export function substitute(
  pattern: Pattern,
  text: string,
  replacement: string,
  options: SubstituteOptions,
): { readonly text: string; readonly count: number } | undefined {
  const write = readReplacement(replacement, options.hasGroups);
  const needsGroups = options.hasGroups && /\\[1-9]/.test(replacement);
  let result = '';
  let copied = 0;
  let seen = 0;
  let count = 0;
  let previousEnd = -1;
  for (let from = 0; from <= text.length; ) {
    const match = needsGroups ? pattern.match(text, from) : spanOf(pattern, text, from);
    if (!match) break;
    const isEmpty = match.end === match.start;
    from = isEmpty ? match.end + ((text.codePointAt(match.end) ?? 0) > 0xffff ? 2 : 1) : match.end;
    // An empty match directly behind the last match is none.
    if (isEmpty && match.start === previousEnd) continue;
    previousEnd = match.end;
    if (++seen < options.occurrence) continue;
    result += text.slice(copied, match.start) + write(text, match);
    copied = match.end;
    count++;
    if (!options.isGlobal) break;
  }
  return count === 0 ? undefined : { text: result + text.slice(copied), count };
}

function spanOf(pattern: Pattern, text: string, from: number): PatternMatch | undefined {
  const span = pattern.find(text, from);
  return span && { start: span.start, end: span.end, groups: [span] };
}

type WriteReplacement = (text: string, match: PatternMatch) => string;

/** `&` is the match and `\&` an ampersand; a backslash before anything else is itself. */
function readReplacement(replacement: string, hasGroups: boolean): WriteReplacement {
  if (!/[\\&]/.test(replacement)) return () => replacement;
  const parts: (string | number)[] = [];
  for (const [part] of replacement.matchAll(/\\\\(?:\\\\)*&|\\[0-9]|\\&|\\\\|&|[^\\&]+|\\/g)) {
    if (part === '&') parts.push(0);
    else if (part === '\\&') parts.push('&');
    else if (hasGroups && /^\\[0-9]$/.test(part)) parts.push(Number(part.slice(1)));
    else if (hasGroups && part.startsWith('\\\\') && part.endsWith('&'))
      parts.push(part.slice(0, -1).replaceAll('\\\\', '\\'), 0);
    else if (part.startsWith('\\\\') && part.endsWith('&')) parts.push('\\'.repeat((part.length - 1) / 2), 0);
    else if (part === '\\\\') parts.push(hasGroups ? '\\' : '\\\\');
    else parts.push(part);
  }
  return (text, { groups }) =>
    parts
      .map((part) => {
        if (typeof part === 'string') return part;
        const span = groups[part];
        return span ? text.slice(span.start, span.end) : '';
      })
      .join('');
}
