import type { YieldIfDue } from '@cloche/system';
import { compareSortValues, compareTexts, type SortValue, sortValue } from './compare-values.ts';
import { extractKey } from './extract-key.ts';
import type { SortKey } from './sort-key.ts';

/** What decides the order of lines. */
export interface OrderSettings {
  readonly keys: readonly SortKey[];
  readonly separator: string | undefined;
  /** The last comparison, of whole lines, is reversed; without keys the only one. */
  readonly isReversed: boolean;
  /** Lines with equal keys stay in order. */
  readonly isStable: boolean;
  readonly isUnique: boolean;
  readonly seed: string;
}

/** An order of lines. */
export interface LineOrder {
  /** Returns the lines in order, without repeats where that is asked for. */
  sort(lines: readonly string[], yieldIfDue: YieldIfDue): Promise<readonly string[]>;
  /** Returns the lines of inputs that are sorted already, together. */
  merge(inputs: readonly (readonly string[])[], yieldIfDue: YieldIfDue): Promise<readonly string[]>;
  /** Returns the index of the first line that is out of order, or -1. */
  firstDisorder(lines: readonly string[]): number;
}

/** A line with its keys. */
interface KeyedLine {
  readonly line: string;
  readonly values: readonly SortValue[];
}

/** Lines that are sorted at once; more are merged, so that other work gets its turn. */
const RUN_LENGTH = 16_384;

/** Creates the order that the settings describe. */
export function createLineOrder(settings: OrderSettings): LineOrder {
  const { keys, separator, isReversed, isStable, isUnique, seed } = settings;
  const compare = (left: KeyedLine, right: KeyedLine): number => {
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index];
      const a = left.values[index];
      const b = right.values[index];
      if (!key || !a || !b) continue;
      const difference = compareSortValues(a, b);
      if (difference !== 0) return key.isReversed ? -difference : difference;
    }
    if (keys.length > 0 && isStable) return 0;
    const difference = compareTexts(left.line, right.line);
    return isReversed ? -difference : difference;
  };
  const prepare = (line: string): KeyedLine => ({
    line,
    values: keys.map((key) => sortValue(extractKey(line, key, separator), key, seed)),
  });
  const finish = (sorted: readonly KeyedLine[]): string[] => {
    const isKept = (line: KeyedLine, index: number): boolean => {
      const previous = sorted[index - 1];
      return !isUnique || previous === undefined || compare(previous, line) !== 0;
    };
    return sorted.filter(isKept).map(({ line }) => line);
  };
  return {
    async sort(lines, yieldIfDue) {
      const runs: KeyedLine[][] = [];
      for (let start = 0; start < lines.length; start += RUN_LENGTH) {
        runs.push(
          lines
            .slice(start, start + RUN_LENGTH)
            .map(prepare)
            .sort(compare),
        );
        const turn = yieldIfDue();
        if (turn) await turn;
      }
      return finish(await mergeAll(runs, compare, yieldIfDue));
    },
    async merge(inputs, yieldIfDue) {
      const runs = inputs.map((lines) => lines.map(prepare));
      return finish(await mergeAll(runs, compare, yieldIfDue));
    },
    firstDisorder(lines) {
      let previous: KeyedLine | undefined;
      for (const [index, line] of lines.entries()) {
        const current = prepare(line);
        const difference = previous ? compare(previous, current) : -1;
        if (difference > 0 || (isUnique && difference === 0)) return index;
        previous = current;
      }
      return -1;
    },
  };
}

async function mergeAll(
  runs: KeyedLine[][],
  compare: (left: KeyedLine, right: KeyedLine) => number,
  yieldIfDue: YieldIfDue,
): Promise<KeyedLine[]> {
  let current = runs;
  while (current.length > 1) {
    const merged: KeyedLine[][] = [];
    for (let index = 0; index < current.length; index += 2) {
      merged.push(mergeTwo(current[index] ?? [], current[index + 1] ?? [], compare));
      const turn = yieldIfDue();
      if (turn) await turn;
    }
    current = merged;
  }
  return current[0] ?? [];
}

function mergeTwo(
  left: readonly KeyedLine[],
  right: readonly KeyedLine[],
  compare: (left: KeyedLine, right: KeyedLine) => number,
): KeyedLine[] {
  const merged: KeyedLine[] = [];
  let other = 0;
  for (const line of left) {
    for (let next = right[other]; next && compare(line, next) > 0; next = right[other]) {
      merged.push(next);
      other++;
    }
    merged.push(line);
  }
  for (; other < right.length; other++) merged.push(...right.slice(other, other + 1));
  return merged;
}
