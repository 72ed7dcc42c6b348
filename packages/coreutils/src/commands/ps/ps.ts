import type { Process, Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { COLUMNS, FORMATS, nameOf, type ProcessColumn, type ProcessRow, terminalOf } from './process-columns.ts';

type OptionName =
  | 'every'
  | 'session'
  | 'terminals'
  | 'full'
  | 'long'
  | 'jobs'
  | 'user'
  | 'format'
  | 'pid'
  | 'parent'
  | 'name'
  | 'owner'
  | 'terminal'
  | 'sort'
  | 'noHeadings'
  | 'wide'
  | 'bsd'
  | 'running'
  | 'extra';

const USAGE: CommandUsage<OptionName> = {
  name: 'ps',
  synopsis: ['[OPTION]...', 'aux'],
  summary: 'List the processes of this machine. Without options those at the same terminal.',
  options: {
    every: { short: 'eA', help: 'all processes' },
    terminals: { short: 'a', help: 'those at a terminal, but for leaders of sessions' },
    session: { short: 'd', help: 'all but leaders of sessions' },
    full: { short: 'f', help: 'full format' },
    long: { short: 'l', help: 'long format' },
    jobs: { short: 'j', help: 'format with groups and sessions' },
    format: { short: 'o', long: 'format', value: 'COLUMNS', help: 'only these columns, NAME or NAME=HEADING' },
    pid: { short: 'pq', long: ['pid', 'quick-pid'], value: 'PIDS', help: 'these processes' },
    parent: { long: 'ppid', value: 'PIDS', help: 'the children of these' },
    name: { short: 'C', value: 'NAMES', help: 'those that run these programs' },
    owner: { short: 'uU', long: ['user', 'User'], value: 'USERS', help: 'those of these users' },
    terminal: { short: 't', long: 'tty', value: 'TERMINALS', help: 'those at these terminals' },
    sort: { long: 'sort', value: 'COLUMNS', help: 'sort by these columns; a minus before one turns it around' },
    noHeadings: { long: ['no-headers', 'no-heading', 'no-headings'], help: 'no line of headings' },
    wide: { short: 'w', help: 'accepted: lines are as long as they are' },
    bsd: { long: 'bsd-format' },
    user: { long: 'bsd-user' },
    running: { short: 'r', help: 'only those that run or are stopped' },
    extra: { short: 'xcTLHyM', help: 'accepted' },
  },
  notes:
    'Letters without a dash are taken as BSD does: a and x together are all processes, u is the format with the user.\nProcessor time and memory are not counted here.',
  rewriteWords,
};

const BSD_LETTERS = /^[axuwefljrhcST]+$/;
const TAKES_VALUE = /^(?:-[a-zA-Z]*[opqCuUtg]|--(?:format|pid|quick-pid|ppid|user|User|tty|sort))$/;
const BSD_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  u: ['--bsd-user'],
  l: ['-l'],
  j: ['-j'],
  r: ['-r'],
  h: ['--no-headers'],
};

/** Letters without a dash, as in `ps aux`, become options; `ps 12` means `-p 12`. */
function rewriteWords(words: readonly string[]): readonly string[] {
  return words.flatMap((word, index) => {
    if (TAKES_VALUE.test(words[index - 1] ?? '')) return [word];
    if (/^\d[\d,]*$/.test(word)) return ['--bsd-format', '-p', word];
    if (!BSD_LETTERS.test(word)) return [word];
    const letters = word.split('');
    const selects = letters.includes('x') ? ['-e'] : letters.includes('a') ? ['-a'] : [];
    return ['--bsd-format', ...selects, ...letters.flatMap((letter) => BSD_OPTIONS[letter] ?? [])];
  });
}

/** Lists processes. */
export const ps: Program = defineCommand(USAGE, async (run) => {
  const [extra] = run.arguments.operands;
  if (extra !== undefined) return fail(run, 'garbage option');
  const chosen = chooseColumns(run);
  if (typeof chosen === 'string') return fail(run, chosen);
  const isSelected = chooseProcesses(run);
  if (typeof isSelected === 'string') return fail(run, isSelected);
  const order = chooseOrder(run);
  if (typeof order === 'string') return fail(run, order);
  const { processes, process: own, env, clock } = run.context;
  const facts = { user: env.get('USER') ?? 'user', nowMs: clock.now(), zone: env.get('TZ') };
  const rows = processes
    .list()
    .sort((one, other) => one.pid - other.pid)
    .map((process): ProcessRow => ({ process, ...facts, isSelf: process.pid === own.pid }))
    .filter(({ process }) => isSelected(process))
    .sort(order);
  const hasHeadings = !run.arguments.has('noHeadings') && chosen.some(({ heading }) => heading !== '');
  if (hasHeadings) run.output.putText(`${layOut(chosen, (column) => column.heading, true)}\n`);
  for (const row of rows) run.output.putText(`${layOut(chosen, (column) => column.value(row), false)}\n`);
  return rows.length > 0 ? 0 : 1;
});

