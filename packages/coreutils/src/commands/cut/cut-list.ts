import { quote } from '../../arguments/quote.ts';

/** Numbers from `from` to `to`, both included. */
export interface CutRange {
  readonly from: number;
  readonly to: number;
}

/** What is cut out of each line: ranges that do not touch, in order. */
export interface CutList {
  readonly ranges: readonly CutRange[];
  has(number: number): boolean;
}

/** Parses a list such as `1,3-5,7-`. Returns what is wrong with it otherwise. */
export function parseCutList(text: string, unit: 'field' | 'position', isComplement: boolean): CutList | string {
  const ranges: CutRange[] = [];
  for (const part of text.split(/[, \t]/)) {
    const range = parseRange(part, unit);
    if (typeof range === 'string') return range;
    ranges.push(range);
  }
  const merged = merge(ranges);
  const listed = isComplement ? complement(merged) : merged;
  return { ranges: listed, has: (number) => listed.some(({ from, to }) => number >= from && number <= to) };
}

function parseRange(part: string, unit: 'field' | 'position'): CutRange | string {
  const [whole, first = '', dash = '', last = ''] = /^(\d*)(-?)(\d*)$/.exec(part) ?? [];
  if (whole === undefined) {
    return unit === 'field'
      ? `invalid field value ${quote(part)}`
      : `invalid byte or character position ${quote(part)}`;
  }
  if (first === '' && last === '') {
    if (dash !== '') return 'invalid range with no endpoint: -';
    return unit === 'field' ? 'fields are numbered from 1' : 'byte/character positions are numbered from 1';
  }
  const from = first === '' ? 1 : Number(first);
  const to = dash === '' ? from : last === '' ? Number.POSITIVE_INFINITY : Number(last);
  if (from === 0 || to === 0) {
    return unit === 'field' ? 'fields are numbered from 1' : 'byte/character positions are numbered from 1';
  }
  return to < from ? 'invalid decreasing range' : { from, to };
}

function merge(ranges: readonly CutRange[]): CutRange[] {
  const merged: CutRange[] = [];
  for (const range of ranges.toSorted((left, right) => left.from - right.from)) {
    const last = merged.at(-1);
    if (last && range.from <= last.to) merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    else merged.push(range);
  }
  return merged;
}

function complement(ranges: readonly CutRange[]): CutRange[] {
  const others: CutRange[] = [];
  let next = 1;
  for (const { from, to } of ranges) {
    if (from > next) others.push({ from: next, to: from - 1 });
    next = to + 1;
  }
  if (Number.isFinite(next)) others.push({ from: next, to: Number.POSITIVE_INFINITY });
  return others;
}
