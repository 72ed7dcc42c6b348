/** A moment as a calendar and a clock show it. */
export interface LocalTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly nanosecond: number;
  /** 0 for Sunday. */
  readonly weekday: number;
  /** 1 for January 1st. */
  readonly yearDay: number;
  /** Minutes east of UTC. */
  readonly offsetMinutes: number;
  /** Such as `UTC` or `CET`. */
  readonly zone: string;
  readonly epochMs: number;
}

const DAY_MS = 86_400_000;

/** Returns the local time of a moment in the zone that `TZ` names; without one in the host's own. */
export function localTime(epochMs: number, zone: string | undefined): LocalTime {
  const rule = zoneRule(zone);
  const offsetMinutes = rule.offsetMinutes(epochMs);
  const shifted = new Date(Math.floor(epochMs) + offsetMinutes * 60_000);
  const year = shifted.getUTCFullYear();
  const startOfDay = Date.UTC(year, shifted.getUTCMonth(), shifted.getUTCDate());
  return {
    year,
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    second: shifted.getUTCSeconds(),
    nanosecond: Math.round((((epochMs % 1000) + 1000) % 1000) * 1_000_000),
    weekday: shifted.getUTCDay(),
    yearDay: Math.round((startOfDay - Date.UTC(year, 0, 1)) / DAY_MS) + 1,
    offsetMinutes,
    zone: rule.name(epochMs),
    epochMs,
  };
}

/** Returns the moment at which a clock in the zone shows `wallMs`, a time taken as if it were UTC. */
export function momentOfWallClock(wallMs: number, zone: string | undefined): number {
  const rule = zoneRule(zone);
  const guess = wallMs - rule.offsetMinutes(wallMs) * 60_000;
  return wallMs - rule.offsetMinutes(guess) * 60_000;
}

/** What a time zone says about a moment. */
interface ZoneRule {
  offsetMinutes(epochMs: number): number;
  name(epochMs: number): string;
}

const UTC: ZoneRule = { offsetMinutes: () => 0, name: () => 'UTC' };

function zoneRule(zone: string | undefined): ZoneRule {
  const name = zone?.replace(/^:/, '');
  if (name === undefined) return namedZone(undefined);
  if (name === '' || /^(?:UTC|GMT)0?$/.test(name))
    return { ...UTC, name: () => (name.startsWith('GMT') ? 'GMT' : 'UTC') };
  return posixZone(name) ?? namedZone(name);
}

/** Zones such as `EST5` or `<+03>-3`, without daylight saving. */
function posixZone(text: string): ZoneRule | undefined {
  const [, quoted, bare, sign, hours, minutes = '0'] =
    /^(?:<([^>]+)>|([A-Za-z]{3,}))([+-]?)(\d{1,2})(?::(\d{2}))?$/.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const west = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  return { offsetMinutes: () => -west, name: () => quoted ?? bare ?? '' };
}

function namedZone(timeZone: string | undefined): ZoneRule {
  try {
    const fields = new Intl.DateTimeFormat('en-US', {
      ...(timeZone === undefined ? {} : { timeZone }),
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    const names = new Intl.DateTimeFormat('en-US', {
      ...(timeZone === undefined ? {} : { timeZone }),
      timeZoneName: 'short',
    });
    return {
      offsetMinutes: (epochMs) => Math.round((wallClock(fields, epochMs) - Math.floor(epochMs / 1000) * 1000) / 60_000),
      name: (epochMs) => {
        const part = names.formatToParts(epochMs).find(({ type }) => type === 'timeZoneName');
        return part?.value.replace(/^GMT(?=[+-])/, '') ?? 'UTC';
      },
    };
  } catch {
    return UTC;
  }
}

function wallClock(fields: Intl.DateTimeFormat, epochMs: number): number {
  const parts = new Map(fields.formatToParts(epochMs).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}