type PsRun = CommandRun<OptionName>;

async function fail(run: PsRun, message: string): Promise<number> {
  await run.context.stderr.write(
    new TextEncoder().encode(`error: ${message}\n\nUsage:\n ps [options]\n\n Try 'ps --help' for more information.\n`),
  );
  return 1;
}

function chooseColumns({ arguments: given }: PsRun): readonly ProcessColumn[] | string {
  const formats = given.values('format');
  if (formats.length > 0) {
    const columns: ProcessColumn[] = [];
    for (const format of formats) {
      const parsed = parseFormat(format);
      if (typeof parsed === 'string') return parsed;
      columns.push(...parsed);
    }
    return columns;
  }
  if (given.has('user')) return FORMATS.bsdUser;
  if (given.has('long')) return FORMATS.long;
  if (given.has('jobs')) return FORMATS.jobs;
  if (given.has('full')) return FORMATS.full;
  return given.has('bsd') ? FORMATS.bsd : FORMATS.plain;
}

/** Names between commas and spaces; a heading goes on to the comma: `-o pid=,comm=NAME OF IT`. */
function parseFormat(format: string): readonly ProcessColumn[] | string {
  const columns: ProcessColumn[] = [];
  for (const item of format.split(',')) {
    const [, names = '', heading] = /^([^=]*)(?:=(.*))?$/s.exec(item) ?? [];
    const words = names.split(/\s+/).filter(Boolean);
    for (const [index, word] of words.entries()) {
      const column = Object.hasOwn(COLUMNS, word) ? COLUMNS[word] : undefined;
      if (!column) return `unknown user-defined format specifier "${word}"`;
      columns.push(heading !== undefined && index === words.length - 1 ? { ...column, heading } : column);
    }
  }
  return columns.length > 0 ? columns : 'improper format list';
}

type Select = (process: Process) => boolean;

/** What several options select is selected by any of them. */
function chooseProcesses({ arguments: given, context }: PsRun): Select | string {
  const selects: Select[] = [];
  for (const [option, read] of [
    ['pid', ({ pid }: Process) => pid],
    ['parent', ({ parent }: Process) => parent],
  ] as const) {
    const words = listed(given.values(option));
    if (words.some((word) => !/^\d+$/.test(word))) return 'process ID list syntax error';
    if (words.length > 0) selects.push((process) => words.includes(String(read(process))));
  }
  const names = listed(given.values('name'));
  if (names.length > 0) selects.push((process) => names.includes(nameOf(process)));
  const owners = listed(given.values('owner'));
  const user = context.env.get('USER') ?? 'user';
  if (owners.length > 0) selects.push(() => owners.includes(user) || owners.includes('1000'));
  const terminals = listed(given.values('terminal')).map((word) => word.replace(/^\/dev\//, ''));
  if (terminals.length > 0) selects.push((process) => terminals.includes(terminalOf(process)));
  if (given.has('every')) selects.push(() => true);
  if (given.has('session')) selects.push(({ pid, session }) => pid !== session);
  const own = context.processes.get(context.process.pid);
  if (given.has('terminals'))
    selects.push((process) => terminalOf(process) !== '?' && (given.has('bsd') || process.pid !== process.session));
  if (selects.length === 0) selects.push((process) => own !== undefined && terminalOf(process) === terminalOf(own));
  const onlyRunning = given.has('running');
  return (process) =>
    selects.some((select) => select(process)) && (!onlyRunning || process.pid === own?.pid || process.isStopped);
}

function listed(values: readonly string[]): string[] {
  return values.flatMap((value) => value.split(/[,\s]+/)).filter(Boolean);
}

type Order = (one: ProcessRow, other: ProcessRow) => number;

function chooseOrder({ arguments: given }: PsRun): Order | string {
  const orders: Order[] = [];
  for (const word of listed(given.values('sort'))) {
    const name = word.replace(/^[-+]/, '');
    const column = Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : undefined;
    if (!column) return `unknown sort specifier`;
    const sign = word.startsWith('-') ? -1 : 1;
    orders.push((one, other) => sign * compareValues(column.value(one), column.value(other)));
  }
  return (one, other) => orders.reduce((result, order) => (result === 0 ? order(one, other) : result), 0);
}

function compareValues(one: string, other: string): number {
  if (/^\d+$/.test(one) && /^\d+$/.test(other)) return Number(one) - Number(other);
  return one < other ? -1 : Number(one > other);
}

/** Columns one beside the other; the last one is as long as it is. */
function layOut(
  columns: readonly ProcessColumn[],
  textOf: (column: ProcessColumn) => string,
  isHeading: boolean,
): string {
  const cells = columns.map((column, index) => {
    const text = textOf(column);
    const width = Math.max(column.width, column.heading.length);
    const isLast = index === columns.length - 1;
    if (column.align === 'right') return text.padStart(width);
    if (isLast) return text;
    return (isHeading ? text : text.slice(0, width)).padEnd(width);
  });
  return cells.join(' ').trimEnd();
}
