import { localTime, momentOfWallClock } from '@cloche/system';

/** What a date is relative to. */
export interface DateContext {
  readonly nowMs: number;
  readonly zone: string | undefined;
}

/** A calendar and clock in the making; fields may be out of range until they are put together. */
interface Draft {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
  /** Minutes east of UTC, when the text names a zone. */
  offset: number | undefined;
  /** Added at the end, wherever in the text they stand. */
  shiftMs: number;
  shiftMonths: number;
  shiftDays: number;
  hasTime: boolean;
  hasDate: boolean;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const ZONES: ReadonlyMap<string, number> = new Map([
  ['utc', 0],
  ['gmt', 0],
  ['z', 0],
  ['est', -300],
  ['edt', -240],
  ['cst', -360],
  ['cdt', -300],
  ['mst', -420],
  ['mdt', -360],
  ['pst', -480],
  ['pdt', -420],
  ['cet', 60],
  ['cest', 120],
]);
const ORDINALS: ReadonlyMap<string, number> = new Map([
  ['last', -1],
  ['this', 0],
  ['next', 1],
  ['a', 1],
  ['an', 1],
]);

/** Changes the draft by what a piece of the text says. */
type Apply = (draft: Draft, match: RegExpExecArray, context: DateContext) => void;

/** Forms that a date is made of; the first that fits at the start of what is left applies. */
const FORMS: readonly (readonly [RegExp, Apply])[] = [
  [/^[\s,]+/, () => undefined],
  [/^\(.*?\)/, () => undefined],
  [/^(\d{4})-(\d{1,2})-(\d{1,2})(?=T|\s|$)/i, setDate(1, 2, 3)],
  [/^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?!\d)/, setDate(3, 1, 2)],
  [/^(\d{4})\/(\d{1,2})\/(\d{1,2})(?!\d)/, setDate(1, 2, 3)],
  [/^(\d{1,2})\/(\d{1,2})(?![\d/])/, setDate(0, 1, 2)],
  [/^(\d{4})(\d{2})(\d{2})(?!\d)/, setDate(1, 2, 3)],
  [/^T?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(am|pm|a\.m\.|p\.m\.)?/i, setTime],
  [/^(\d{1,2})\s*(am|pm)\b/i, setHour],
  [/^([+-])(\d{2}):?(\d{2})?(?![\d:]|\s*[a-z])/i, setOffset],
  [
    /^(\d{1,2})[\s-]+(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:[\s,-]+(\d{4}))?/i,
    setNamedDate(1, 2, 3),
  ],
  [
    /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?![\d:])(?:[\s,]+(\d{4})(?![\d:]))?/i,
    setNamedDate(2, 1, 3),
  ],
  [/^(now|today)\b/i, () => undefined],
  [
    /^(yesterday|tomorrow)\b/i,
    (draft, match) => addUnits(draft, (match[1] ?? '').toLowerCase() === 'tomorrow' ? 1 : -1, 'day'),
  ],
  [
    /^(midnight|noon)\b/i,
    (draft, match) => setClock(draft, (match[1] ?? '').toLowerCase() === 'noon' ? 12 : 0, 0, 0, 0),
  ],
  [
    /^([+-]?\s*\d+|last|this|next|an?)\s*(second|sec|minute|min|hour|day|week|fortnight|month|year)s?(\s+ago)?\b/i,
    addRelative,
  ],
  [/^(last|this|next)?\s*(sun|mon|tue|wed|thu|fri|sat)[a-z]*\.?/i, setWeekday],
  [/^([a-z]{1,4})\b/i, setZone],
  [
    /^(\d{4})(?!\d)/,
    (draft, match) => {
      draft.year = Number(match[1]);
    },
  ],
];

/** Reads a date as GNU `date -d` does: ISO and other common forms, names, `@SECONDS`, and phrases such as `2 days ago`. */
export function parseDate(text: string, context: DateContext): number | undefined {
  const seconds = /^\s*@([+-]?\d+(?:\.\d+)?)\s*$/.exec(text)?.[1];
  if (seconds !== undefined) return Number(seconds) * 1000;
  const draft = startDraft(context);
  let rest = text;
  while (rest !== '') {
    const used = applyForm(rest, draft, context);
    if (used === 0) return undefined;
    rest = rest.slice(used);
  }
  return assemble(draft, text, context);
}

function startDraft({ nowMs, zone }: DateContext): Draft {
  const { year, month, day, hour, minute, second, nanosecond } = localTime(nowMs, zone);
  const millisecond = nanosecond / 1_000_000;
  return {
    year,
    month,
    day,
    hour,
    minute,
    second,
    millisecond,
    offset: undefined,
    shiftMs: 0,
    shiftMonths: 0,
    shiftDays: 0,
    hasTime: false,
    hasDate: false,
  };
}

