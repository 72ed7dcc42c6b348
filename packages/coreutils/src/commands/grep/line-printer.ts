import type { Pattern, ScannedLine, TextSpan } from '@cloche/search';
import { decodeText, encodedLength, encodeText } from '@cloche/system';
import type { OutputBuffer } from '../../command/output-buffer.ts';
import type { GrepSettings } from './grep-settings.ts';

const SELECTED_MARK = ':'.charCodeAt(0);
const CONTEXT_MARK = '-'.charCodeAt(0);

/** Prints the lines of one file as grep does. */
export interface LinePrinter {
  print(line: ScannedLine): void;
  /** Prints a selected line of a whole file, `[start, end)`. */
  printSelected(bytes: Uint8Array, line: { start: number; end: number; lineNumber: number }): void;
  /** Prints a count or, without one, just the name of the file. */
  printSummary(count?: number): void;
}

/** What printing depends on. */
export interface PrinterContext {
  readonly settings: GrepSettings;
  readonly pattern: Pattern;
  readonly output: OutputBuffer;
  /** What to print before lines. */
  readonly fileName: string | undefined;
  /** The name for lists of files. */
  readonly listName: string;
  /** Digits that numbers are padded to, for `-T`. */
  readonly numberWidth: number;
}

/** Creates the printer of one file. */
export function createLinePrinter(context: PrinterContext): LinePrinter {
  const { settings, output } = context;
  const end = String.fromCharCode(settings.terminator);
  const paint = settings.usesColor ? paintWith : (_: string, text: string) => text;

  const isPlain = !settings.usesColor && !settings.onlyMatching && !settings.alignsByTab;
  let fileNameBytes: Uint8Array | undefined;
  /** What most calls print, without making texts of it. */
  const putPrefix = (lineNumber: number, offset: number, mark: number): void => {
    if (context.fileName !== undefined) {
      fileNameBytes ??= encodeText(context.fileName);
      output.put(fileNameBytes);
      output.putByte(settings.endsNamesWithNul ? 0 : mark);
    }
    if (settings.showsLineNumber) {
      output.putText(String(lineNumber));
      output.putByte(mark);
    }
    if (settings.showsByteOffset) {
      output.putText(String(offset));
      output.putByte(mark);
    }
  };

  const prefix = (line: Extract<ScannedLine, { lineNumber: number }>, offset: number, mark: string): string => {
    const separator = paint(settings.colors.separator, mark);
    let text = '';
    if (context.fileName !== undefined) {
      text += paint(settings.colors.fileName, context.fileName) + (settings.endsNamesWithNul ? '\0' : separator);
    }
    if (settings.showsLineNumber) text += paint(settings.colors.lineNumber, pad(line.lineNumber)) + separator;
    if (settings.showsByteOffset) text += paint(settings.colors.byteOffset, pad(offset)) + separator;
    return settings.alignsByTab && text !== '' ? `${text}\t` : text;
  };
  const pad = (number: number): string => String(number).padStart(context.numberWidth);

  const printParts = (line: Extract<ScannedLine, { lineNumber: number }>, mark: string): void => {
    if (settings.isInverted) return;
    const text = decodeText(line.bytes);
    for (const { start, end: spanEnd } of spansOf(context.pattern, text)) {
      const offset = settings.showsByteOffset ? line.offset + encodedLength(text.slice(0, start)) : 0;
      output.putText(prefix(line, offset, mark) + paint(settings.colors.match, text.slice(start, spanEnd)) + end);
    }
  };

  const print = (line: ScannedLine): void => {
    if (line.kind === 'gap') {
      if (settings.groupSeparator !== undefined) {
        output.putText(`${paint(settings.colors.separator, settings.groupSeparator)}\n`);
      }
      return;
    }
    const isSelected = line.kind === 'match';
    if (isPlain) {
      putPrefix(line.lineNumber, line.offset, isSelected ? SELECTED_MARK : CONTEXT_MARK);
      output.put(line.bytes);
      output.putByte(settings.terminator);
      return;
    }
    const mark = isSelected ? ':' : '-';
    if (settings.onlyMatching) {
      if (isSelected) printParts(line, mark);
      return;
    }
    output.putText(prefix(line, line.offset, mark));
    if (settings.usesColor && isSelected !== settings.isInverted) {
      output.putText(paintSpans(decodeText(line.bytes), context.pattern, settings.colors.match));
    } else output.put(line.bytes);
    output.putText(end);
  };

  return {
    print,
    printSelected(bytes, { start, end: lineEnd, lineNumber }) {
      if (!isPlain) {
        print({ kind: 'match', bytes: bytes.subarray(start, lineEnd), lineNumber, offset: start });
        return;
      }
      putPrefix(lineNumber, start, SELECTED_MARK);
      output.putPart(bytes, start, lineEnd);
      output.putByte(settings.terminator);
    },
    printSummary(count) {
      const isList = count === undefined;
      const name = isList ? context.listName : context.fileName;
      if (name !== undefined) {
        const afterName = settings.endsNamesWithNul ? '\0' : isList ? end : paint(settings.colors.separator, ':');
        output.putText(paint(settings.colors.fileName, name) + afterName);
      }
      if (!isList) output.putText(`${count}\n`);
    },
  };
}

/** Returns all matches in a line that are not empty. */
function* spansOf(pattern: Pattern, text: string): Generator<TextSpan, void, undefined> {
  let from = 0;
  while (from <= text.length) {
    const span = pattern.find(text, from);
    if (!span) return;
    if (span.end > span.start) yield span;
    from = span.end > span.start ? span.end : span.end + ((text.codePointAt(span.end) ?? 0) > 0xffff ? 2 : 1);
  }
}

function paintSpans(text: string, pattern: Pattern, color: string): string {
  let painted = '';
  let done = 0;
  for (const { start, end } of spansOf(pattern, text)) {
    painted += text.slice(done, start) + paintWith(color, text.slice(start, end));
    done = end;
  }
  return painted + text.slice(done);
}

function paintWith(color: string, text: string): string {
  return text === '' ? '' : `\x1b[${color}m\x1b[K${text}\x1b[m\x1b[K`;
}
