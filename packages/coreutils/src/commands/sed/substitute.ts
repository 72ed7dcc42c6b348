import type { Pattern, PatternMatch } from '@cloche/search';
import type { ReplacementPart, Substitution } from './script.ts';

/** Returns the text with matches replaced, or nothing when none was. */
export function substitute(
  text: string,
  pattern: Pattern,
  { replacement, isGlobal, occurrence }: Pick<Substitution, 'replacement' | 'isGlobal' | 'occurrence'>,
): string | undefined {
  let result = '';
  let copied = 0;
  let from = 0;
  let previousEnd = -1;
  let count = 0;
  let hasReplaced = false;
  const needsGroups = replacement.some((part) => part.kind === 'group' && part.group > 0);
  while (from <= text.length) {
    const match = findMatch(pattern, text, from, needsGroups);
    if (!match) break;
    const isEmpty = match.start === match.end;
    // An empty match directly behind the last match is none.
    if (!isEmpty || match.start !== previousEnd) count++;
    else {
      from = match.end + widthAt(text, match.end);
      previousEnd = -1;
      continue;
    }
    previousEnd = match.end;
    from = isEmpty ? match.end + widthAt(text, match.end) : match.end;
    if (count < occurrence) continue;
    result += text.slice(copied, match.start) + expand(replacement, text, match);
    copied = match.end;
    hasReplaced = true;
    if (!isGlobal) break;
  }
  return hasReplaced ? result + text.slice(copied) : undefined;
}

function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

/** Groups are looked for only where the replacement has them. */
function findMatch(pattern: Pattern, text: string, from: number, needsGroups: boolean): PatternMatch | undefined {
  if (needsGroups) return pattern.match(text, from);
  const span = pattern.find(text, from);
  return span && { start: span.start, end: span.end, groups: [span] };
}

function expand(
  replacement: readonly ReplacementPart[],
  text: string,
  { groups }: Pick<PatternMatch, 'groups'>,
): string {
  let result = '';
  let mode: 'U' | 'L' | 'E' = 'E';
  let next: 'u' | 'l' | undefined;
  for (const part of replacement) {
    if (part.kind === 'case') {
      if (part.letter === 'u' || part.letter === 'l') next = part.letter;
      else mode = part.letter;
      continue;
    }
    const span = part.kind === 'group' ? groups[part.group] : undefined;
    const plain = part.kind === 'text' ? part.text : span ? text.slice(span.start, span.end) : '';
    if (plain === '') continue;
    result += changeCase(plain, mode, next);
    next = undefined;
  }
  return result;
}

function changeCase(text: string, mode: 'U' | 'L' | 'E', next: 'u' | 'l' | undefined): string {
  const changed = mode === 'U' ? text.toUpperCase() : mode === 'L' ? text.toLowerCase() : text;
  if (next === undefined) return changed;
  const first = String.fromCodePoint(changed.codePointAt(0) ?? 0);
  return (next === 'u' ? first.toUpperCase() : first.toLowerCase()) + changed.slice(first.length);
}
