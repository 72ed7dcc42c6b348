import { directoryName, type FileKind, type FileStat, formatTime, localTime } from '@cloche/system';
import { describeMode } from '../../names/describe-mode.ts';
import { readUserNames } from '../../names/user-names.ts';
import { replaceEscapes } from '../../text/backslash-escapes.ts';
import { padText } from '../../text/format-number.ts';
import type { FindState, FoundFile } from './expression.ts';

type Directive = (file: FoundFile, state: FindState) => string;
type TimeField = Extract<keyof FileStat, 'atimeMs' | 'ctimeMs' | 'mtimeMs' | 'birthtimeMs'>;

const KIND_LETTERS: Readonly<Record<FileKind, string>> = {
  file: 'f',
  directory: 'd',
  symlink: 'l',
  'character-device': 'c',
  'block-device': 'b',
  fifo: 'p',
  socket: 's',
};

const DIRECTIVES: ReadonlyMap<string, Directive> = new Map<string, Directive>([
  ['p', ({ entry }) => entry.path],
  ['P', ({ entry, root }) => entry.path.slice(root.length).replace(/^\/+/, '')],
  ['H', ({ root }) => root],
  ['f', ({ entry }) => entry.path.replace(/(?<=.)\/+$/, '').replace(/^.*\/(?=.)/s, '')],
  ['h', ({ entry }) => (entry.path.includes('/') ? directoryName(entry.path) : '.')],
  ['d', ({ entry }) => String(entry.depth)],
  ['y', (file) => KIND_LETTERS[file.stat().kind]],
  ['Y', targetKind],
  ['s', (file) => String(file.stat().size)],
  ['k', (file) => String(Math.ceil(file.stat().blocks / 2))],
  ['b', (file) => String(file.stat().blocks)],
  ['m', (file) => file.stat().mode.toString(8)],
  ['M', (file) => describeMode(file.stat())],
  ['n', (file) => String(file.stat().links)],
  ['i', (file) => String(file.stat().inode)],
  ['D', (file) => String(file.stat().device)],
  ['U', (file) => String(file.stat().userId)],
  ['G', (file) => String(file.stat().groupId)],
  ['u', (file, { context }) => readUserNames(context.files).user(file.stat().userId)],
  ['g', (file, { context }) => readUserNames(context.files).group(file.stat().groupId)],
  ['l', ({ entry }, { context }) => (entry.kind === 'symlink' ? context.files.readLink(entry.fullPath) : '')],
  ['t', wholeTime('mtimeMs')],
  ['a', wholeTime('atimeMs')],
  ['c', wholeTime('ctimeMs')],
]);

const TIME_FIELDS: ReadonlyMap<string, TimeField> = new Map<string, TimeField>([
  ['T', 'mtimeMs'],
  ['A', 'atimeMs'],
  ['C', 'ctimeMs'],
  ['B', 'birthtimeMs'],
]);

/** Compiles the format of `-printf`. Unknown directives stand for themselves. */
export function compileFormat(format: string): (file: FoundFile, state: FindState) => string {
  const parts: Directive[] = [];
  let rest = format;
  while (rest !== '') {
    const percent = rest.indexOf('%');
    const literal = percent < 0 ? rest : rest.slice(0, percent);
    const { text, isStopped } = replaceEscapes(literal, 'format');
    if (text !== '') parts.push(() => text);
    if (percent < 0 || isStopped) break;
    const [whole = '%', flags = '', width = '', precision, letter = '', timeLetter = ''] =
      /^%([-+ 0#]*)(\d*)(?:\.(\d+))?(?:([TACB])(.)|([^TACB]))?/su.exec(rest.slice(percent))?.map((part) => part) ?? [];
    parts.push(createPart(whole, flags, Number(width), precision, letter, timeLetter));
    rest = rest.slice(percent + whole.length);
  }
  return (file, state) => parts.map((part) => part(file, state)).join('');
}

function createPart(
  whole: string,
  flags: string,
  width: number,
  precision: string | undefined,
  timeLetter: string,
  timeFormat: string,
): Directive {
  if (whole.endsWith('%%') && whole.length === 2) return () => '%';
  const field = TIME_FIELDS.get(timeLetter);
  const directive = field ? partOfTime(field, timeFormat) : DIRECTIVES.get(whole.at(-1) ?? '');
  if (!directive) return () => whole;
  const limit = precision === undefined ? undefined : Number(precision);
  return (file, state) =>
    padText(directive(file, state).slice(0, limit), { flags, width, precision: undefined, letter: 's' });
}

function targetKind({ entry }: FoundFile, { context }: FindState): string {
  try {
    return KIND_LETTERS[context.files.stat(entry.fullPath).kind];
  } catch {
    return 'N';
  }
}

function wholeTime(field: TimeField): Directive {
  return (file, { context }) => {
    const time = localTime(file.stat()[field], context.env.get('TZ'));
    return `${formatTime('%a %b %e %H:%M:%S.%N', time)}0 ${time.year}`;
  };
}

const OWN_FORMATS: ReadonlyMap<string, string> = new Map([
  ['+', '%Y-%m-%d+%H:%M:%S.%N0'],
  ['@', '%s.%N0'],
  ['S', '%S.%N0'],
  ['T', '%H:%M:%S.%N0'],
  ['c', '%a %b %e %H:%M:%S.%N0 %Y'],
  ['X', '%H:%M:%S.%N0'],
]);

function partOfTime(field: TimeField, letter: string): Directive {
  const format = OWN_FORMATS.get(letter) ?? `%${letter}`;
  return (file, { context }) => formatTime(format, localTime(file.stat()[field], context.env.get('TZ')));
}
