import {
  add,
  compare,
  type Decimal,
  decimalOf,
  divide,
  multiply,
  negate,
  ONE,
  squareRoot,
  subtract,
  toInteger,
  withScale,
  ZERO,
} from './decimal.ts';

/** A function of `bc -l`. */
interface MathFunction {
  readonly parameters: number;
  compute(values: readonly Decimal[], scale: number): Decimal;
}

/** Digits that are computed beyond those that are wanted. */
const GUARD_DIGITS = 12;

/** Sine, cosine, arctangent, logarithm, exponential and Bessel functions, to `scale` digits, cut off. */
export const MATH_FUNCTIONS: ReadonlyMap<string, MathFunction> = new Map<string, MathFunction>([
  ['s', one(sine)],
  ['c', one((value, scale) => sine(add(value, divide(pi(scale), decimalOf(2), scale)), scale))],
  ['a', one(arctangent)],
  ['l', one(logarithm)],
  ['e', one(exponential)],
  [
    'j',
    {
      parameters: 2,
      compute: ([order = ZERO, value = ZERO], scale) =>
        cut(bessel(toInteger(order), value, scale + GUARD_DIGITS), scale),
    },
  ],
]);

function one(compute: (value: Decimal, scale: number) => Decimal): MathFunction {
  return {
    parameters: 1,
    compute: ([value = ZERO], scale) => cut(compute(value, scale + GUARD_DIGITS + integerDigits(value)), scale),
  };
}

/** Zero has no digits behind the point. */
function cut(value: Decimal, scale: number): Decimal {
  const result = withScale(value, scale);
  return result.units === 0n ? ZERO : result;
}

function integerDigits(value: Decimal): number {
  return withScale(value, 0).units.toString().length;
}

/** Adds terms until they are too small to count. */
function sum(first: Decimal, nextTerm: (term: Decimal, index: number) => Decimal, scale: number): Decimal {
  let total = first;
  let term = first;
  for (let index = 1; ; index++) {
    term = withScale(nextTerm(term, index), scale);
    if (term.units === 0n) return total;
    total = add(total, term);
  }
}

function exponential(value: Decimal, scale: number): Decimal {
  if (value.units < 0n) {
    const inverse = exponential(negate(value), scale + integerDigits(value));
    return divide(ONE, inverse, scale);
  }
  let halvings = 0;
  let small = withScale(value, scale + 10);
  while (compare(small, ONE) > 0) {
    small = divide(small, decimalOf(2), scale + 10 + halvings);
    halvings++;
  }
  const inner = scale + 10 + halvings + Math.ceil(Math.max(0, toInteger(value)) / 2.3);
  let result = sum(
    withScale(ONE, inner),
    (term, index) => divide(multiply(term, small, inner), decimalOf(index), inner),
    inner,
  );
  for (; halvings > 0; halvings--) result = multiply(result, result, inner);
  return withScale(result, scale);
}

function logarithm(value: Decimal, scale: number): Decimal {
  if (value.units <= 0n) return divide(subtract(ONE, withScale(decimalOf(10n ** BigInt(scale)), 0)), ONE, scale);
  let factor = 2n;
  let root = withScale(value, scale + 20);
  const [low, high] = [divide(decimalOf(1), decimalOf(2), scale), decimalOf(2)];
  while (compare(root, high) >= 0 || compare(root, low) <= 0) {
    root = squareRoot(root, scale + 20);
    factor *= 2n;
  }
  const inner = scale + 20;
  const ratio = divide(subtract(root, ONE), add(root, ONE), inner);
  const square = multiply(ratio, ratio, inner);
  let power = ratio;
  let total = ratio;
  for (let index = 3; ; index += 2) {
    power = withScale(multiply(power, square, inner), inner);
    const term = divide(power, decimalOf(index), inner);
    if (term.units === 0n) break;
    total = add(total, term);
  }
  return withScale(multiply(decimalOf(factor), total, inner), scale);
}

function sine(value: Decimal, scale: number): Decimal {
  const inner = scale + integerDigits(value) + 4;
  const turn = multiply(pi(inner), decimalOf(2), inner);
  const turns = withScale(divide(value, turn, inner), 0);
  const angle = withScale(subtract(withScale(value, inner), multiply(turns, turn, inner)), inner);
  const square = negate(multiply(angle, angle, inner));
  return sum(
    angle,
    (term, index) => divide(multiply(term, square, inner), decimalOf(2 * index * (2 * index + 1)), inner),
    inner,
  );
}

const QUARTER_BELOW = 0.2;

function arctangent(value: Decimal, scale: number): Decimal {
  if (value.units < 0n) return negate(arctangent(negate(value), scale));
  const inner = scale + 8;
  let small = withScale(value, inner);
  let doublings = 0;
  while (Number(withScale(small, 6).units) / 1e6 > QUARTER_BELOW) {
    const root = squareRoot(add(ONE, multiply(small, small, inner)), inner);
    small = divide(small, add(ONE, root), inner);
    doublings++;
  }
  const square = negate(multiply(small, small, inner));
  let power = small;
  let total = small;
  for (let index = 3; ; index += 2) {
    power = withScale(multiply(power, square, inner), inner);
    const term = divide(power, decimalOf(index), inner);
    if (term.units === 0n) break;
    total = add(total, term);
  }
  return multiply(total, decimalOf(2n ** BigInt(doublings)), inner);
}

/** Machin's formula. */
function pi(scale: number): Decimal {
  const inner = scale + 6;
  const inverse = (number: number): Decimal => {
    let power = divide(ONE, decimalOf(number), inner);
    let total = power;
    for (let index = 3, sign = -1; ; index += 2, sign = -sign) {
      power = divide(power, decimalOf(number * number), inner);
      const term = divide(power, decimalOf(index), inner);
      if (term.units === 0n) return total;
      total = sign < 0 ? subtract(total, term) : add(total, term);
    }
  };
  const quarter = subtract(multiply(decimalOf(4), inverse(5), inner), inverse(239));
  return withScale(multiply(decimalOf(4), quarter, inner), scale);
}

function bessel(order: number, value: Decimal, scale: number): Decimal {
  const size = Math.abs(order);
  const half = divide(value, decimalOf(2), scale * 2);
  let first = ONE;
  for (let index = 1; index <= size; index++) {
    first = divide(multiply(first, half, scale * 2), decimalOf(index), scale * 2);
  }
  const square = negate(multiply(half, half, scale * 2));
  const total = sum(
    withScale(first, scale * 2),
    (term, index) => divide(multiply(term, square, scale * 2), decimalOf(index * (index + size)), scale * 2),
    scale * 2,
  );
  return order < 0 && size % 2 === 1 ? negate(total) : total;
}
