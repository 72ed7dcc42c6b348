import type { Pattern, PatternMatch, ScannedLine } from '@cloche/search';
import { decodeText, encodedLength, encodeText, isValidUtf8 } from '@cloche/system';
import type { OutputBuffer } from '../../command/output-buffer.ts';
import { BASE64, createBaseEncoder } from '../base64/base-encoding.ts';
import type { LinePrinter } from '../grep/line-printer.ts';
import { matchesIn } from './rg-matches.ts';
import { inSeconds, type Tally } from './rg-tally.ts';

/** A file whose lines are printed as JSON. */
export interface JsonTarget {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What ends lines, as a text. */
  readonly terminator: string;
  readonly isInverted: boolean;
  readonly showsLineNumber: boolean;
  /** Matches by line number where they are known; they may go over several lines. */
  readonly spans?: ReadonlyMap<number, readonly PatternMatch[]> | undefined;
}

/** Prints the lines of one file as messages, between one that begins and one that ends it. */
export interface JsonPrinter extends LinePrinter {
  /** Prints the last message of a file, if there was a first. */
  finish(tally: Tally, binaryOffset: number | undefined): void;
}

/** Creates the printer of one file. */
export function createJsonPrinter(target: JsonTarget, pattern: Pattern, output: OutputBuffer): JsonPrinter {
  const { name, bytes: whole, terminator, isInverted, showsLineNumber, spans } = target;
  const path = dataOf(encodeText(name));
  let hasBegun = false;
  const say = (type: string, data: object): void => output.putText(`${JSON.stringify({ type, data })}\n`);
  const print = (line: ScannedLine): void => {
    if (line.kind === 'gap') return;
    if (!hasBegun) say('begin', { path });
    hasBegun = true;
    const { kind, bytes, lineNumber, offset } = line;
    const text = decodeText(bytes);
    const isEnded = offset + bytes.length < whole.length;
    const found =
      kind === 'match' && !isInverted ? (spans ? (spans.get(lineNumber) ?? []) : matchesIn(pattern, text)) : [];
    say(kind, {
      path,
      lines: dataOf(isEnded ? encodeText(text + terminator) : bytes),
      line_number: showsLineNumber ? lineNumber : null,
      absolute_offset: offset,
      submatches: submatchesOf(text, found),
    });
  };
  return {
    print,
    printSelected: (bytes, { start, end, lineNumber }) =>
      print({ kind: 'match', bytes: bytes.subarray(start, end), lineNumber, offset: start }),
    printSummary: () => undefined,
    finish(tally, binaryOffset) {
      if (!hasBegun) return;
      const stats = {
        elapsed: elapsedOf(tally.elapsedMs),
        searches: tally.searches,
        searches_with_match: tally.searchesWithMatch,
        bytes_searched: tally.bytesSearched,
        bytes_printed: tally.bytesPrinted,
        matched_lines: tally.matchedLines,
        matches: tally.matches,
      };
      say('end', { path, binary_offset: binaryOffset ?? null, stats });
    },
  };
}

/** Returns the last message, about all files. */
export function summaryOf(tally: Tally, totalMs: number): string {
  const data = {
    elapsed_total: sortedElapsed(totalMs),
    stats: {
      bytes_printed: tally.bytesPrinted,
      bytes_searched: tally.bytesSearched,
      elapsed: sortedElapsed(tally.elapsedMs),
      matched_lines: tally.matchedLines,
      matches: tally.matches,
      searches: tally.searches,
      searches_with_match: tally.searchesWithMatch,
    },
  };
  return `${JSON.stringify({ data, type: 'summary' })}\n`;
}

/** Text where it is valid, else base64. */
function dataOf(bytes: Uint8Array): { readonly text: string } | { readonly bytes: string } {
  if (isValidUtf8(bytes)) return { text: decodeText(bytes) };
  const encoder = createBaseEncoder(BASE64);
  return { bytes: encoder.push(bytes) + encoder.end() };
}

/** Start and end are counted in bytes. */
function submatchesOf(text: string, matches: readonly PatternMatch[]): object[] {
  let at = 0;
  let bytesBefore = 0;
  return matches.map(({ start, end }) => {
    const match = encodeText(text.slice(start, end));
    bytesBefore += encodedLength(text.slice(at, start));
    at = start;
    return { match: dataOf(match), start: bytesBefore, end: bytesBefore + match.length };
  });
}

function elapsedOf(ms: number): { secs: number; nanos: number; human: string } {
  const secs = Math.floor(ms / 1000);
  return { secs, nanos: Math.round((ms - secs * 1000) * 1e6), human: `${inSeconds(ms)}s` };
}

function sortedElapsed(ms: number): object {
  const { secs, nanos, human } = elapsedOf(ms);
  return { human, nanos, secs };
}
