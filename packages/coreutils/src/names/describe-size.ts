const UNITS = ['', 'K', 'M', 'G', 'T', 'P', 'E'];

/** Returns a size as `ls -h` shows it: at most three digits, rounded up, such as `1.5K`. */
export function describeSize(bytes: number, base: 1024 | 1000 = 1024): string {
  let value = bytes;
  let unit = 0;
  while (value >= base && unit < UNITS.length - 1) {
    value /= base;
    unit++;
  }
  const letter = base === 1000 && unit === 1 ? 'k' : (UNITS[unit] ?? '');
  if (unit === 0) return String(bytes);
  const tenths = Math.ceil(value * 10) / 10;
  if (tenths < 10) return `${tenths.toFixed(1)}${letter}`;
  const whole = Math.ceil(value);
  return whole >= base ? `1.0${UNITS[unit + 1] ?? ''}` : `${whole}${letter}`;
}
