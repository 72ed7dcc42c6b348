/** A number that an argument of `printf` stands for, and what is wrong with it. */
export interface PrintfNumber<T> {
  readonly number: T;
  readonly problem: string | undefined;
}

const LARGEST = 2n ** 63n - 1n;
const LARGEST_UNSIGNED = 2n ** 64n - 1n;

/** Reads an integer as `printf %d` does: C constants, `'c` for a character's code, as many digits as there are. */
export function parsePrintfInteger(text: string, isUnsigned = false): PrintfNumber<bigint> {
  const character = characterCode(text);
  if (character !== undefined) return { number: BigInt(character), problem: undefined };
  const match = /^\s*([-+]?)(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9]\d*)/.exec(text);
  if (!match) return { number: 0n, problem: text === '' ? undefined : `${text}: invalid number` };
  const digits = match[2] ?? '0';
  const magnitude = /^0[0-7]+$/.test(digits) ? BigInt(`0o${digits.slice(1)}`) : BigInt(digits);
  const value = match[1] === '-' ? -magnitude : magnitude;
  const isWhole = match[0].length === text.trimEnd().length;
  const warning = `warning: ${text}: Numerical result out of range`;
  if (isUnsigned) {
    if (magnitude > LARGEST_UNSIGNED) return { number: -1n, problem: warning };
    if (isWhole) return { number: BigInt.asIntN(64, value), problem: undefined };
  }
  if (value > LARGEST) return { number: LARGEST, problem: warning };
  if (value < -LARGEST - 1n) return { number: -LARGEST - 1n, problem: warning };
  return { number: value, problem: isWhole ? undefined : `${text}: invalid number` };
}

/** Reads a floating number as `printf %f` does. */
export function parsePrintfFloat(text: string): PrintfNumber<number> {
  const character = characterCode(text);
  if (character !== undefined) return { number: character, problem: undefined };
  const special = /^\s*([-+]?)(inf(?:inity)?|nan)$/i.exec(text);
  if (special) {
    const value = special[2]?.toLowerCase() === 'nan' ? Number.NaN : Number.POSITIVE_INFINITY;
    return { number: special[1] === '-' ? -value : value, problem: undefined };
  }
  const match = /^\s*[-+]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/.exec(text);
  if (!match) return { number: 0, problem: `${text}: invalid number` };
  const sign = match[0].trim().startsWith('-') ? -1 : 1;
  const number = sign * Number(match[0].trim().replace(/^[-+]/, ''));
  return { number, problem: match[0].length === text.length ? undefined : `${text}: invalid number` };
}

function characterCode(text: string): number | undefined {
  if (!/^["']/.test(text)) return undefined;
  return text.length === 1 ? 0 : (text.codePointAt(1) ?? 0);
}
