import { concatBytes, NO_BYTES } from '@cloche/system';
import type { Pattern } from '../regex/compile-pattern.ts';
import { createRunFinder } from './find-runs.ts';
import { countByte } from './scan-words.ts';
import { createLineSearch, type LineSearchOptions, type LineSpan, lineAt } from './search-lines.ts';

/** What is looked for, and what is wanted around it. */
export interface ScanOptions extends LineSearchOptions {
  /** Lines wanted before and after each selected line. */
  readonly before?: number;
  readonly after?: number;
  /** Gaps between lines are given out, even with a context of no lines. Default: where there is context. */
  readonly marksGaps?: boolean;
  /** Selected lines after which the scan ends. */
  readonly maxCount?: number;
  /** Without line numbers the scan is faster; they are 0 then. */
  readonly countsLines?: boolean;
}

/** What a scan finds, in the order of the file. */
export type ScannedLine =
  | {
      readonly kind: 'match' | 'context';
      /** Without the terminator. */
      readonly bytes: Uint8Array;
      /** 1-based. */
      readonly lineNumber: number;
      /** Of the line's first byte, from the start of the file. */
      readonly offset: number;
    }
  /** Between lines that do not follow each other, where context is asked for. */
  | { readonly kind: 'gap' };

/**
 * Returns a quick test of bytes: false when no line of them can be selected. Bytes that end in the middle of a line are
 * no basis for it.
 */
export function createQuickTest(
  pattern: Pattern,
  { isInverted = false }: ScanOptions = {},
): (bytes: Uint8Array) => boolean {
  if (isInverted || !pattern.requiredRuns) return () => true;
  const find = createRunFinder(pattern.requiredRuns.runs);
  return (bytes) => find(bytes, 0) >= 0;
}

/** Finds selected lines, with their context, in a file that comes in pieces. */
export interface LineScan {
  /** Returns what the bytes so far give; the last line is held back until it is complete or the file ends. */
  feed(bytes: Uint8Array, options: { isLast: boolean }): Generator<ScannedLine, void, undefined>;
  /** Lines selected so far. */
  readonly count: number;
  /** No more can be found: the maximal count is reached and its context given. */
  readonly isDone: boolean;
}

const NEWLINE = 10;

/** Prepares scans for `pattern`; each call of the result is a scan of one file. */
export function createLineScanner(pattern: Pattern, options: ScanOptions = {}): () => LineScan {
  const prepare = createLineSearch(pattern, options);
  return () => new Scan(prepare, options);
}

/** Returns what a whole file's bytes give. */
export function searchBytes(
  bytes: Uint8Array,
  pattern: Pattern,
  options: ScanOptions = {},
): Generator<ScannedLine, void, undefined> {
  return createLineScanner(pattern, { countsLines: true, ...options })().feed(bytes, { isLast: true });
}

class Scan implements LineScan {
  count = 0;
  isDone = false;
  readonly #prepare: ReturnType<typeof createLineSearch>;
  readonly #terminator: number;
  readonly #before: number;
  readonly #after: number;
  readonly #maxCount: number;
  readonly #marksGaps: boolean;
  readonly #countsLines: boolean;
  /** Bytes at hand, and their place in the file. */
  #buffer: Uint8Array = NO_BYTES;
  #bufferOffset = 0;
  /** Start of the first line not yet searched. */
  #position = 0;
  /** End of the last line given out; -1 before the first. */
  #givenTo = -1;
  #afterLeft = 0;
  /** `#lineNumber` is that of the line at `#countedTo`. */
  #lineNumber = 1;
  #countedTo = 0;

  constructor(prepare: ReturnType<typeof createLineSearch>, options: ScanOptions) {
    this.#prepare = prepare;
    this.#terminator = options.terminator ?? NEWLINE;
    this.#before = options.before ?? 0;
    this.#after = options.after ?? 0;
    this.#maxCount = options.maxCount ?? Number.POSITIVE_INFINITY;
    this.#countsLines = options.countsLines ?? false;
    this.#marksGaps = options.marksGaps ?? (this.#before > 0 || this.#after > 0);
    this.isDone = this.#maxCount <= 0;
  }

