import { compareCodePoints } from '@cloche/search';
import { formatFloat, formatInteger } from '../../text/format-number.ts';
import { parseConversion } from './conversions.ts';

/** Text from outside, which is compared as a number when it looks like one. */
export class InputText {
  readonly text: string;
  #number: number | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get number(): number {
    this.#number ??= parseNumber(this.text);
    return this.#number;
  }

  get looksNumeric(): boolean {
    return NUMERIC.test(this.text);
  }
}

/** A value of the language; `undefined` is that of a variable without one. */
export type AwkValue = number | string | InputText | undefined;

/** An array; an element may be an array again. */
export class AwkArray {
  readonly elements: Map<string, AwkCell> = new Map();
}

/** A variable without a value that was passed to a function: it becomes an array if the function uses it as one. */
export class UnsetVariable {
  readonly #claim: () => AwkArray;
  #array: AwkArray | undefined;

  constructor(claim: () => AwkArray) {
    this.#claim = claim;
  }

  /** The array that the variable has become. */
  get array(): AwkArray | undefined {
    return this.#array;
  }

  become(): AwkArray {
    this.#array ??= this.#claim();
    return this.#array;
  }
}

/** A regular expression written as one, as an operand of a function. */
export class RegexpOperand {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** What a variable or an element holds, or an operand is. */
export type AwkCell = AwkValue | AwkArray | UnsetVariable | RegexpOperand;

/** Returns whether a cell holds a plain value. */
export function isValue(cell: AwkCell): cell is AwkValue {
  return typeof cell !== 'object' || cell instanceof InputText;
}

const BLANK = '[ \\t\\n\\r\\f\\v]*';
const DECIMAL = '(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?';
const NUMERIC = new RegExp(`^${BLANK}(?:[-+]?${DECIMAL}|[-+](?:inf|nan))${BLANK}$`, 'i');
const LEADING_NUMBER = new RegExp(`^${BLANK}([-+]?${DECIMAL}|[-+](?:inf|nan)(?![A-Za-z0-9_]))`, 'i');

/** Returns the number that a text begins with; 0 for none. */
export function parseNumber(text: string): number {
  if (text.length > 0 && text.length < 16) {
    let value = 0;
    let at = 0;
    for (; at < text.length; at++) {
      const digit = text.charCodeAt(at) - 48;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    if (at === text.length) return value;
  }
  const [, number] = LEADING_NUMBER.exec(text) ?? [];
  if (number === undefined) return 0;
  if (!/[in]/i.test(number)) return Number(number);
  const magnitude = /inf/i.test(number) ? Number.POSITIVE_INFINITY : Number.NaN;
  return number.startsWith('-') ? -magnitude : magnitude;
}

/** Returns a value as a number. */
export function toNumber(value: AwkValue): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return parseNumber(value);
  return value === undefined ? 0 : value.number;
}

/** Returns a value as text; numbers that are not whole by `format`, which is CONVFMT or OFMT. */
export function toText(value: AwkValue, format: string): string {
  if (typeof value === 'string') return value;
  if (value === undefined) return '';
  return typeof value === 'number' ? numberText(value, format) : value.text;
}

function numberText(value: number, format: string): string {
  if (Number.isSafeInteger(value)) return String(value);
  if (!Number.isFinite(value)) return specialNumberText(value);
  if (Number.isInteger(value)) return BigInt(value).toString();
  const conversion = parseConversion(format);
  if (!conversion) return format;
  const { before, after, letter } = conversion;
  const isInteger = /[diouxX]/.test(letter);
  const shown = isInteger ? formatInteger(BigInt(Math.trunc(value)), conversion) : formatFloat(value, conversion);
  return before + shown + after;
}

/** Returns how infinities and what is no number are printed. */
export function specialNumberText(value: number): string {
  if (Number.isNaN(value)) return '-nan';
  return value > 0 ? '+inf' : '-inf';
}

/** Returns whether a value counts as true: a number other than 0, or a text that is not empty. */
export function isTrue(value: AwkValue): boolean {
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'string') return value !== '';
  if (value === undefined) return false;
  return value.looksNumeric ? value.number !== 0 : value.text !== '';
}

/** Compares two values: as numbers when both are, or look like, numbers; else as text. NaN is unlike everything. */
export function compareValues(left: AwkValue, right: AwkValue, format: string): number {
  if (typeof left === 'number' && typeof right === 'number') return compareNumbers(left, right);
  if (isNumeric(left) && isNumeric(right)) return compareNumbers(toNumber(left), toNumber(right));
  const leftText = toText(left, format);
  const rightText = toText(right, format);
  return leftText === rightText ? 0 : compareCodePoints(leftText, rightText);
}

/** Returns whether a value is compared as a number. */
export function isNumeric(value: AwkValue): boolean {
  if (typeof value === 'number' || value === undefined) return true;
  return typeof value === 'string' ? false : value.looksNumeric;
}

function compareNumbers(left: number, right: number): number {
  return left < right ? -1 : left > right ? 1 : left === right ? 0 : Number.NaN;
}
