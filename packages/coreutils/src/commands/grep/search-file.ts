import {
  countByte,
  createLineScanner,
  createLineSearch,
  createQuickTest,
  isAscii,
  isTextLine,
  type LineScan,
  type Pattern,
  type ScannedLine,
  type ScanOptions,
} from '@cloche/search';
import { NO_BYTES, type ProgramContext } from '@cloche/system';
import type { OutputBuffer } from '../../command/output-buffer.ts';
import type { GrepSettings } from './grep-settings.ts';
import type { LinePrinter } from './line-printer.ts';

/** What a search of one file found. */
export interface FileResult {
  readonly count: number;
  /** Lines were selected, but not shown because the file is binary. */
  readonly hasHiddenLines: boolean;
}

/** Searches files one after another. */
export interface FileSearch {
  /** Quickly says of a whole file's bytes whether any line may be selected. */
  maySelect(bytes: Uint8Array): boolean;
  /**
   * Searches a whole file at once, without waiting for the output; `undefined` when the settings or the file need
   * `search`.
   */
  searchAtOnce(bytes: Uint8Array, printer: LinePrinter): FileResult | undefined;
  /** Searches one file's bytes, as they come. */
  search(bytes: FileBytes, printer: LinePrinter): Promise<FileResult>;
}

/** The bytes of a file, whole or in pieces. */
export type FileBytes = Uint8Array | AsyncIterable<Uint8Array>;

const NEWLINE = 10;
/** Larger files are searched in turns with other work. */
const MAX_BYTES_AT_ONCE = 1_048_576;

/** Prepares the search that `settings` ask for. */
export function createFileSearch(
  settings: GrepSettings,
  pattern: Pattern,
  { context, output }: { readonly context: ProgramContext; readonly output: OutputBuffer },
): FileSearch {
  const printsLines = settings.report === 'lines';
  const options: ScanOptions = {
    terminator: settings.terminator,
    isInverted: settings.isInverted,
    before: printsLines ? settings.before : 0,
    after: printsLines ? settings.after : 0,
    marksGaps: printsLines && settings.hasContext,
    maxCount: stopsAtFirst(settings) ? Math.min(settings.maxCount, 1) : settings.maxCount,
    countsLines: printsLines && settings.showsLineNumber,
  };
  const createScan = createLineScanner(pattern, options);
  const { hasContext } = settings;
  const seesBinary = settings.binaryFiles !== 'text';
  let hasPrinted = false;

  const search = async (chunks: FileBytes, printer: LinePrinter): Promise<FileResult> => {
    const state: SearchState = {
      scan: createScan(),
      isBinary: false,
      isLeftOut: false,
      isAllText: undefined,
      chunk: NO_BYTES,
      hasHiddenLines: false,
    };
    let isFirst = true;
    /** Returns a promise when the output must wait or the event loop is due. */
    const take = (line: ScannedLine): undefined | Promise<void> => {
      if (printsLines && isShown(line, state, seesBinary)) {
        if (isFirst && hasPrinted && hasContext) printer.print({ kind: 'gap' });
        printer.print(line);
        isFirst = false;
        hasPrinted = true;
      }
      return (settings.isLineBuffered ? output.flush() : output.drain()) ?? context.yieldIfDue();
    };
    /** Searches a piece; returns false when the file needs no more of it. */
    const feed = async (chunk: Uint8Array, isLast: boolean): Promise<boolean> => {
      if (seesBinary && !state.isBinary && settings.terminator === NEWLINE && chunk.indexOf(0) >= 0) {
        if (settings.binaryFiles === 'without-match') {
          state.isLeftOut = true;
          return false;
        }
        state.isBinary = true;
      }
      state.isAllText = undefined;
      state.chunk = chunk;
      // In a binary file NUL bytes end lines too, so that "lines" stay short.
      const bytes = state.isBinary ? chunk.map((byte) => (byte === 0 ? NEWLINE : byte)) : chunk;
      for (const line of state.scan.feed(bytes, { isLast })) {
        const turn = take(line);
        if (turn) await turn;
        if (state.isBinary && state.hasHiddenLines) return false;
      }
      return !state.scan.isDone;
    };
    const feedAll = async (): Promise<void> => {
      if (chunks instanceof Uint8Array) {
        await feed(chunks, true);
        return;
      }
      for await (const chunk of chunks) {
        if (!(await feed(chunk, false))) return;
        await output.flush();
      }
      await feed(NO_BYTES, true);
    };
    await feedAll();
    return state.isLeftOut
      ? { count: 0, hasHiddenLines: false }
      : { count: state.scan.count, hasHiddenLines: state.hasHiddenLines };
  };
  return { maySelect: createQuickTest(pattern, options), searchAtOnce: createSearchAtOnce(settings, pattern), search };
}

/** Prepares the search that most calls are: all lines, without context, of files that are text. */
function createSearchAtOnce(settings: GrepSettings, pattern: Pattern): FileSearch['searchAtOnce'] {
  const { hasContext, maxCount, isLineBuffered, terminator, showsLineNumber } = settings;
  if (hasContext || maxCount !== Number.POSITIVE_INFINITY || isLineBuffered || terminator !== NEWLINE)
    return () => undefined;
  const prepare = createLineSearch(pattern, { terminator, isInverted: settings.isInverted });
  const seesBinary = settings.binaryFiles !== 'text';
  const printsLines = settings.report === 'lines';
  const lastCount = stopsAtFirst(settings) ? 1 : Number.POSITIVE_INFINITY;
  return (bytes, printer) => {
    if (bytes.length > MAX_BYTES_AT_ONCE || (seesBinary && bytes.indexOf(0) >= 0)) return undefined;
    const lines = prepare(bytes);
    let count = 0;
    let hasHiddenLines = false;
    let lineNumber = 1;
    let countedTo = 0;
    for (let line = lines.next(0); line; line = lines.next(line.next)) {
      const { start, end } = line;
      count++;
      if (printsLines && seesBinary && !isAscii(bytes, start, end) && !isTextLine(bytes.subarray(start, end))) {
        hasHiddenLines = true;
      } else if (printsLines) {
        if (showsLineNumber) {
          lineNumber += countByte(bytes, NEWLINE, countedTo, start);
          countedTo = start;
        }
        printer.printSelected(bytes, { start, end, lineNumber });
      }
      if (count >= lastCount) break;
    }
    return { count, hasHiddenLines };
  };
}

interface SearchState {
  readonly scan: LineScan;
  isBinary: boolean;
  /** The file is binary, and such files are passed over. */
  isLeftOut: boolean;
  /** The bytes at hand are ASCII, and NULs in them were looked for; `undefined` when nobody has asked yet. */
  isAllText: boolean | undefined;
  chunk: Uint8Array;
  hasHiddenLines: boolean;
}

/** Returns whether a line is printed: in a binary file none is, elsewhere lines that are no text are left out. */
function isShown(line: ScannedLine, state: SearchState, seesBinary: boolean): boolean {
  if (line.kind === 'gap') return !state.isBinary;
  if (!state.isBinary && (!seesBinary || isAllText(state) || isTextLine(line.bytes))) return true;
  state.hasHiddenLines ||= line.kind === 'match' || !state.isBinary;
  return false;
}

/** Says whether the bytes at hand are ASCII, which is found out once for all their lines. */
function isAllText(state: SearchState): boolean {
  state.isAllText ??= isAscii(state.chunk);
  return state.isAllText;
}

function stopsAtFirst({ report }: GrepSettings): boolean {
  return report === 'nothing' || report === 'files-with-matches' || report === 'files-without-match';
}
