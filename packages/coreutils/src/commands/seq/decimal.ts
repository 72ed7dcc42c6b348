/** A decimal number, exact: `units` divided by 10 to the `places`. */
export interface Decimal {
  readonly units: bigint;
  readonly places: number;
}

/** Parses a number such as `-1.50` or `1e3`; its places are those that are written. */
export function parseDecimal(text: string): Decimal | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole === '' && fraction === '') return undefined;
  const shift = Number(exponent) - fraction.length;
  const digits = BigInt(`${whole}${fraction}`) * 10n ** BigInt(Math.max(shift, 0));
  return { units: sign === '-' ? -digits : digits, places: Math.max(-shift, 0) };
}

/** Writes a number with so many places. */
export function showDecimal(units: bigint, places: number): string {
  if (places === 0) return units.toString();
  const isNegative = units < 0n;
  const digits = (isNegative ? -units : units).toString().padStart(places + 1, '0');
  return `${isNegative ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
