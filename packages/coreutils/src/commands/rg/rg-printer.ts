import type { Pattern, PatternMatch, ScannedLine, TextSpan } from '@cloche/search';
import { decodeText, encodedLength } from '@cloche/system';
import type { OutputBuffer } from '../../command/output-buffer.ts';
import type { LinePrinter } from '../grep/line-printer.ts';
import type { Paint } from './rg-colors.ts';
import { limitLine } from './rg-limit.ts';
import { matchesIn } from './rg-matches.ts';
import { expandReplacement, type MarkedText, replaceMatches } from './rg-replacement.ts';

/** How rg prints lines. */
export interface RgPrintSettings {
  readonly showsFileName: boolean;
  readonly hasHeading: boolean;
  readonly showsLineNumber: boolean;
  readonly showsColumn: boolean;
  readonly showsByteOffset: boolean;
  readonly onlyMatching: boolean;
  readonly eachMatch: boolean;
  readonly isInverted: boolean;
  readonly replacement: string | undefined;
  readonly trims: boolean;
  /** Between lines that do not follow each other. */
  readonly separator: string | undefined;
  /** Bytes of the longest line that is printed. */
  readonly maxColumns: number;
  readonly showsPreview: boolean;
  readonly nameEnd: string | undefined;
  /** Behind the fields of a line with a match, and of one around it. */
  readonly matchMark: string;
  readonly contextMark: string;
  /** `undefined` for no colours. */
  readonly paint: Paint | undefined;
  /** What ends lines that are not printed as they are. */
  readonly lineEnd: '\n' | '\r\n' | '\0';
}

/** The file whose lines are printed. */
export interface RgTarget {
  readonly name: string;
  readonly byteCount: number;
  /** Called before the first line. */
  readonly begin: () => void;
  /** Matches by line number, where they are known. */
  readonly spans?: ReadonlyMap<number, readonly PatternMatch[]> | undefined;
}

type FileLine = Extract<ScannedLine, { lineNumber: number }>;

/** A line's text without its end, and that end. */
interface LineText {
  readonly text: string;
  readonly end: string;
}

/** Creates the printer of one file. */
export function createRgPrinter(
  target: RgTarget,
  pattern: Pattern,
  output: OutputBuffer,
  settings: RgPrintSettings,
): LinePrinter {
  const { paint = unpainted } = settings;
  const path = paint('path', target.name);
  let hasBegun = false;

  const prefix = (lineNumber: number, column: number | undefined, mark: string, offset: number): string => {
    const parts: string[] = [];
    if (settings.showsLineNumber) parts.push(paint('line', String(lineNumber)));
    if (settings.showsColumn && column !== undefined) parts.push(paint('column', String(column)));
    if (settings.showsByteOffset) parts.push(paint('column', String(offset)));
    const numbers = parts.map((part) => part + mark).join('');
    if (!settings.showsFileName || settings.hasHeading) return numbers;
    return path + (settings.nameEnd ?? mark) + numbers;
  };
  /** Messages about lines tell how many matches there are, where those are looked for at all. */
  const looksForMatches =
    !settings.isInverted &&
    (settings.showsColumn ||
      settings.onlyMatching ||
      settings.eachMatch ||
      settings.replacement !== undefined ||
      settings.paint !== undefined);
  const columnOf = (text: string, match: PatternMatch | undefined): number =>
    (match ? encodedLength(text.slice(0, match.start)) : 0) + 1;

  const printParts = ({ lineNumber, offset }: FileLine, text: string, matches: readonly PatternMatch[]): void => {
    const { replacement, matchMark, showsByteOffset, lineEnd } = settings;
    for (const match of matches) {
      const found = text.slice(match.start, match.end);
      const part = replacement === undefined ? found : expandReplacement(replacement, text, match, pattern);
      const partOffset = showsByteOffset ? offset + encodedLength(text.slice(0, match.start)) : 0;
      const isLong = encodedLength(part) > settings.maxColumns;
      const shown = isLong ? limitLine({ text: part, spans: [] }, 'match', undefined, settings) : undefined;
      const before = prefix(lineNumber, columnOf(text, match), matchMark, partOffset);
      output.putText(before + (shown ? shown.text + shown.note : paint('match', part)) + lineEnd);
    }
  };
  /** A replacement may hold ends of lines; each line has its own number then. */
  const putLines = (
    { text, spans }: MarkedText,
    note: string,
    end: string,
    prefixOf: (index: number) => string,
  ): void => {
    const lines = settings.lineEnd === '\0' ? [text] : text.split('\n');
    let start = 0;
    for (const [index, line] of lines.entries()) {
      const isLast = index === lines.length - 1;
      const painted = paintSpans(line, start, spans, paint);
      output.putText(prefixOf(index) + painted + (isLast ? note + end : '\n'));
      start += line.length + 1;
    }
  };
  const printMatch = (line: FileLine, { text, end }: LineText, matches: readonly PatternMatch[]): void => {
    const { replacement, matchMark, eachMatch } = settings;
    const replaced: MarkedText =
      replacement === undefined ? { text, spans: matches } : replaceMatches(text, matches, replacement, pattern);
    const { shown, note } = shape(replaced, 'match', looksForMatches ? matches.length : undefined, settings);
    const repeated = eachMatch && matches.length > 0 ? [...matches.keys()] : [0];
    for (const at of repeated) {
      const spans = eachMatch ? shown.spans.slice(at, at + 1) : shown.spans;
      const column = columnOf(text, matches[at]);
      putLines({ text: shown.text, spans }, note, end, (index) =>
        prefix(line.lineNumber + index, column, matchMark, line.offset),
      );
    }
  };
  const printLine = (line: FileLine): void => {
    const { kind, bytes, lineNumber, offset } = line;
    const isMatch = kind === 'match';
    const isPlain = !settings.trims && bytes.length < settings.maxColumns && settings.lineEnd !== '\r\n';
    if (isPlain && !(isMatch && looksForMatches)) {
      output.putText(
        prefix(lineNumber, isMatch ? 1 : undefined, isMatch ? settings.matchMark : settings.contextMark, offset),
      );
      output.put(bytes);
      output.putText(settings.lineEnd);
      return;
    }
    const written = textOf(line, target.byteCount, settings);
    if (!isMatch) {
      const { shown, note } = shape({ text: written.text, spans: [] }, 'context', undefined, settings);
      output.putText(prefix(lineNumber, undefined, settings.contextMark, offset) + shown.text + note + written.end);
      return;
    }
    const known = target.spans ? (target.spans.get(lineNumber) ?? []) : undefined;
    const matches = looksForMatches ? (known ?? matchesIn(pattern, written.text)) : [];
    if (settings.onlyMatching && !settings.isInverted) printParts(line, written.text, matches);
    else printMatch(line, written, matches);
  };

  const print = (line: ScannedLine): void => {
    if (line.kind === 'gap') {
      const isBelowHeading = settings.hasHeading && !hasBegun;
      if (settings.separator !== undefined && !isBelowHeading) output.putText(settings.separator + settings.lineEnd);
      return;
    }
    if (!hasBegun) {
      hasBegun = true;
      target.begin();
      if (settings.hasHeading && settings.showsFileName) output.putText(path + (settings.nameEnd ?? settings.lineEnd));
    }
    printLine(line);
  };
  return {
    print,
    printSelected: (bytes, { start, end, lineNumber }) =>
      print({ kind: 'match', bytes: bytes.subarray(start, end), lineNumber, offset: start }),
    printSummary(count) {
      if (count === undefined) output.putText(path + (settings.nameEnd ?? settings.lineEnd));
      else
        output.putText(`${settings.showsFileName ? path + (settings.nameEnd ?? ':') : ''}${count}${settings.lineEnd}`);
    },
  };
}

