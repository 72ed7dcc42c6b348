/**
 * A 64-bit signed integer: a `number` while it is a safe integer, else a `bigint`. Both forms of one value never occur,
 * so equal integers of equal type are equal.
 */
export type Integer = number | bigint;

/** Wraps to 64 bits and returns the canonical form. */
export function wrapInteger(value: bigint): Integer {
  const wrapped = BigInt.asIntN(64, value);
  return wrapped >= BigInt(Number.MIN_SAFE_INTEGER) && wrapped <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(wrapped)
    : wrapped;
}

/** Adds with wrap-around. */
export function add(left: Integer, right: Integer): Integer {
  if (typeof left === 'number' && typeof right === 'number') {
    const sum = left + right;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return wrapInteger(BigInt(left) + BigInt(right));
}

/** Subtracts with wrap-around. */
export function subtract(left: Integer, right: Integer): Integer {
  if (typeof left === 'number' && typeof right === 'number') {
    const difference = left - right;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return wrapInteger(BigInt(left) - BigInt(right));
}

/** Multiplies with wrap-around. */
export function multiply(left: Integer, right: Integer): Integer {
  if (typeof left === 'number' && typeof right === 'number') {
    const product = left * right;
    if (Number.isSafeInteger(product)) return product + 0;
  }
  return wrapInteger(BigInt(left) * BigInt(right));
}

/** Divides toward zero; `right` is not 0. */
export function divide(left: Integer, right: Integer): Integer {
  if (typeof left === 'number' && typeof right === 'number') return Math.trunc(left / right) + 0;
  return wrapInteger(BigInt(left) / BigInt(right));
}

/** Remainder with the sign of `left`; `right` is not 0. */
export function remainder(left: Integer, right: Integer): Integer {
  if (typeof left === 'number' && typeof right === 'number') return (left % right) + 0;
  return wrapInteger(BigInt(left) % BigInt(right));
}

/** Raises to a power that is not negative. */
export function power(base: Integer, exponent: Integer): Integer {
  let result = 1n;
  let factor = BigInt(base);
  for (let rest = BigInt(exponent); rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = BigInt.asIntN(64, result * factor);
    factor = BigInt.asIntN(64, factor * factor);
  }
  return wrapInteger(result);
}

/** Bitwise operations by operator. */
export function bitwise(operator: '&' | '|' | '^' | '<<' | '>>', left: Integer, right: Integer): Integer {
  if (typeof left === 'number' && typeof right === 'number' && isInt32(left) && isInt32(right)) {
    if (operator === '&') return left & right;
    if (operator === '|') return left | right;
    if (operator === '^') return left ^ right;
    if (operator === '>>' && right >= 0 && right < 32) return left >> right;
    if (operator === '<<' && right >= 0 && right < 20) return left * 2 ** right;
  }
  const a = BigInt(left);
  const b = BigInt(right);
  if (operator === '&') return wrapInteger(a & b);
  if (operator === '|') return wrapInteger(a | b);
  if (operator === '^') return wrapInteger(a ^ b);
  const distance = b & 63n;
  return wrapInteger(operator === '<<' ? a << distance : a >> distance);
}

function isInt32(value: number): boolean {
  return (value | 0) === value;
}

/**
 * Reads an integer constant as arithmetic does: decimal, `0x`, octal with a leading zero, `base#digits`. Returns
 * `undefined` when it is none.
 */
export function parseInteger(text: string): Integer | undefined {
  if (/^\d{1,15}$/.test(text) && (text.length === 1 || text[0] !== '0')) return Number(text);
  if (/^\d+$/.test(text) && text[0] !== '0') return wrapInteger(BigInt(text));
  if (/^0[0-7]*$/.test(text)) return wrapInteger(text === '0' ? 0n : BigInt(`0o${text.slice(1)}`));
  if (/^0[xX][0-9a-fA-F]*$/.test(text)) return wrapInteger(text.length === 2 ? 0n : BigInt(text));
  const based = /^([1-9]\d?)#([0-9a-zA-Z@_]+)$/.exec(text);
  if (!based) return undefined;
  return parseDigits(based[2] ?? '', Number(based[1]));
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@_';

function parseDigits(digits: string, base: number): Integer | undefined {
  if (base < 2 || base > 64) return undefined;
  let value = 0n;
  for (const digit of base <= 36 ? digits.toLowerCase() : digits) {
    const number = DIGITS.indexOf(digit);
    if (number < 0 || number >= base) return undefined;
    value = value * BigInt(base) + BigInt(number);
  }
  return wrapInteger(value);
}
