const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

type Field = (date: Date) => string;

const FIELDS: Readonly<Record<string, Field>> = {
  a: (date) => (DAYS[date.getDay()] ?? '').slice(0, 3),
  A: (date) => DAYS[date.getDay()] ?? '',
  b: (date) => (MONTHS[date.getMonth()] ?? '').slice(0, 3),
  B: (date) => MONTHS[date.getMonth()] ?? '',
  c: (date) => formatDate('%a %b %e %H:%M:%S %Y', date),
  C: (date) => two(Math.floor(date.getFullYear() / 100)),
  d: (date) => two(date.getDate()),
  D: (date) => formatDate('%m/%d/%y', date),
  e: (date) => String(date.getDate()).padStart(2),
  F: (date) => formatDate('%Y-%m-%d', date),
  h: (date) => (MONTHS[date.getMonth()] ?? '').slice(0, 3),
  H: (date) => two(date.getHours()),
  I: (date) => two(date.getHours() % 12 || 12),
  j: (date) => String(dayOfYear(date)).padStart(3, '0'),
  k: (date) => String(date.getHours()).padStart(2),
  l: (date) => String(date.getHours() % 12 || 12).padStart(2),
  m: (date) => two(date.getMonth() + 1),
  M: (date) => two(date.getMinutes()),
  n: () => '\n',
  p: (date) => (date.getHours() < 12 ? 'AM' : 'PM'),
  r: (date) => formatDate('%I:%M:%S %p', date),
  R: (date) => formatDate('%H:%M', date),
  s: (date) => String(Math.floor(date.getTime() / 1000)),
  S: (date) => two(date.getSeconds()),
  t: () => '\t',
  T: (date) => formatDate('%H:%M:%S', date),
  u: (date) => String(date.getDay() || 7),
  w: (date) => String(date.getDay()),
  x: (date) => formatDate('%m/%d/%y', date),
  X: (date) => formatDate('%H:%M:%S', date),
  y: (date) => two(date.getFullYear() % 100),
  Y: (date) => String(date.getFullYear()),
  z: zoneOffset,
  Z: (date) => /\(([A-Z]+)\)/.exec(date.toString())?.[1] ?? (date.getTimezoneOffset() === 0 ? 'UTC' : zoneOffset(date)),
  '%': () => '%',
};

/** Formats seconds since 1970 by `strftime`'s conversions, in the machine's time zone. */
export function formatTime(format: string, seconds: number): string {
  return formatDate(format, new Date(seconds * 1000));
}

function formatDate(format: string, date: Date): string {
  return format.replace(/%[-_0^#]?([a-zA-Z%])/g, (whole, letter: string) => FIELDS[letter]?.(date) ?? whole);
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

function dayOfYear(date: Date): number {
  const start = Date.UTC(date.getFullYear(), 0, 0);
  return Math.round((Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) - start) / 86_400_000);
}

function zoneOffset(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const magnitude = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(magnitude / 60))}${two(magnitude % 60)}`;
}
