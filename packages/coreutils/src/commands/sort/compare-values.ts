import { compareCodePoints } from '@cloche/search';
import { compareVersions } from '../../text/version-order.ts';
import type { Ordering, SortOrder } from './sort-key.ts';

/** A key made ready to be compared. */
export type SortValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'decimal'; readonly rank: number; readonly number: number; readonly digits: string }
  | { readonly kind: 'version'; readonly text: string };

/** Makes keys comparable; keys of one ordering all get the same kind. */
export function sortValue(key: string, ordering: Ordering, seed: string): SortValue {
  return VALUES[ordering.order](
    ordering.order === 'text' || ordering.order === 'version' ? filter(key, ordering) : key,
    seed,
  );
}

/** Compares values of one ordering, not yet reversed. */
export function compareSortValues(left: SortValue, right: SortValue, compareTexts: CompareTexts): number {
  if (left.kind === 'text' && right.kind === 'text') return compareTexts(left.text, right.text);
  if (left.kind === 'version' && right.kind === 'version') return compareVersions(left.text, right.text);
  if (left.kind === 'decimal' && right.kind === 'decimal') {
    if (left.rank !== right.rank) return left.rank - right.rank;
    if (left.number !== right.number) return left.number < right.number ? -1 : 1;
    return left.digits === right.digits ? 0 : compareLongDecimals(left.digits, right.digits);
  }
  return 0;
}

/** Compares texts as their bytes compare. */
type CompareTexts = (left: string, right: string) => number;

/** Where characters beyond U+FFFF, or bytes that are no text, may be. */
export const SURROGATE: RegExp = /[\ud800-\udfff]/;

/** Returns the comparison that is fastest for texts with surrogates, or without any. */
export function textComparison(hasSurrogates: boolean): CompareTexts {
  return hasSurrogates ? compareCodePoints : compareUnits;
}

/** Numbers that stand for the beginning of a value: two of two values compare as the values do, where they differ. */
export const LEADS = 2;
/** Units of a text that fit into a number. */
const LEAD_UNITS = 6;
const LEAD_BASE = 256;

/** Writes the numbers that stand for the first units of a text into `leads`, from `at` on. */
export function writeLeadsOfText(text: string, leads: Float64Array, at: number): void {
  let isOver = false;
  for (let number = 0; number < LEADS; number++) {
    let lead = 0;
    const start = number * LEAD_UNITS;
    for (let index = start; index < start + LEAD_UNITS; index++) {
      const unit = isOver || index >= text.length ? 0 : text.charCodeAt(index);
      // Behind a large unit nothing counts: larger ones look the same.
      if (unit >= LEAD_BASE - 1) isOver = true;
      lead = lead * LEAD_BASE + Math.min(unit, LEAD_BASE - 1);
    }
    leads[at + number] = lead;
  }
}

/** Writes the numbers that stand for a value, which is not yet reversed, into `leads`, from `at` on. */
export function writeLeadsOfValue(value: SortValue, order: SortOrder, leads: Float64Array, at: number): void {
  if (value.kind === 'text') writeLeadsOfText(value.text, leads, at);
  else if (value.kind === 'decimal') leads[at] = leadOfDecimal(value, order);
}

function leadOfDecimal({ rank, number }: Extract<SortValue, { kind: 'decimal' }>, order: SortOrder): number {
  if (order === 'numeric') return number;
  if (order === 'general') return rank < 2 ? Number.NEGATIVE_INFINITY : number;
  return rank;
}

/** Without surrogates the order of UTF-16 units is that of UTF-8 bytes. */
function compareUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

const VALUES: Readonly<Record<SortOrder, (key: string, seed: string) => SortValue>> = {
  text: (text) => ({ kind: 'text', text }),
  version: (text) => ({ kind: 'version', text }),
  numeric: (key) => decimalOf(key, 0),
  human: humanValue,
  general: generalValue,
  month: monthValue,
  random: (text, seed) => ({ kind: 'text', text: scramble(text, seed) }),
};

