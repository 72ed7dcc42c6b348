import type { YieldIfDue } from '@cloche/system';

/** Compares two items by their indices: below zero when the first comes first. Items that are alike stay in order. */
export type CompareAt = (left: number, right: number) => number;

/** Items that are sorted at once: less than a millisecond. */
const RUN_LENGTH = 256;
/** Items that are merged between two looks at the clock. */
const MERGED_AT_ONCE = 1024;

/**
 * Returns the indices of `count` items in order. Sorts in slices, so that other work gets its turn and a signal is obeyed
 * meanwhile.
 */
export async function sortIndices(count: number, compare: CompareAt, yieldIfDue: YieldIfDue): Promise<Uint32Array> {
  const indices = createIndices(count);
  const lengths: number[] = [];
  for (let start = 0; start < count; start += RUN_LENGTH) {
    const run = indices.subarray(start, start + RUN_LENGTH).sort(compare);
    lengths.push(run.length);
    const turn = yieldIfDue();
    if (turn) await turn;
  }
  return mergeRuns(indices, lengths, compare, yieldIfDue);
}

/** Returns the indices of items in order, which stand in runs of the given lengths that are in order already. */
export async function mergeIndices(
  lengths: readonly number[],
  compare: CompareAt,
  yieldIfDue: YieldIfDue,
): Promise<Uint32Array> {
  const count = lengths.reduce((sum, length) => sum + length, 0);
  return mergeRuns(createIndices(count), lengths, compare, yieldIfDue);
}

function createIndices(count: number): Uint32Array<ArrayBuffer> {
  const indices = new Uint32Array(count);
  for (let index = 0; index < count; index++) indices[index] = index;
  return indices;
}

/** Merges runs two by two until there is one. */
async function mergeRuns(
  indices: Uint32Array<ArrayBuffer>,
  lengths: readonly number[],
  compare: CompareAt,
  yieldIfDue: YieldIfDue,
): Promise<Uint32Array> {
  let from = indices;
  let into = new Uint32Array(indices.length);
  let runs = lengths;
  while (runs.length > 1) {
    const merged: number[] = [];
    let start = 0;
    for (let run = 0; run < runs.length; run += 2) {
      const middle = start + (runs[run] ?? 0);
      const end = middle + (runs[run + 1] ?? 0);
      const merge = new Merge(from, into, { start, middle, end });
      for (let isDone = false; !isDone; ) {
        isDone = merge.step(compare);
        const turn = yieldIfDue();
        if (turn) await turn;
      }
      merged.push(end - start);
      start = end;
    }
    [from, into] = [into, from];
    runs = merged;
  }
  return from;
}

/** Merges the runs `[start, middle)` and `[middle, end)`, so many items at once. */
class Merge {
  readonly #from: Uint32Array;
  readonly #into: Uint32Array;
  readonly #middle: number;
  readonly #end: number;
  #left: number;
  #right: number;
  #at: number;

  constructor(from: Uint32Array, into: Uint32Array, span: { start: number; middle: number; end: number }) {
    this.#from = from;
    this.#into = into;
    this.#left = span.start;
    this.#at = span.start;
    this.#middle = span.middle;
    this.#right = span.middle;
    this.#end = span.end;
  }

  /** Returns whether it has ended. */
  step(compare: CompareAt): boolean {
    const from = this.#from;
    const into = this.#into;
    const middle = this.#middle;
    const end = this.#end;
    const limit = Math.min(end, this.#at + MERGED_AT_ONCE);
    let left = this.#left;
    let right = this.#right;
    for (let at = this.#at; at < limit; at++) {
      const isLeft = right >= end || (left < middle && compare(from[left] ?? 0, from[right] ?? 0) <= 0);
      into[at] = (isLeft ? from[left++] : from[right++]) ?? 0;
    }
    this.#left = left;
    this.#right = right;
    this.#at = limit;
    return limit === end;
  }
}
