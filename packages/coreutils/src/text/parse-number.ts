/** A number read from the start of a text, and whether that was all of it. */
export interface ReadNumber<Value> {
  readonly value: Value;
  readonly isComplete: boolean;
  readonly isNumber: boolean;
}

const MIN_SIGNED = -(2n ** 63n);

/** Reads an integer as C does: sign, `0x`, leading `0` for octal, and a quote before a character for its code. */
export function readInteger(text: string): ReadNumber<bigint> & { readonly isOutOfRange: boolean } {
  const trimmed = text.trimStart();
  const character = /^["'](.)/su.exec(trimmed)?.[1];
  if (character !== undefined) {
    const isComplete = trimmed.length === 1 + character.length;
    return { value: BigInt(character.codePointAt(0) ?? 0), isComplete, isNumber: true, isOutOfRange: false };
  }
  const [whole, sign = '', hexadecimal, octal, decimal] =
    /^([+-]?)(?:0[xX]([0-9A-Fa-f]+)|(0[0-7]*)|([1-9]\d*))/.exec(trimmed) ?? [];
  if (whole === undefined)
    return { value: 0n, isComplete: trimmed === '', isNumber: trimmed === '', isOutOfRange: false };
  const magnitude = BigInt(
    hexadecimal !== undefined
      ? `0x${hexadecimal}`
      : octal !== undefined
        ? `0o${octal.slice(1) || '0'}`
        : (decimal ?? '0'),
  );
  const exact = sign === '-' ? -magnitude : magnitude;
  const limited = exact < MIN_SIGNED ? MIN_SIGNED : exact;
  return {
    value: limited,
    isComplete: whole.length === trimmed.length,
    isNumber: true,
    isOutOfRange: exact > 2n ** 64n - 1n || exact < MIN_SIGNED,
  };
}

/** Reads a floating point number as strtod does. */
export function readFloat(text: string): ReadNumber<number> {
  const trimmed = text.trimStart();
  const character = /^["'](.)/su.exec(trimmed)?.[1];
  if (character !== undefined) return { value: character.codePointAt(0) ?? 0, isComplete: true, isNumber: true };
  const [whole, sign = '', body = ''] =
    /^([+-]?)(inf(?:inity)?|nan|0[xX][0-9A-Fa-f]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/i.exec(trimmed) ?? [];
  if (whole === undefined) return { value: 0, isComplete: trimmed === '', isNumber: trimmed === '' };
  const lower = body.toLowerCase();
  const magnitude = lower.startsWith('inf') ? Number.POSITIVE_INFINITY : lower === 'nan' ? Number.NaN : Number(lower);
  return { value: sign === '-' ? -magnitude : magnitude, isComplete: whole.length === trimmed.length, isNumber: true };
}
