import type { YieldIfDue } from '@cloche/system';
import {
  compareSortValues,
  LEADS,
  type SortValue,
  SURROGATE,
  sortValue,
  textComparison,
  writeLeadsOfText,
  writeLeadsOfValue,
} from './compare-values.ts';
import { extractKey } from './extract-key.ts';
import { type CompareAt, mergeIndices, sortIndices } from './merge-sort.ts';
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
  firstDisorder(lines: readonly string[], yieldIfDue: YieldIfDue): Promise<number>;
}

/** Lines whose keys are read between two looks at the clock. */
const PREPARED_AT_ONCE = 512;

/** Creates the order that the settings describe. */
export function createLineOrder(settings: OrderSettings): LineOrder {
  const finish = (lines: readonly string[], indices: Uint32Array, compare: CompareAt): string[] => {
    const sorted: string[] = [];
    let last = -1;
    for (const index of indices) {
      if (settings.isUnique && last >= 0 && compare(last, index) === 0) continue;
      sorted.push(lines[index] ?? '');
      last = index;
    }
    return sorted;
  };
  return {
    async sort(lines, yieldIfDue) {
      const compare = await prepare(lines, settings, yieldIfDue);
      return finish(lines, await sortIndices(lines.length, compare, yieldIfDue), compare);
    },
    async merge(inputs, yieldIfDue) {
      const lines = inputs.flat();
      const compare = await prepare(lines, settings, yieldIfDue);
      const lengths = inputs.map(({ length }) => length);
      return finish(lines, await mergeIndices(lengths, compare, yieldIfDue), compare);
    },
    async firstDisorder(lines, yieldIfDue) {
      const compare = await prepare(lines, settings, yieldIfDue);
      const isDisorder = (difference: number): boolean => difference > 0 || (settings.isUnique && difference === 0);
      for (let index = 1; index < lines.length; index++) if (isDisorder(compare(index - 1, index))) return index;
      return -1;
    },
  };
}

/**
 * Reads the keys of all lines and returns how two lines compare. What decides most often, the beginning of the first
 * key, is held as numbers in one block of memory, so that few comparisons look at the lines themselves.
 */
async function prepare(
  lines: readonly string[],
  { keys, separator, isReversed, isStable, seed }: OrderSettings,
  yieldIfDue: YieldIfDue,
): Promise<CompareAt> {
  const values = keys.map((): SortValue[] => []);
  const leads = new Float64Array(lines.length * LEADS);
  let hasSurrogates = false;
  for (const [index, line] of lines.entries()) {
    for (const [at, key] of keys.entries()) values[at]?.push(sortValue(extractKey(line, key, separator), key, seed));
    const first = values[0]?.[index];
    if (keys[0] && first) writeLeadsOfValue(first, keys[0].order, leads, index * LEADS);
    else writeLeadsOfText(line, leads, index * LEADS);
    hasSurrogates ||= SURROGATE.test(line);
    const turn = index % PREPARED_AT_ONCE === 0 ? yieldIfDue() : undefined;
    if (turn) await turn;
  }
  const compareTexts = textComparison(hasSurrogates);
  if (hasSurrogates && values[0]?.[0]?.kind !== 'decimal') leads.fill(0);
  const compareKeys = (left: number, right: number): number => {
    for (let at = 0; at < keys.length; at++) {
      const a = values[at]?.[left];
      const b = values[at]?.[right];
      if (!a || !b) continue;
      const difference = compareSortValues(a, b, compareTexts);
      if (difference !== 0) return keys[at]?.isReversed ? -difference : difference;
    }
    if (keys.length > 0 && isStable) return 0;
    const difference = compareTexts(lines[left] ?? '', lines[right] ?? '');
    return isReversed ? -difference : difference;
  };
  const isFirstReversed = keys[0] ? keys[0].isReversed : isReversed;
  return (left, right) => {
    for (let lead = 0; lead < LEADS; lead++) {
      const a = leads[left * LEADS + lead] ?? 0;
      const b = leads[right * LEADS + lead] ?? 0;
      if (a !== b) return a < b === isFirstReversed ? 1 : -1;
    }
    return compareKeys(left, right);
  };
}