  *feed(bytes: Uint8Array, { isLast }: { isLast: boolean }): Generator<ScannedLine, void, undefined> {
    if (this.isDone) return;
    this.#buffer = this.#buffer.length === 0 ? bytes : concatBytes([this.#buffer, bytes]);
    const limit = isLast ? this.#buffer.length : this.#buffer.lastIndexOf(this.#terminator) + 1;
    if (limit > this.#position)
      yield* this.#search(limit === this.#buffer.length ? this.#buffer : this.#buffer.subarray(0, limit));
    if (!isLast) this.#dropSearched();
  }

  *#search(bytes: Uint8Array): Generator<ScannedLine, void, undefined> {
    const lines = this.#prepare(bytes);
    while (this.#position < bytes.length && !this.isDone) {
      const line = lines.next(this.#position);
      if (this.count >= this.#maxCount) {
        yield* this.#giveAfter(bytes, line?.start ?? bytes.length);
        this.isDone = line !== undefined || this.#afterLeft === 0;
        this.#position = bytes.length;
        return;
      }
      yield* this.#giveAfter(bytes, line?.start ?? bytes.length);
      if (!line) {
        this.#position = bytes.length;
        return;
      }
      yield* this.#giveBefore(bytes, line.start);
      this.count++;
      yield this.#give('match', bytes, line);
      this.#afterLeft = this.#after;
      this.#position = line.next;
      this.isDone = this.count >= this.#maxCount && this.#after === 0;
    }
  }

  *#giveAfter(bytes: Uint8Array, end: number): Generator<ScannedLine, void, undefined> {
    let start = this.#position;
    while (this.#afterLeft > 0 && start < end) {
      const line = lineAt(bytes, start, this.#terminator);
      yield this.#give('context', bytes, line);
      this.#afterLeft--;
      start = line.next;
    }
  }

  *#giveBefore(bytes: Uint8Array, end: number): Generator<ScannedLine, void, undefined> {
    const floor = Math.max(this.#givenTo - this.#bufferOffset, 0);
    let start = end;
    for (let count = 0; count < this.#before && start > floor; count++) start = this.#lineStartBefore(bytes, start);
    if (this.#marksGaps && this.#givenTo >= 0 && this.#bufferOffset + start > this.#givenTo) yield { kind: 'gap' };
    while (start < end) {
      const line = lineAt(bytes, start, this.#terminator);
      yield this.#give('context', bytes, line);
      start = line.next;
    }
  }

  #give(kind: 'match' | 'context', bytes: Uint8Array, { start, end, next }: LineSpan): ScannedLine {
    this.#countTo(bytes, start);
    this.#givenTo = this.#bufferOffset + next;
    return {
      kind,
      bytes: bytes.subarray(start, end),
      lineNumber: this.#countsLines ? this.#lineNumber : 0,
      offset: this.#bufferOffset + start,
    };
  }

  #countTo(bytes: Uint8Array, end: number): void {
    if (!this.#countsLines) return;
    if (end <= this.#countedTo) return;
    this.#lineNumber += countByte(bytes, this.#terminator, this.#countedTo, end);
    this.#countedTo = end;
  }

  /** Keeps only what later lines need: the incomplete last line and the lines wanted before a match. */
  #dropSearched(): void {
    let keep = this.#position;
    for (let count = 0; count < this.#before && keep > 0; count++) keep = this.#lineStartBefore(this.#buffer, keep);
    if (keep === 0) return;
    this.#countTo(this.#buffer, keep);
    this.#buffer = this.#buffer.slice(keep);
    this.#bufferOffset += keep;
    this.#position -= keep;
    this.#countedTo -= keep;
  }

  #lineStartBefore(bytes: Uint8Array, start: number): number {
    return start < 2 ? 0 : bytes.lastIndexOf(this.#terminator, start - 2) + 1;
  }
}
