import { decodeText } from '@cloche/system';
import type { Pattern } from '../regex/compile-pattern.ts';
import type { RunPlace } from '../regex/required-runs.ts';
import { createRunFinder, type RunFinder } from './find-runs.ts';

/** A line of a buffer: `[start, end)` without its terminator; the next one begins at `next`. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/** Finds selected lines in one buffer, forwards. */
export interface LineSearch {
  /** Returns the first selected line that begins at or after `from`, which is the start of a line and never goes back. */
  next(from: number): LineSpan | undefined;
}

/** How lines are told apart and selected. */
export interface LineSearchOptions {
  /** The byte that ends lines. Default newline. */
  readonly terminator?: number;
  /** Lines that do not match are selected. */
  readonly isInverted?: boolean;
}

const NEWLINE = 10;
const ASCII_SIZE = 128;

/**
 * Prepares a search for lines that match `pattern`; the result is made for each buffer, which holds whole lines.
 *
 * Bytes come first: where the pattern requires a literal, only lines that hold it are decoded; other regular patterns
 * run on the bytes themselves.
 */
export function createLineSearch(pattern: Pattern, options: LineSearchOptions = {}): (bytes: Uint8Array) => LineSearch {
  const { terminator = NEWLINE, isInverted = false } = options;
  const { requiredRuns } = pattern;
  const search = requiredRuns
    ? searchByRuns(pattern, createRunFinder(requiredRuns.runs), terminator)
    : pattern.lines && terminator < ASCII_SIZE
      ? searchByAutomaton(pattern.lines, terminator)
      : (bytes: Uint8Array) => searchDecoded(pattern, bytes, terminator);
  return isInverted ? (bytes) => invert(search(bytes), bytes, terminator) : search;
}

/** Returns the line that begins at `start`. */
export function lineAt(bytes: Uint8Array, start: number, terminator: number): LineSpan {
  const end = bytes.indexOf(terminator, start);
  return end < 0 ? { start, end: bytes.length, next: bytes.length } : { start, end, next: end + 1 };
}

/** Lines are mostly short: so many bytes are looked at one by one before the library's search is called. */
const NEAR_BYTES = 200;

/** Returns the line that holds `at`, which begins at or after `from`. */
function lineAround(
  bytes: Uint8Array,
  at: number,
  { from, terminator }: { readonly from: number; readonly terminator: number },
): LineSpan {
  // A terminator found is a part of the line behind it.
  let start = bytes[at] === terminator ? at + 1 : at;
  const lowest = Math.max(from, start - NEAR_BYTES);
  while (start > lowest && bytes[start - 1] !== terminator) start--;
  if (start > from && start === lowest) start = Math.max(from, bytes.lastIndexOf(terminator, start - 1) + 1);
  let end = Math.max(at, start);
  const highest = Math.min(bytes.length, end + NEAR_BYTES);
  while (end < highest && bytes[end] !== terminator) end++;
  if (end < bytes.length && bytes[end] !== terminator) end = endFrom(bytes, end, terminator);
  return { start, end, next: Math.min(end + 1, bytes.length) };
}

function endFrom(bytes: Uint8Array, from: number, terminator: number): number {
  const end = bytes.indexOf(terminator, from);
  return end < 0 ? bytes.length : end;
}

function searchByRuns(pattern: Pattern, find: RunFinder, terminator: number): (bytes: Uint8Array) => LineSearch {
  const { runs = [], matchesAt } = pattern.requiredRuns ?? {};
  const length = runs.every((run) => run.length === runs[0]?.length) ? (runs[0]?.length ?? 0) : 0;
  // Where a run must end its line, its length must be known.
  const place = matchesAt === 'anywhere' || matchesAt === 'at the start' || length > 0 ? matchesAt : undefined;
  const needsStart = place === 'at the start' || place === 'alone';
  return (bytes) => ({
    next(from) {
      let at = find(bytes, from);
      while (at >= 0) {
        if (needsStart && at > 0 && bytes[at - 1] !== terminator) {
          at = find(bytes, at + 1);
          continue;
        }
        const line = lineAround(bytes, at, { from, terminator });
        const isFound =
          place === undefined
            ? pattern.test(decodeText(bytes.subarray(line.start, line.end)))
            : place === 'anywhere' || isAtPlace(place, line, at, length);
        if (isFound) return line;
        // The run may stand again in the same line, at the place it must have; a place at the end is known.
        const isAtEnd = place === 'at the end' || place === 'alone';
        at = find(bytes, place === undefined ? line.next : isAtEnd ? Math.max(at + 1, line.end - length) : at + 1);
      }
      return undefined;
    },
  });
}

function isAtPlace(place: RunPlace, { start, end }: LineSpan, at: number, length: number): boolean {
  const isAtStart = at === start;
  const isAtEnd = at + length === end;
  return place === 'at the start' ? isAtStart : place === 'at the end' ? isAtEnd : isAtStart && isAtEnd;
}

function searchByAutomaton(
  lines: NonNullable<Pattern['lines']>,
  terminator: number,
): (bytes: Uint8Array) => LineSearch {
  return (bytes) => ({
    next(from) {
      if (from >= bytes.length) return undefined;
      const at = lines.findLine(bytes, from, terminator);
      if (at < 0) return undefined;
      // The terminator itself belongs to the line that it ends.
      const start = at === 0 ? 0 : bytes.lastIndexOf(terminator, at - 1) + 1;
      return lineAt(bytes, Math.max(start, from), terminator);
    },
  });
}

/** Bytes that are decoded together. */
const BLOCK_BYTES = 65_536;

function searchDecoded(pattern: Pattern, bytes: Uint8Array, terminator: number): LineSearch {
  const separator = String.fromCharCode(terminator);
  let text = '';
  /** The block that `text` is: `[blockStart, blockEnd)`, and the line in it that comes next, in bytes and units. */
  let blockEnd = 0;
  let lineStart = 0;
  let unit = 0;
  const load = (from: number): void => {
    const limit = bytes.indexOf(terminator, from + BLOCK_BYTES);
    blockEnd = limit < 0 ? bytes.length : limit + 1;
    text = decodeText(bytes.subarray(from, blockEnd));
    lineStart = from;
    unit = 0;
  };
  return {
    next(from) {
      if (from >= bytes.length) return undefined;
      if (from >= blockEnd) load(from);
      for (;;) {
        if (lineStart >= blockEnd) {
          if (blockEnd >= bytes.length) return undefined;
          load(blockEnd);
        }
        const line = lineAt(bytes, lineStart, terminator);
        const found = text.indexOf(separator, unit);
        const unitEnd = found < 0 ? text.length : found;
        const isMatch = line.start >= from && pattern.test(text.slice(unit, unitEnd));
        lineStart = line.next;
        unit = unitEnd + 1;
        if (isMatch) return line;
      }
    },
  };
}

function invert(search: LineSearch, bytes: Uint8Array, terminator: number): LineSearch {
  let match: LineSpan | undefined;
  let isKnown = false;
  return {
    next(from) {
      let start = from;
      while (start < bytes.length) {
        if (!isKnown || (match && match.start < start)) {
          match = search.next(start);
          isKnown = true;
        }
        if (match?.start !== start) return lineAt(bytes, start, terminator);
        start = match.next;
      }
      return undefined;
    },
  };
}
