import type { LocalTime } from './local-time.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
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

/** A conversion: its text, and how it is padded where the format does not say. */
type Convert = (time: LocalTime) => { readonly text: string; readonly width?: number; readonly fill?: '0' | ' ' };

const number = (read: (time: LocalTime) => number, width: number, fill: '0' | ' ' = '0'): Convert => {
  return (time) => ({ text: String(read(time)), width, fill });
};
const text = (read: (time: LocalTime) => string): Convert => {
  return (time) => ({ text: read(time) });
};
const composed = (format: string): Convert => {
  return (time) => ({ text: formatTime(format, time) });
};

const CONVERSIONS: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ['%', text(() => '%')],
  ['n', text(() => '\n')],
  ['t', text(() => '\t')],
  ['a', text(({ weekday }) => (WEEKDAYS[weekday] ?? '').slice(0, 3))],
  ['A', text(({ weekday }) => WEEKDAYS[weekday] ?? '')],
  ['b', text(({ month }) => (MONTHS[month - 1] ?? '').slice(0, 3))],
  ['h', text(({ month }) => (MONTHS[month - 1] ?? '').slice(0, 3))],
  ['B', text(({ month }) => MONTHS[month - 1] ?? '')],
  ['c', composed('%a %b %e %H:%M:%S %Y')],
  ['C', number(({ year }) => Math.floor(year / 100), 2)],
  ['d', number(({ day }) => day, 2)],
  ['D', composed('%m/%d/%y')],
  ['e', number(({ day }) => day, 2, ' ')],
  ['F', composed('%Y-%m-%d')],
  ['g', number((time) => isoWeek(time).year % 100, 2)],
  ['G', number((time) => isoWeek(time).year, 4)],
  ['H', number(({ hour }) => hour, 2)],
  ['I', number(({ hour }) => hour % 12 || 12, 2)],
  ['j', number(({ yearDay }) => yearDay, 3)],
  ['k', number(({ hour }) => hour, 2, ' ')],
  ['l', number(({ hour }) => hour % 12 || 12, 2, ' ')],
  ['m', number(({ month }) => month, 2)],
  ['M', number(({ minute }) => minute, 2)],
  ['N', number(({ nanosecond }) => nanosecond, 9)],
  ['p', text(({ hour }) => (hour < 12 ? 'AM' : 'PM'))],
  ['P', text(({ hour }) => (hour < 12 ? 'am' : 'pm'))],
  ['q', number(({ month }) => Math.ceil(month / 3), 1)],
  ['r', composed('%I:%M:%S %p')],
  ['R', composed('%H:%M')],
  ['s', number(({ epochMs }) => Math.floor(epochMs / 1000), 1)],
  ['S', number(({ second }) => second, 2)],
  ['T', composed('%H:%M:%S')],
  ['u', number(({ weekday }) => weekday || 7, 1)],
  ['U', number(({ yearDay, weekday }) => Math.floor((yearDay + 6 - weekday) / 7), 2)],
  ['V', number((time) => isoWeek(time).week, 2)],
  ['w', number(({ weekday }) => weekday, 1)],
  ['W', number(({ yearDay, weekday }) => Math.floor((yearDay + 6 - ((weekday + 6) % 7)) / 7), 2)],
  ['x', composed('%m/%d/%y')],
  ['X', composed('%H:%M:%S')],
  ['y', number(({ year }) => ((year % 100) + 100) % 100, 2)],
  ['Y', number(({ year }) => year, 1)],
  ['z', text((time) => offset(time, ''))],
  [':z', text((time) => offset(time, ':'))],
  ['::z', text((time) => `${offset(time, ':')}:00`)],
  ['Z', text(({ zone }) => zone)],
]);

/** Formats a time as `date +FORMAT` does, in the C locale. Unknown conversions stay as they are. */
export function formatTime(format: string, time: LocalTime): string {
  return format.replaceAll(
    /%([-_0^#]*)(\d*)[EO]?(:{0,2}[a-zA-Z%])/g,
    (whole, flags: string, width: string, letter: string) => {
      const convert = CONVERSIONS.get(letter);
      if (!convert) return whole;
      const { text: plain, width: ownWidth = 0, fill: ownFill = ' ' } = convert(time);
      const isNumber = ownWidth > 0;
      if (letter === 'N' && width !== '')
        return plain.padStart(9, '0').slice(0, Number(width)).padEnd(Number(width), '0');
      if (flags.includes('-')) return changeCase(plain, flags);
      const fill = flags.includes('_') ? ' ' : flags.includes('0') ? '0' : ownFill;
      const wanted = width === '' ? ownWidth : Number(width);
      return changeCase(pad(plain, wanted, isNumber ? fill : flags.includes('0') ? '0' : ' '), flags);
    },
  );
}

function pad(plain: string, width: number, fill: string): string {
  if (fill === '0' && plain.startsWith('-')) return `-${plain.slice(1).padStart(width - 1, '0')}`;
  return plain.padStart(width, fill);
}

function changeCase(plain: string, flags: string): string {
  if (flags.includes('^')) return plain.toUpperCase();
  if (!flags.includes('#')) return plain;
  return plain === plain.toUpperCase() ? plain.toLowerCase() : plain.toUpperCase();
}

function offset({ offsetMinutes }: LocalTime, separator: string): string {
  const minutes = Math.abs(offsetMinutes);
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0');
  return `${offsetMinutes < 0 ? '-' : '+'}${hours}${separator}${String(minutes % 60).padStart(2, '0')}`;
}

/** The week (ISO 8601) that a day is in: weeks begin on Monday, and the first one has the year's first Thursday. */
function isoWeek({ year, yearDay, weekday }: LocalTime): { year: number; week: number } {
  const week = Math.floor((yearDay - (weekday || 7) + 10) / 7);
  if (week < 1) return { year: year - 1, week: weeksIn(year - 1) };
  return week > weeksIn(year) ? { year: year + 1, week: 1 } : { year, week };
}

function weeksIn(year: number): number {
  const lastDay = new Date(Date.UTC(year, 11, 31)).getUTCDay();
  const firstDay = new Date(Date.UTC(year, 0, 1)).getUTCDay();
  return lastDay === 4 || firstDay === 4 ? 53 : 52;
}
