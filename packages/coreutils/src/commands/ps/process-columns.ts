import { formatTime, localTime, type Process } from '@cloche/system';

/** What the columns of a process are made from. */
export interface ProcessRow {
  readonly process: Process;
  /** Name of the person; all processes are theirs. */
  readonly user: string;
  readonly nowMs: number;
  readonly zone: string | undefined;
  /** It is `ps` itself. */
  readonly isSelf: boolean;
}

/** A column of the list. */
export interface ProcessColumn {
  readonly heading: string;
  readonly width: number;
  readonly align: 'left' | 'right';
  readonly value: (row: ProcessRow) => string;
}

const USER_ID = '1000';
const DAY_MS = 86_400_000;

const left = (heading: string, width: number, value: ProcessColumn['value']): ProcessColumn => ({
  heading,
  width,
  align: 'left',
  value,
});
const right = (heading: string, width: number, value: ProcessColumn['value']): ProcessColumn => ({
  heading,
  width,
  align: 'right',
  value,
});

const pid = right('PID', 5, ({ process }) => String(process.pid));
const parent = right('PPID', 5, ({ process }) => String(process.parent));
const group = right('PGID', 5, ({ process }) => String(process.group));
const session = right('SID', 5, ({ process }) => String(process.session));
const state = left('S', 1, ({ process, isSelf }) => stateLetter(process, isSelf));
const processorTime = right('TIME', 8, () => '00:00:00');
const elapsedSeconds = right('ELAPSED', 7, (row) => String(elapsedOf(row)));
const user = left('USER', 8, (row) => row.user);
const userId = right('UID', 5, () => USER_ID);
const name = left('COMMAND', 15, ({ process }) => nameOf(process));
const line = left('COMMAND', 27, ({ process }) => process.argv.join(' '));
const terminal = left('TT', 8, ({ process }) => terminalOf(process));

/** The columns by the names that `-o` takes. Processor time and memory are not counted here: they are zero. */
export const COLUMNS: Readonly<Record<string, ProcessColumn>> = {
  pid,
  tgid: pid,
  ppid: parent,
  pgid: group,
  pgrp: { ...group, heading: 'PGRP' },
  sid: session,
  sess: { ...session, heading: 'SESS' },
  session: { ...session, heading: 'SESS' },
  tty: terminal,
  tt: terminal,
  tname: { ...terminal, heading: 'TTY' },
  s: state,
  state,
  stat: left('STAT', 4, ({ process, isSelf }) => fullState(process, isSelf)),
  time: processorTime,
  cputime: processorTime,
  etime: right('ELAPSED', 11, (row) => elapsedText(elapsedOf(row))),
  etimes: elapsedSeconds,
  start: right('STARTED', 8, (row) => startTime(row, '%H:%M:%S')),
  start_time: left('START', 5, (row) => startTime(row, '%H:%M')),
  stime: left('STIME', 5, (row) => startTime(row, '%H:%M')),
  bsdstart: left('START', 6, (row) => ` ${startTime(row, '%H:%M')}`),
  lstart: right('STARTED', 24, ({ process, zone }) => formatTime('%c', localTime(process.startedAtMs, zone))),
  user,
  uname: user,
  euser: { ...user, heading: 'EUSER' },
  ruser: { ...user, heading: 'RUSER' },
  uid: userId,
  euid: { ...userId, heading: 'EUID' },
  ruid: { ...userId, heading: 'RUID' },
  comm: name,
  ucmd: { ...name, heading: 'CMD' },
  ucomm: name,
  args: line,
  cmd: { ...line, heading: 'CMD' },
  command: line,
  '%cpu': right('%CPU', 4, () => '0.0'),
  pcpu: right('%CPU', 4, () => '0.0'),
  c: right('C', 2, () => '0'),
  '%mem': right('%MEM', 4, () => '0.0'),
  pmem: right('%MEM', 4, () => '0.0'),
  vsz: right('VSZ', 6, () => '0'),
  rss: right('RSS', 5, () => '0'),
  rssize: right('RSS', 5, () => '0'),
  ni: right('NI', 3, () => '0'),
  nice: right('NI', 3, () => '0'),
  pri: right('PRI', 3, () => '19'),
};

const shortTime: ProcessColumn = right('TIME', 6, () => '0:00');
const named = (column: string, changes: Partial<ProcessColumn> = {}): ProcessColumn => ({
  ...(COLUMNS[column] ?? pid),
  ...changes,
});
const tty = named('tname');
const command = named('cmd');

/** The formats that one letter chooses. */
export const FORMATS: Readonly<
  Record<'plain' | 'full' | 'long' | 'jobs' | 'bsd' | 'bsdUser', readonly ProcessColumn[]>
> = {
  plain: [pid, tty, processorTime, named('ucmd')],
  full: [named('user', { heading: 'UID' }), pid, parent, named('c'), named('stime'), tty, processorTime, command],
  long: [state, userId, pid, parent, named('c'), named('pri'), named('ni'), tty, processorTime, named('ucmd')],
  jobs: [pid, group, session, tty, processorTime, named('ucmd')],
  bsd: [pid, tty, named('stat'), shortTime, line],
  bsdUser: [
    user,
    pid,
    named('%cpu'),
    named('%mem'),
    named('vsz'),
    named('rss'),
    tty,
    named('stat'),
    named('start_time'),
    shortTime,
    line,
  ],
};

/** Returns the name of a process's terminal, `pts/0`; `?` without one. */
export function terminalOf({ terminal: file }: Process): string {
  return file?.terminal?.name.replace(/^\/dev\//, '') ?? '?';
}

/** Returns the name of the program that a process runs. */
export function nameOf({ argv: [first = ''] }: Process): string {
  return first.slice(first.lastIndexOf('/') + 1);
}

function stateLetter(process: Process, isSelf: boolean): string {
  if (process.isStopped) return 'T';
  return isSelf ? 'R' : 'S';
}

/** With `s` for the leader of a session and `+` for the foreground of a terminal. */
function fullState(process: Process, isSelf: boolean): string {
  const leads = process.session === process.pid ? 's' : '';
  const foreground = process.terminal?.terminal?.foregroundGroup === process.group ? '+' : '';
  return stateLetter(process, isSelf) + leads + foreground;
}

function elapsedOf({ process, nowMs }: ProcessRow): number {
  return Math.max(0, Math.floor((nowMs - process.startedAtMs) / 1000));
}

/** `[[dd-]hh:]mm:ss` */
function elapsedText(seconds: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24];
  const rest = `${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
  if (days > 0) return `${two(days)}-${two(hours)}:${rest}`;
  return hours > 0 ? `${two(hours)}:${rest}` : rest;
}

/** The time of day, or the day when it was not within the last day. */
function startTime({ process, nowMs, zone }: ProcessRow, format: string): string {
  const isOld = nowMs - process.startedAtMs >= DAY_MS;
  return formatTime(isOld ? '%b%d' : format, localTime(process.startedAtMs, zone));
}
