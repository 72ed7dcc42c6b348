/** A decimal number of any length: `units` divided by 10 to the power of `scale`. */
export interface Decimal {
  readonly units: bigint;
  /** Digits behind the point, trailing zeros included. */
  readonly scale: number;
}

export const ZERO: Decimal = { units: 0n, scale: 0 };
export const ONE: Decimal = { units: 1n, scale: 0 };

/** More digits than this would take too long to multiply. */
const MAX_DIGITS = 1_000_000;

/** Something that bc cannot compute, in its words. */
export class BcFault extends Error {
  readonly code = 'BC';
}

/** Returns a number of an integer. */
export function decimalOf(value: number | bigint): Decimal {
  return { units: BigInt(value), scale: 0 };
}

/** Returns the value with another number of digits behind the point; what is cut off is lost. */
export function withScale({ units, scale }: Decimal, wanted: number): Decimal {
  if (wanted === scale) return { units, scale };
  return { units: wanted > scale ? units * tenTo(wanted - scale) : units / tenTo(scale - wanted), scale: wanted };
}

const powers: bigint[] = [1n];
function tenTo(exponent: number): bigint {
  if (exponent > MAX_DIGITS) throw new BcFault('number too large');
  return (powers[exponent] ??= 10n ** BigInt(exponent));
}

export function add(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale);
  return { units: withScale(left, scale).units + withScale(right, scale).units, scale };
}

export function negate({ units, scale }: Decimal): Decimal {
  return { units: -units, scale };
}

export function subtract(left: Decimal, right: Decimal): Decimal {
  return add(left, negate(right));
}

/** The product has as many digits as its factors, but no more than `scale` or than one of them. */
export function multiply(left: Decimal, right: Decimal, scale: number): Decimal {
  const full = left.scale + right.scale;
  const product = { units: left.units * right.units, scale: full };
  return withScale(product, Math.min(full, Math.max(scale, left.scale, right.scale)));
}

export function divide(left: Decimal, right: Decimal, scale: number): Decimal {
  if (right.units === 0n) throw new BcFault('Divide by zero');
  const shift = scale + right.scale - left.scale;
  const units = shift >= 0 ? (left.units * tenTo(shift)) / right.units : left.units / (right.units * tenTo(-shift));
  return { units, scale };
}

/** What is left of a division to `scale` digits. */
export function remainder(left: Decimal, right: Decimal, scale: number): Decimal {
  if (right.units === 0n) throw new BcFault('Modulo by zero');
  const quotient = divide(left, right, scale);
  const wanted = Math.max(left.scale, right.scale + scale);
  const product = { units: quotient.units * right.units, scale: quotient.scale + right.scale };
  return withScale(subtract(left, product), wanted);
}

/** A power with a whole exponent; what is behind the exponent's point is ignored. */
export function power(base: Decimal, exponent: Decimal, scale: number): Decimal {
  const count = withScale(exponent, 0).units;
  if (count === 0n) return ONE;
  const times = count < 0n ? -count : count;
  const digits = Math.max(1, base.units.toString().length);
  if (times * BigInt(digits) > BigInt(MAX_DIGITS) && base.units !== 1n && base.units !== 0n && base.units !== -1n) {
    throw new BcFault('exponent too large');
  }
  const full = base.scale * Number(times);
  const result = { units: base.units ** times, scale: full };
  if (count > 0n) return withScale(result, Math.min(full, Math.max(scale, base.scale)));
  return divide(ONE, result, scale);
}

export function squareRoot(value: Decimal, scale: number): Decimal {
  if (value.units < 0n) throw new BcFault('Square root of a negative number');
  const wanted = Math.max(scale, value.scale);
  const { units } = withScale(value, wanted * 2);
  return { units: integerRoot(units), scale: wanted };
}

function integerRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** Returns -1, 0 or 1. */
export function compare(left: Decimal, right: Decimal): number {
  const { units } = subtract(left, right);
  return units < 0n ? -1 : units > 0n ? 1 : 0;
}

/** Returns the digits of a number, the ones behind the point included. */
export function digitCount({ units, scale }: Decimal): number {
  const digits = (units < 0n ? -units : units).toString().length;
  return units === 0n ? Math.max(scale, 1) : Math.max(digits, scale);
}

/** Returns a number as a JavaScript integer, limited to what those hold. */
export function toInteger(value: Decimal): number {
  const { units } = withScale(value, 0);
  return Number(
    units > 9007199254740991n ? 9007199254740991n : units < -9007199254740991n ? -9007199254740991n : units,
  );
}
