import { type Decimal, withScale } from './decimal.ts';

const DIGITS = '0123456789ABCDEF';

/** Reads a number written in a base. A single digit may be larger than the base allows, others count as the highest. */
export function parseNumber(text: string, base: number): Decimal {
  const [whole = '', fraction = ''] = text.split('.');
  const limit = (digit: string): number => {
    const value = DIGITS.indexOf(digit);
    return text.length > 1 && value >= base ? base - 1 : value;
  };
  if (base === 10 && !/[A-F]/.test(text)) {
    return { units: BigInt(whole + fraction || '0'), scale: fraction.length };
  }
  let units = 0n;
  for (const digit of whole) units = units * BigInt(base) + BigInt(limit(digit));
  if (fraction === '') return { units, scale: 0 };
  let numerator = 0n;
  let denominator = 1n;
  for (const digit of fraction) {
    numerator = numerator * BigInt(base) + BigInt(limit(digit));
    denominator *= BigInt(base);
  }
  const shift = 10n ** BigInt(fraction.length);
  return { units: units * shift + (numerator * shift) / denominator, scale: fraction.length };
}

/** Returns the text of a number in a base: letters up to 16, above that decimal digits set apart by spaces. */
export function formatNumber(value: Decimal, base: number): string {
  if (value.units === 0n) return '0';
  const sign = value.units < 0n ? '-' : '';
  const size: Decimal = { units: value.units < 0n ? -value.units : value.units, scale: value.scale };
  if (base === 10) {
    const digits = size.units.toString().padStart(size.scale + 1, '0');
    const whole = digits.slice(0, digits.length - size.scale);
    const fraction = size.scale === 0 ? '' : `.${digits.slice(digits.length - size.scale)}`;
    return sign + (whole === '0' && fraction !== '' ? '' : whole) + fraction;
  }
  const whole = withScale(size, 0).units;
  const integerDigits = digitsOf(whole, BigInt(base));
  const fractionDigits = fractionOf(size, whole, BigInt(base));
  if (base <= 16) {
    const text = (list: readonly number[]): string => list.map((digit) => DIGITS[digit] ?? '').join('');
    return sign + text(integerDigits) + (fractionDigits.length === 0 ? '' : `.${text(fractionDigits)}`);
  }
  const width = String(base - 1).length;
  const text = (list: readonly number[]): string =>
    list.map((digit) => ` ${String(digit).padStart(width, '0')}`).join('');
  return sign + text(integerDigits) + (fractionDigits.length === 0 ? '' : `.${text(fractionDigits).slice(1)}`);
}

function digitsOf(value: bigint, base: bigint): number[] {
  const digits: number[] = [];
  for (let rest = value; rest > 0n; rest /= base) digits.unshift(Number(rest % base));
  return digits;
}

/** As many digits as say what the decimal ones do. */
function fractionOf(value: Decimal, whole: bigint, base: bigint): number[] {
  const unit = 10n ** BigInt(value.scale);
  const digits: number[] = [];
  let rest = value.units - whole * unit;
  for (let reached = 1n; reached < unit; reached *= base) {
    rest *= base;
    digits.push(Number(rest / unit));
    rest %= unit;
  }
  return digits;
}
