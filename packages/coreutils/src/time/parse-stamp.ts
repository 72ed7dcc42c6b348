import { localTime, momentOfWallClock } from '@cloche/system';

/** Reads a time as `touch -t` takes it, `[[CC]YY]MMDDhhmm[.ss]`. */
export function parseStamp(
  text: string,
  { nowMs, zone }: { readonly nowMs: number; readonly zone: string | undefined },
): number | undefined {
  const [whole, year = '', month, day, hour, minute, second = '0'] =
    /^(\d{4}|\d{2})?(\d{2})(\d{2})(\d{2})(\d{2})(?:\.(\d{2}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const fields = [month, day, hour, minute, second].map(Number);
  const [m = 0, d = 0, h = 0, min = 0, s = 0] = fields;
  if (m < 1 || m > 12 || d < 1 || d > 31 || h > 23 || min > 59 || s > 60) return undefined;
  return momentOfWallClock(Date.UTC(fullYear(year, nowMs, zone), m - 1, d, h, min, s), zone);
}

function fullYear(year: string, nowMs: number, zone: string | undefined): number {
  if (year === '') return localTime(nowMs, zone).year;
  const number = Number(year);
  return year.length === 4 ? number : number + (number < 69 ? 2000 : 1900);
}
