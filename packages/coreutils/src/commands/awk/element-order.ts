import { compareCodePoints } from '@cloche/search';
import {
  type AwkArray,
  type AwkCell,
  compareValues,
  isNumeric,
  isValue,
  parseNumber,
  toNumber,
  toText,
} from './values.ts';

type Element = readonly [key: string, cell: AwkCell];
type CompareElements = (left: Element, right: Element, format: string) => number;

const COMPARISONS: ReadonlyMap<string, CompareElements> = new Map<string, CompareElements>([
  ['@ind_str', ([left], [right]) => compareCodePoints(left, right)],
  ['@ind_num', ([left], [right]) => parseNumber(left) - parseNumber(right) || compareCodePoints(left, right)],
  ['@val_str', ([, left], [, right], format) => compareCodePoints(textOf(left, format), textOf(right, format))],
  ['@val_num', ([, left], [, right]) => numberOf(left) - numberOf(right)],
  ['@val_type', compareTypes],
]);

/**
 * Returns the elements of an array in an order of gawk's `PROCINFO["sorted_in"]`, such as `@val_num_desc`; nothing when
 * the order is unknown.
 */
export function sortElements(array: AwkArray, order: string, format: string): Element[] | undefined {
  const elements = [...array.elements];
  if (order === '@unsorted') return elements;
  const [, name = '', direction] = /^(@\w+)_(asc|desc)$/.exec(order) ?? [];
  const compare = COMPARISONS.get(name);
  if (!compare) return undefined;
  const sign = direction === 'desc' ? -1 : 1;
  return elements.sort((left, right) => sign * (compare(left, right, format) || compareCodePoints(left[0], right[0])));
}

/** Numbers come before text, and both before arrays. */
function compareTypes([, left]: Element, [, right]: Element, format: string): number {
  const rank = rankOf(left) - rankOf(right);
  if (rank !== 0 || !isValue(left) || !isValue(right)) return rank;
  return compareValues(left, right, format);
}

function rankOf(cell: AwkCell): number {
  if (!isValue(cell)) return 2;
  return isNumeric(cell) ? 0 : 1;
}

function textOf(cell: AwkCell, format: string): string {
  return isValue(cell) ? toText(cell, format) : '';
}

function numberOf(cell: AwkCell): number {
  return isValue(cell) ? toNumber(cell) : 0;
}
