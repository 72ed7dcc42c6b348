import type { Pattern, PatternMatch, ScannedLine } from '@cloche/search';
import { decodeText, encodedLength, encodeText } from '@cloche/system';
import { eachMatch, isEmptyMatch } from './rg-matches.ts';

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
  readonly terminator: '\n' | '\0';
  /** A carriage return before the end of a line belongs to the end. */
  readonly endsWithReturn: boolean;
  /** Lets other work run when it is due, or ends the search. */
  readonly pause: () => undefined | Promise<void>;
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
  /** A carriage return that belongs to the line's end. */
  readonly tail: string;
  /** In the whole text. */
  readonly start: number;
  readonly offset: number;
  readonly lineNumber: number;
  /** More than one where a match joins several. */
  readonly lineCount: number;
}

/** Searches a file as one text, for what the line searcher cannot do: matches over several lines, and all lines printed. */
export async function searchWhole(bytes: Uint8Array, pattern: Pattern, search: WholeSearch): Promise<WholeResult> {
  const text = decodeText(bytes);
  const single = splitLines(text, search);
  const spans = new Map<number, PatternMatch[]>();
  const matches = await findMatches(text, single, pattern, search);
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
    search.spansLines ? spans.has(line.lineNumber) || matchesNothing(pattern, line) : pattern.test(line.text);
  const selected: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (selected.length < search.maxCount && isFound(line) !== search.isInverted) selected.push(index);
    const turn = search.pause();
    if (turn) await turn;
  }
  const shown = withContext(lines, selected, search);
  const selectedLines = selected.reduce((count, index) => count + (lines[index]?.lineCount ?? 0), 0);
  return { lines: shown, spans, selectedLines, matches: matches.length, goesOverLines };
}

/** Returns the matches of more than nothing, by their place in the whole text. */
async function findMatches(
  text: string,
  lines: readonly TextLine[],
  pattern: Pattern,
  { spansLines, pause }: WholeSearch,
): Promise<PatternMatch[]> {
  const matches: PatternMatch[] = [];
  for (const part of spansLines ? [{ text, start: 0 }] : lines) {
    for (const match of eachMatch(pattern, part.text)) {
      if (!isEmptyMatch(match)) matches.push(shift(match, part.start));
      const turn = pause();
      if (turn) await turn;
    }
    const turn = pause();
    if (turn) await turn;
  }
  return matches;
}

function splitLines(text: string, { terminator, endsWithReturn }: WholeSearch): TextLine[] {
  const lines: TextLine[] = [];
  let [start, offset] = [0, 0];
  const parts = text.split(terminator);
  if (parts.at(-1) === '') parts.pop();
  for (const part of parts) {
    const tail = endsWithReturn && part.endsWith('\r') ? '\r' : '';
    const body = tail === '' ? part : part.slice(0, -1);
    lines.push({ text: body, tail, start, offset, lineNumber: lines.length + 1, lineCount: 1 });
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
      joined.splice(-1, 1, { ...last, text: `${last.text}\n${line.text}`, lineCount: last.lineCount + 1 });
    else joined.push(line);
  }
  return joined;
}

function endOf(line: TextLine | undefined): number {
  return line ? line.start + line.text.length : 0;
}

function matchesNothing(pattern: Pattern, line: TextLine): boolean {
  const match = pattern.match(line.text, 0);
  return match !== undefined && isEmptyMatch(match);
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
  for (const [index, { text, tail, offset, lineNumber }] of lines.entries()) {
    if (!isShown.has(index)) continue;
    if (hasContext && !passesThrough && last !== undefined && index > last + 1) shown.push({ kind: 'gap' });
    last = index;
    const kind = isSelected.has(index) ? 'match' : 'context';
    shown.push({ kind, bytes: encodeText(text + tail), lineNumber, offset });
  }
  return shown;
}