/** What is printed of a text: without white space at its start, or its start, as the settings want it. */
function shape(
  marked: MarkedText,
  kind: FileLine['kind'],
  matchCount: number | undefined,
  settings: RgPrintSettings,
): { readonly shown: MarkedText; readonly note: string } {
  // The end of a line counts as one of its bytes, where the line is printed as it is.
  const length = encodedLength(marked.text) + (settings.replacement === undefined || kind === 'context' ? 1 : 0);
  const trimmed = settings.trims ? trimStart(marked) : marked;
  if (length <= settings.maxColumns) return { shown: trimmed, note: '' };
  const { text, spans, note } = limitLine(trimmed, kind, matchCount, settings);
  return { shown: { text, spans }, note };
}

/** With a carriage return as a part of line ends, a line keeps the end that it has; the last one gets a whole one. */
function textOf({ bytes, offset }: FileLine, byteCount: number, { lineEnd }: RgPrintSettings): LineText {
  const text = decodeText(bytes);
  if (lineEnd !== '\r\n') return { text, end: lineEnd };
  if (text.endsWith('\r')) return { text: text.slice(0, -1), end: lineEnd };
  return { text, end: offset + bytes.length < byteCount ? '\n' : lineEnd };
}

function trimStart({ text, spans }: MarkedText): MarkedText {
  const trimmed = text.trimStart();
  const by = text.length - trimmed.length;
  return { text: trimmed, spans: spans.map(({ start, end }) => ({ start: start - by, end: end - by })) };
}

/**
 * Paints the parts of a line that spans cover, those that touch as one; `from` is the line's place in the text that the
 * spans are of.
 */
function paintSpans(line: string, from: number, spans: readonly TextSpan[], paint: Paint): string {
  if (paint === unpainted) return line;
  const parts: { start: number; end: number }[] = [];
  for (const span of spans) {
    const last = parts.at(-1);
    const start = Math.max(last?.end ?? 0, span.start - from);
    const end = Math.min(line.length, span.end - from);
    if (end <= start) continue;
    if (last?.end === start) last.end = end;
    else parts.push({ start, end });
  }
  let painted = '';
  let done = 0;
  for (const { start, end } of parts) {
    painted += line.slice(done, start) + paint('match', line.slice(start, end));
    done = end;
  }
  return painted + line.slice(done);
}

const unpainted: Paint = (_, text) => text;
