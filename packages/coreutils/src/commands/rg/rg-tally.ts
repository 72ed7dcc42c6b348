import type { Pattern } from '@cloche/search';
import { decodeText } from '@cloche/system';
import type { LinePrinter } from '../grep/line-printer.ts';
import { matchesIn } from './rg-matches.ts';

/** What a search of files came to, as `--stats` and `--json` tell it. */
export interface Tally {
  searches: number;
  searchesWithMatch: number;
  matchedLines: number;
  matches: number;
  bytesSearched: number;
  bytesPrinted: number;
  elapsedMs: number;
}

/** Returns the tally of no searches. */
export function createTally(): Tally {
  return {
    searches: 0,
    searchesWithMatch: 0,
    matchedLines: 0,
    matches: 0,
    bytesSearched: 0,
    bytesPrinted: 0,
    elapsedMs: 0,
  };
}

/** Adds what a file came to. */
export function addTally(total: Tally, of: Tally): void {
  total.searches += of.searches;
  total.searchesWithMatch += of.searchesWithMatch;
  total.matchedLines += of.matchedLines;
  total.matches += of.matches;
  total.bytesSearched += of.bytesSearched;
  total.bytesPrinted += of.bytesPrinted;
  total.elapsedMs += of.elapsedMs;
}

/** Returns the text of `--stats`. */
export function describeTally(tally: Tally, totalMs: number): string {
  return `
${tally.matches} matches
${tally.matchedLines} matched lines
${tally.searchesWithMatch} files contained matches
${tally.searches} files searched
${tally.bytesPrinted} bytes printed
${tally.bytesSearched} bytes searched
${inSeconds(tally.elapsedMs)} seconds spent searching
${inSeconds(totalMs)} seconds
`;
}

/** Returns a time in seconds with six decimals. */
export function inSeconds(ms: number): string {
  return (ms / 1000).toFixed(6);
}

/** Returns a printer that counts what it is given, and passes it on where there is somewhere to. */
export function createCountingPrinter(
  tally: Tally,
  { pattern, isInverted }: { readonly pattern: Pattern; readonly isInverted: boolean },
  inner: LinePrinter | undefined,
): LinePrinter {
  const count = (bytes: Uint8Array): void => {
    tally.matchedLines++;
    if (!isInverted) tally.matches += matchesIn(pattern, decodeText(bytes)).length;
  };
  return {
    print(line) {
      if (line.kind === 'match') count(line.bytes);
      inner?.print(line);
    },
    printSelected(bytes, line) {
      count(bytes.subarray(line.start, line.end));
      inner?.printSelected(bytes, line);
    },
    printSummary: (number) => inner?.printSummary(number),
  };
}