function applyForm(rest: string, draft: Draft, context: DateContext): number {
  for (const [form, apply] of FORMS) {
    const match = form.exec(rest);
    if (!match) continue;
    const zoneBefore = draft.offset;
    apply(draft, match, context);
    if (apply === setZone && draft.offset === zoneBefore && !ZONES.has(match[0].toLowerCase())) continue;
    return match[0].length;
  }
  return 0;
}

function assemble(draft: Draft, text: string, { zone }: DateContext): number | undefined {
  const isDay = draft.hasDate || text.trim() === '';
  if (isDay && !draft.hasTime) setClock(draft, 0, 0, 0, 0);
  if (draft.month < 1 || draft.hour > 24 || draft.minute > 59 || draft.second > 60) return undefined;
  const wall = new Date(0);
  wall.setUTCFullYear(draft.year, draft.month - 1 + draft.shiftMonths, draft.day + draft.shiftDays);
  wall.setUTCHours(draft.hour, draft.minute, draft.second, draft.millisecond);
  const wallMs = wall.getTime();
  if (Number.isNaN(wallMs)) return undefined;
  const moment = draft.offset === undefined ? momentOfWallClock(wallMs, zone) : wallMs - draft.offset * 60_000;
  return moment + draft.shiftMs;
}

function setDate(yearAt: number, monthAt: number, dayAt: number): Apply {
  return (draft, match) => {
    if (yearAt > 0) draft.year = fullYear(match[yearAt] ?? '');
    draft.month = Number(match[monthAt]);
    draft.day = Number(match[dayAt]);
    draft.hasDate = true;
    if (draft.month > 12 || draft.day > 31) draft.month = 0;
  };
}

function setNamedDate(dayAt: number, monthAt: number, yearAt: number): Apply {
  return (draft, match) => {
    draft.day = Number(match[dayAt]);
    draft.month = MONTHS.indexOf((match[monthAt] ?? '').slice(0, 3).toLowerCase()) + 1;
    if (match[yearAt] !== undefined) draft.year = Number(match[yearAt]);
    draft.hasDate = true;
  };
}

function setTime(draft: Draft, match: RegExpExecArray): void {
  const [, hour, minute, second = '0', fraction = '0', half] = match;
  setClock(draft, hourOf(Number(hour), half), Number(minute), Number(second), Number(`0.${fraction}`) * 1000);
}

function setHour(draft: Draft, match: RegExpExecArray): void {
  setClock(draft, hourOf(Number(match[1]), match[2]), 0, 0, 0);
}

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  return (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
}

function setClock(draft: Draft, hour: number, minute: number, second: number, millisecond: number): void {
  Object.assign(draft, { hour, minute, second, millisecond, hasTime: true });
}

function setOffset(draft: Draft, match: RegExpExecArray): void {
  const [, sign, hours, minutes = '0'] = match;
  draft.offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}

function setZone(draft: Draft, match: RegExpExecArray): void {
  const offset = ZONES.get((match[1] ?? '').toLowerCase());
  if (offset !== undefined) draft.offset = offset;
}

function addRelative(draft: Draft, match: RegExpExecArray): void {
  const [, amount = '', unit = '', ago] = match;
  const count = ORDINALS.get(amount.toLowerCase()) ?? Number(amount.replaceAll(/\s/g, ''));
  addUnits(draft, ago === undefined ? count : -count, unit.toLowerCase());
}

const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ['second', 1000],
  ['sec', 1000],
  ['minute', 60_000],
  ['min', 60_000],
  ['hour', 3_600_000],
]);

function addUnits(draft: Draft, count: number, unit: string): void {
  const unitMs = UNIT_MS.get(unit);
  if (unitMs !== undefined) draft.shiftMs += count * unitMs;
  else if (unit === 'month') draft.shiftMonths += count;
  else if (unit === 'year') draft.shiftMonths += 12 * count;
  else draft.shiftDays += count * (unit === 'week' ? 7 : unit === 'fortnight' ? 14 : 1);
}

function setWeekday(draft: Draft, match: RegExpExecArray): void {
  const [, which = 'this', name = ''] = match;
  const wanted = WEEKDAYS.indexOf(name.toLowerCase());
  const current = new Date(Date.UTC(draft.year, draft.month - 1, draft.day)).getUTCDay();
  const ahead = (wanted - current + 7) % 7;
  const weeks = ORDINALS.get(which.toLowerCase()) ?? 0;
  draft.day += draft.hasDate ? 0 : ahead + 7 * (weeks - (weeks > 0 && ahead > 0 ? 1 : 0));
  draft.hasDate = true;
}

function fullYear(text: string): number {
  const number = Number(text);
  return text.length > 2 ? number : number + (number < 69 ? 2000 : 1900);
}
