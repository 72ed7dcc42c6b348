import { createLineScanner, isTextLine, type LineScan, type Pattern, type ScannedLine } from '@cloche/search';
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

/** Searches one file's bytes as they come. */
export type FileSearch = (chunks: ByteChunks, printer: LinePrinter) => Promise<FileResult>;

/** The bytes of a file, in pieces. */
export type ByteChunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

const NEWLINE = 10;

/** Prepares the search that `settings` ask for. */
export function createFileSearch(
  settings: GrepSettings,
  pattern: Pattern,
  { context, output }: { readonly context: ProgramContext; readonly output: OutputBuffer },
): FileSearch {
  const printsLines = settings.report === 'lines';
  const createScan = createLineScanner(pattern, {
    terminator: settings.terminator,
    isInverted: settings.isInverted,
    before: printsLines ? settings.before : 0,
    after: printsLines ? settings.after : 0,
    maxCount: stopsAtFirst(settings) ? Math.min(settings.maxCount, 1) : settings.maxCount,
    countsLines: printsLines && settings.showsLineNumber,
  });

  const hasContext = settings.before > 0 || settings.after > 0;
  let hasPrinted = false;
  return async (chunks, printer) => {
    const state: SearchState = { scan: createScan(), isBinary: false, hasHiddenLines: false };
    let isFirst = true;
    const seesBinary = settings.binaryFiles !== 'text';
    const feed = async (bytes: Uint8Array, isLast: boolean): Promise<void> => {
      for (const line of state.scan.feed(bytes, { isLast })) {
        if (printsLines && isShown(line, state, seesBinary)) {
          if (isFirst && hasPrinted && hasContext) printer.print({ kind: 'gap' });
          printer.print(line);
          isFirst = false;
          hasPrinted = true;
        }
        if (state.isBinary && state.hasHiddenLines) return;
        if (settings.isLineBuffered) await output.flush();
        else await output.drain();
        const turn = context.yieldIfDue();
        if (turn) await turn;
      }
    };
    for await (const chunk of chunks) {
      if (seesBinary && !state.isBinary && settings.terminator === NEWLINE && chunk.includes(0)) {
        if (settings.binaryFiles === 'without-match') return { count: 0, hasHiddenLines: false };
        state.isBinary = true;
      }
      // In a binary file NUL bytes end lines too, so that "lines" stay short.
      await feed(state.isBinary ? chunk.map((byte) => (byte === 0 ? NEWLINE : byte)) : chunk, false);
      if (state.scan.isDone || (state.isBinary && state.hasHiddenLines)) break;
      await output.flush();
    }
    if (!state.isBinary || !state.hasHiddenLines) await feed(NO_BYTES, true);
    return { count: state.scan.count, hasHiddenLines: state.hasHiddenLines };
  };
}

interface SearchState {
  readonly scan: LineScan;
  isBinary: boolean;
  hasHiddenLines: boolean;
}

/** Returns whether a line is printed: in a binary file none is, elsewhere lines that are no text are left out. */
function isShown(line: ScannedLine, state: SearchState, seesBinary: boolean): boolean {
  if (line.kind === 'gap') return !state.isBinary;
  if (!state.isBinary && (!seesBinary || isTextLine(line.bytes))) return true;
  state.hasHiddenLines ||= line.kind === 'match' || !state.isBinary;
  return false;
}

function stopsAtFirst({ report }: GrepSettings): boolean {
  return report === 'nothing' || report === 'files-with-matches' || report === 'files-without-match';
}
