const POWERS: readonly string[] = ['', 'K', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y'];

/**
 * Returns the number of a size such as `10`, `4k`, `2MB`, `1KiB` or `3b`: K, M, G and so on count in 1024, with a B
 * behind them in 1000; b is 512. `undefined` when it is none.
 */
export function parseSize(text: string): number | undefined {
  const [, digits, unit = ''] = /^(\d+)(b|[kKmMGTPEZY](?:iB|B)?)?$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  if (unit === 'b') return Number(digits) * 512;
  const base = unit.length === 2 ? 1000 : 1024;
  return Number(digits) * base ** POWERS.indexOf(unit.slice(0, 1).toUpperCase());
}
