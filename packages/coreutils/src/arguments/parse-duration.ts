const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ['', 1000],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** Returns the milliseconds of a duration such as `1.5`, `2m` or `infinity`; `undefined` when it is none. */
export function parseDuration(text: string): number | undefined {
  const [, number, unit = ''] = /^\+?((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?)([smhd]?)$/i.exec(text) ?? [];
  const unitMs = UNIT_MS.get(unit);
  if (number === undefined || unitMs === undefined) return undefined;
  return number.toLowerCase().startsWith('inf') ? Number.MAX_SAFE_INTEGER : Number(number) * unitMs;
}
