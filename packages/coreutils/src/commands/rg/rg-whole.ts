import type { Pattern, PatternMatch, ScannedLine } from '@cloche/search';
import { decodeText, encodedLength, encodeText } from '@cloche/system';
import { matchesIn } from './rg-printer.ts';

/** How a whole file is searched. */
export interface WholeSearch {
  /** Matches may go over the ends of lines. */
  readonly spansLines: boolean;
  /** Lines that one match goes over become one, for a text in place of the match. */
  readonly joinsLines: boolean;
  readonly isInverted: boolean;
  /** Lines without a match are shown too. */
  readonly passesThrough: boolean;
  readonly before: number;
  readonly after: number;
  readonly hasContext: boolean;
  readonly maxCount: number;
}

/** What a search of a whole file found. */
export interface WholeResult {
  /** Lines to print, with those around them. */
  readonly lines: readonly ScannedLine[];
  /** The parts of matches in a line, by its number. */
  readonly spans: ReadonlyMap<number, readonly PatternMatch[]>;
  readonly selectedLines: number;
  readonly matches: number;
  readonly goesOverLines: boolean;
}

interface TextLine {
  readonly text: string;
  /** In the whole text. */
  readonly start: number;
  readonly offset: number;
  readonly lineNumber: number;
}

/** Searches a file as one text, for what the line searcher cannot do: matches over several lines, and all lines printed. */
export function searchWhole(bytes: Uint8Array, pattern: Pattern, search: WholeSearch): WholeResult {
  const text = decodeText(bytes);
  const single = splitLines(text);
  const spans = new Map<number, PatternMatch[]>();
  const matches = search.spansLines
    ? matchesIn(pattern, text)
    : single.flatMap((line) => matchesIn(pattern, line.text).map((match) => shift(match, line.start)));
  const lines = search.joinsLines ? joinLines(single, matches) : single;
  let at = 0;
  let goesOverLines = false;
  for (const match of matches) {
    while (at < lines.length - 1 && match.start > endOf(lines[at])) at++;
    for (let index = at; index < lines.length; index++) {
      const line = lines[index];
      if (!line || (index > at && line.start >= match.end)) break;
      goesOverLines ||= match.end > endOf(line);
      addSpan(spans, line.lineNumber, clip(match, line));
    }
  }
  const isFound = (line: TextLine): boolean =>
    search.spansLines ? spans.has(line.lineNumber) || isEmptyMatch(pattern, line) : pattern.test(line.text);
  const selected: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (selected.length < search.maxCount && isFound(line) !== search.isInverted) selected.push(index);
  }
  const shown = withContext(lines, selected, search);
  return { lines: shown, spans, selectedLines: selected.length, matches: matches.length, goesOverLines };
}

function splitLines(text: string): TextLine[] {
  const lines: TextLine[] = [];
  let [start, offset] = [0, 0];
  const parts = text.split('\n');
  if (parts.at(-1) === '') parts.pop();
  for (const part of parts) {
    lines.push({ text: part, start, offset, lineNumber: lines.length + 1 });
    start += part.length + 1;
    offset += encodedLength(part) + 1;
  }
  return lines;
}

function joinLines(lines: readonly TextLine[], matches: readonly PatternMatch[]): TextLine[] {
  const joined: TextLine[] = [];
  let next = 0;
  for (const line of lines) {
    const last = joined.at(-1);
    while (next < matches.length && (matches[next]?.end ?? 0) <= line.start) next++;
    const match = matches[next];
    if (last && match && match.start < line.start)
      joined.splice(-1, 1, { ...last, text: `${last.text}\n${line.text}` });
    else joined.push(line);
  }
  return joined;
}

function endOf(line: TextLine | undefined): number {
  return line ? line.start + line.text.length : 0;
}

function isEmptyMatch(pattern: Pattern, line: TextLine): boolean {
  const match = pattern.match(line.text, 0);
  return match !== undefined && match.end === match.start;
}

function shift(match: PatternMatch, by: number): PatternMatch {
  const groups = match.groups.map((group) => group && { start: group.start + by, end: group.end + by });
  return { ...match, start: match.start + by, end: match.end + by, groups };
}

/** The part of a match in a line, counted from the line's start. */
function clip(match: PatternMatch, { start, text }: TextLine): PatternMatch {
  const moved = shift(match, -start);
  return { ...moved, start: Math.max(0, moved.start), end: Math.min(text.length, moved.end) };
}

function addSpan(spans: Map<number, PatternMatch[]>, lineNumber: number, span: PatternMatch): void {
  const known = spans.get(lineNumber);
  if (known) known.push(span);
  else spans.set(lineNumber, [span]);
}

function withContext(lines: readonly TextLine[], selected: readonly number[], search: WholeSearch): ScannedLine[] {
  const { passesThrough, before, after, hasContext } = search;
  const isSelected = new Set(selected);
  const isShown = new Set<number>(passesThrough ? lines.keys() : selected);
  for (const index of passesThrough ? [] : selected) {
    for (let near = Math.max(0, index - before); near <= Math.min(lines.length - 1, index + after); near++) {
      isShown.add(near);
    }
  }
  const shown: ScannedLine[] = [];
  let last: number | undefined;
  for (const [index, { text, offset, lineNumber }] of lines.entries()) {
    if (!isShown.has(index)) continue;
    if (hasContext && !passesThrough && last !== undefined && index > last + 1) shown.push({ kind: 'gap' });
    last = index;
    const kind = isSelected.has(index) ? 'match' : 'context';
    shown.push({ kind, bytes: encodeText(text), lineNumber, offset });
  }
  return shown;
}
