import { formatTime, localTime, momentOfWallClock } from '@cloche/system';
import { AwkArray, InputText, isNumeric, UnsetVariable } from '../values.ts';
import type { Builtin, BuiltinCall } from './builtin.ts';

/** Time, files, commands and types. */
export const SYSTEM_FUNCTIONS: Readonly<Record<string, Builtin>> = {
  systime: { run: ({ runtime }) => Math.floor(runtime.context.clock.now() / 1000) },
  strftime: { run: formatMoment },
  mktime: { run: readMoment },
  system: { run: (call) => call.runtime.streams.run(call.text(0)) },
  close: { run: (call) => call.runtime.streams.close(call.text(0)) },
  fflush: {
    async run(call) {
      if (call.has(0) && call.text(0) !== '') return call.runtime.streams.flush(call.text(0));
      await call.runtime.streams.flushAll();
      return 0;
    },
  },
  isarray: { modes: ['any'], run: (call) => (typeName(call) === 'array' ? 1 : 0) },
  typeof: { modes: ['any'], run: typeName },
};

function typeName(call: BuiltinCall): string {
  const cell = call.operands[0];
  if (cell instanceof AwkArray) return 'array';
  if (cell instanceof UnsetVariable) return cell.array ? 'array' : 'untyped';
  if (cell instanceof InputText) return isNumeric(cell) ? 'strnum' : 'string';
  if (cell === undefined) return 'unassigned';
  return typeof cell === 'number' ? 'number' : 'string';
}

const DEFAULT_FORMAT = '%a %b %e %H:%M:%S %Z %Y';

function formatMoment(call: BuiltinCall): string {
  const { clock, env } = call.runtime.context;
  const format = call.has(0) ? call.text(0) : DEFAULT_FORMAT;
  const seconds = call.has(1) ? Math.trunc(call.number(1)) : Math.floor(clock.now() / 1000);
  const isUtc = call.has(2) && call.number(2) !== 0;
  return formatTime(format, localTime(seconds * 1000, isUtc ? 'UTC' : env.get('TZ')));
}

/** Reads `YYYY MM DD HH MM SS [DST]`; -1 when it is none. */
function readMoment(call: BuiltinCall): number {
  const parts = call.text(0).trim().split(/\s+/).map(Number);
  const [year, month, day, hour, minute, second] = parts;
  if (parts.length < 6 || parts.some(Number.isNaN)) return -1;
  const wall = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  const isUtc = call.has(1) && call.number(1) !== 0;
  return momentOfWallClock(wall, isUtc ? 'UTC' : call.runtime.context.env.get('TZ')) / 1000;
}