function filter(key: string, { foldsCase, isDictionary, ignoresNonprinting }: Ordering): string {
  let text = key;
  if (isDictionary) text = text.replaceAll(/[^\p{L}\p{N} \t]/gu, '');
  if (ignoresNonprinting) text = text.replaceAll(/[\x00-\x1f\x7f]/g, '');
  return foldsCase ? text.toUpperCase() : text;
}

const NO_DIGITS = '';

/** Numbers that a float holds exactly are compared as such; longer ones also by their digits. */
function decimalOf(key: string, rank: number): SortValue {
  const [, sign = '', whole = '', fraction = ''] = /^[ \t]*(-?)(\d*)(?:\.(\d*))?/.exec(key) ?? [];
  const isLong = whole.length + fraction.length > 15;
  const number = Number(`${sign}${whole === '' ? '0' : whole}.${fraction === '' ? '0' : fraction}`);
  return {
    kind: 'decimal',
    rank,
    number: number === 0 ? 0 : number,
    digits: isLong ? `${sign}${whole}.${fraction}` : NO_DIGITS,
  };
}

function compareLongDecimals(left: string, right: string): number {
  const [a, b] = [left, right].map((digits) => scaled(digits));
  if (a === undefined || b === undefined || a === b) return 0;
  return a < b ? -1 : 1;
}

function scaled(digits: string): bigint {
  const [whole = '', fraction = ''] = digits.split('.');
  const sign = whole.startsWith('-') ? -1n : 1n;
  return sign * BigInt(`${whole.replace('-', '') || '0'}${fraction.slice(0, 60).padEnd(60, '0')}`);
}

const HUMAN_SUFFIXES = 'KMGTPEZY';

/** Suffixes count more than digits: 900 comes before 1K, and -1M before -2K. */
function humanValue(key: string): SortValue {
  const [, sign = '', digits = '', suffix = ''] = /^[ \t]*(-?)(\d*\.?\d*)([kKMGTPEZY]?)/.exec(key) ?? [];
  const power = suffix === '' ? 0 : HUMAN_SUFFIXES.indexOf(suffix.toUpperCase()) + 1;
  const isZero = Number(digits) === 0 || digits === '';
  const rank = isZero ? 0 : sign === '-' ? -1 - power : 1 + power;
  return decimalOf(sign + digits, rank);
}

/** As strtod reads it: no number, then NaN, then numbers. */
function generalValue(key: string): SortValue {
  const [written] =
    /^[ \t]*[+-]?(?:inf(?:inity)?|nan|0x[\da-f]+(?:\.[\da-f]*)?|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/i.exec(key) ?? [];
  if (written === undefined) return { kind: 'decimal', rank: 0, number: 0, digits: NO_DIGITS };
  const text = written.trim().toLowerCase();
  if (text.includes('nan')) return { kind: 'decimal', rank: 1, number: 0, digits: NO_DIGITS };
  const number = text.includes('inf')
    ? text.startsWith('-')
      ? Number.NEGATIVE_INFINITY
      : Number.POSITIVE_INFINITY
    : Number(text.startsWith('-0x') ? -Number(text.slice(1)) : text);
  return { kind: 'decimal', rank: 2, number, digits: NO_DIGITS };
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

function monthValue(key: string): SortValue {
  const name = key.trimStart().slice(0, 3).toUpperCase();
  return { kind: 'decimal', rank: MONTHS.indexOf(name) + 1, number: 0, digits: NO_DIGITS };
}

/** A hash (FNV-1a, twice) that puts equal keys together and others in an order that depends on the seed. */
function scramble(text: string, seed: string): string {
  let high = 0x811c9dc5;
  let low = 0x01234567;
  for (const unit of seed + text) {
    high = Math.imul(high ^ (unit.codePointAt(0) ?? 0), 0x01000193) >>> 0;
    low = Math.imul(low ^ high, 0x85ebca6b) >>> 0;
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}
