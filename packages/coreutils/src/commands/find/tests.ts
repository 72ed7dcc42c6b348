import { compileGlob, compilePattern } from '@cloche/search';
import { type AccessRights, type FileKind, type FileStat, joinPath, localTime } from '@cloche/system';
import { parseMode } from '../../names/parse-mode.ts';
import { readUserNames } from '../../names/user-names.ts';
import { parseDate } from '../../time/parse-date.ts';
import { toExtendedPattern } from './emacs-pattern.ts';
import { type FindState, type FoundFile, type Predicate, WrongExpression } from './expression.ts';
import type { CreatePredicate, ExpressionWords } from './parse-expression.ts';

type TimeField = Extract<keyof FileStat, 'atimeMs' | 'ctimeMs' | 'mtimeMs' | 'birthtimeMs'>;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const KINDS: ReadonlyMap<string, FileKind> = new Map<string, FileKind>([
  ['f', 'file'],
  ['d', 'directory'],
  ['l', 'symlink'],
  ['c', 'character-device'],
  ['b', 'block-device'],
  ['p', 'fifo'],
  ['s', 'socket'],
]);

/** The tests of `find`. */
export const TESTS: ReadonlyMap<string, CreatePredicate> = new Map<string, CreatePredicate>([
  ['-true', () => () => true],
  ['-false', () => () => false],
  ['-name', globTest(({ entry }) => nameOf(entry.path), {})],
  ['-iname', globTest(({ entry }) => nameOf(entry.path), { ignoreCase: true })],
  ['-path', globTest(({ entry }) => entry.path, {})],
  ['-wholename', globTest(({ entry }) => entry.path, {})],
  ['-ipath', globTest(({ entry }) => entry.path, { ignoreCase: true })],
  ['-iwholename', globTest(({ entry }) => entry.path, { ignoreCase: true })],
  ['-lname', linkTest(false)],
  ['-ilname', linkTest(true)],
  ['-regex', regexTest(false)],
  ['-iregex', regexTest(true)],
  ['-type', kindTest((file) => file.stat().kind)],
  ['-xtype', kindTest(otherKind)],
  ['-empty', () => isEmpty],
  ['-size', sizeTest],
  ['-perm', permissionTest],
  ['-links', numberTest((stat) => stat.links)],
  ['-inum', numberTest((stat) => stat.inode)],
  ['-uid', numberTest((stat) => stat.userId)],
  ['-gid', numberTest((stat) => stat.groupId)],
  ['-user', ownerTest('user', (stat) => stat.userId)],
  ['-group', ownerTest('group', (stat) => stat.groupId)],
  [
    '-nouser',
    () =>
      (file, { context }) =>
        /^\d+$/.test(readUserNames(context.files).user(file.stat().userId)),
  ],
  [
    '-nogroup',
    () =>
      (file, { context }) =>
        /^\d+$/.test(readUserNames(context.files).group(file.stat().groupId)),
  ],
  ['-mtime', ageTest('mtimeMs', DAY_MS)],
  ['-atime', ageTest('atimeMs', DAY_MS)],
  ['-ctime', ageTest('ctimeMs', DAY_MS)],
  ['-mmin', ageTest('mtimeMs', MINUTE_MS)],
  ['-amin', ageTest('atimeMs', MINUTE_MS)],
  ['-cmin', ageTest('ctimeMs', MINUTE_MS)],
  ['-newer', (words, name) => newerThan('mtimeMs', referenceTime(words, words.take(name), 'mtimeMs'))],
  ['-anewer', (words, name) => newerThan('atimeMs', referenceTime(words, words.take(name), 'mtimeMs'))],
  ['-cnewer', (words, name) => newerThan('ctimeMs', referenceTime(words, words.take(name), 'mtimeMs'))],
  ['-newerXY', newerXyTest],
  ['-samefile', sameFileTest],
  ['-readable', accessTest({ read: true })],
  ['-writable', accessTest({ write: true })],
  ['-executable', accessTest({ execute: true })],
]);

function nameOf(path: string): string {
  const trimmed = path.replace(/(?<=.)\/+$/, '');
  return trimmed === '/' ? trimmed : trimmed.slice(trimmed.lastIndexOf('/') + 1);
}

function globTest(
  read: (file: FoundFile) => string,
  { ignoreCase = false }: { ignoreCase?: boolean },
): CreatePredicate {
  return (words, name) => {
    const glob = compileGlob(words.take(name), { slashIsOrdinary: true, ignoreCase });
    return (file) => glob.matches(read(file));
  };
}

function linkTest(ignoreCase: boolean): CreatePredicate {
  return (words, name) => {
    const glob = compileGlob(words.take(name), { slashIsOrdinary: true, ignoreCase });
    return ({ entry }, { context }) => entry.kind === 'symlink' && glob.matches(context.files.readLink(entry.fullPath));
  };
}

function regexTest(ignoreCase: boolean): CreatePredicate {
  return (words, name) => {
    const text = words.take(name);
    const isEmacs = ['emacs', 'findutils-default'].includes(words.options.regexType);
    const isBasic = ['posix-basic', 'grep', 'ed', 'sed', 'posix-minimal-basic'].includes(words.options.regexType);
    const dialect = isBasic ? 'bre' : 'ere';
    const result = compilePattern(isEmacs ? toExtendedPattern(text) : text, dialect, { ignoreCase, wholeLine: true });
    if (result.kind === 'invalid')
      throw new WrongExpression(`failed to compile regular expression '${text}': ${result.message}`);
    return ({ entry }) => result.pattern.test(entry.path);
  };
}

function kindTest(read: (file: FoundFile, state: FindState) => FileKind): CreatePredicate {
  return (words, name) => {
    const kinds = new Set<FileKind>();
    for (const letter of words.take(name).split(',')) {
      const kind = KINDS.get(letter);
      if (!kind) throw new WrongExpression(`Unknown argument to ${name}: ${letter.slice(0, 1)}`);
      kinds.add(kind);
    }
    return (file, state) => kinds.has(read(file, state));
  };
}

/** What a link leads to where links are not followed, and the link itself where they are. */
function otherKind(file: FoundFile, { context, followsLinks }: FindState): FileKind {
  const { fullPath } = file.entry;
  try {
    return followsLinks ? context.files.lstat(fullPath).kind : context.files.stat(fullPath).kind;
  } catch {
    return 'symlink';
  }
}

function isEmpty(file: FoundFile, { context }: FindState): boolean {
  const { kind, size } = file.stat();
  if (kind === 'file') return size === 0;
  return kind === 'directory' && context.files.readDirectory(file.entry.fullPath).length === 0;
}

type Compare = (value: number) => boolean;

/** Reads `+N`, `-N` or `N`: more than, less than, exactly. */
function comparison(text: string, fault: string, wanted = Number(text.replace(/^[+-]/, ''))): Compare {
  if (!Number.isFinite(wanted) || text === '') throw new WrongExpression(fault);
  if (text.startsWith('+')) return (value) => value > wanted;
  return text.startsWith('-') ? (value) => value < wanted : (value) => value === wanted;
}

function numberTest(read: (stat: FileStat) => number): CreatePredicate {
  return (words, name) => {
    const text = words.take(name);
    const holds = comparison(text, `non-numeric argument to ${name}: \`${text}'`);
    return (file) => holds(read(file.stat()));
  };
}

const SIZE_UNITS: ReadonlyMap<string, number> = new Map([
  ['', 512],
  ['b', 512],
  ['c', 1],
  ['w', 2],
  ['k', 1024],
  ['M', 1024 ** 2],
  ['G', 1024 ** 3],
]);

function sizeTest(words: ExpressionWords, name: string): Predicate {
  const text = words.take(name);
  const [, number, letter = ''] = /^([+-]?\d+)([bcwkMG]?)$/.exec(text) ?? [];
  const unit = SIZE_UNITS.get(letter);
  if (number === undefined || unit === undefined) throw new WrongExpression(`Invalid argument \`${text}' to ${name}`);
  const holds = comparison(number, '');
  return (file) => holds(Math.ceil(file.stat().size / unit));
}

function permissionTest(words: ExpressionWords, name: string): Predicate {
  const text = words.take(name);
  const sign = text.startsWith('-') || text.startsWith('/') ? text.slice(0, 1) : '';
  const change = parseMode(text.slice(sign.length), 0);
  if (!change) throw new WrongExpression(`invalid mode ${'`'}${text}'`);
  const wanted = change(0, { isDirectory: false });
  if (sign === '-') return (file) => (file.stat().mode & wanted) === wanted;
  if (sign === '/') return (file) => wanted === 0 || (file.stat().mode & wanted) !== 0;
  return (file) => (file.stat().mode & 0o7777) === wanted;
}

function ownerTest(what: 'user' | 'group', read: (stat: FileStat) => number): CreatePredicate {
  return (words, name) => {
    const text = words.take(name);
    const names = readUserNames(words.state.context.files);
    return (file) => {
      const id = read(file.stat());
      return String(id) === text || names[what](id) === text;
    };
  };
}

/** Ages are counted in whole units, a fraction dropped for days; with -daystart from the end of today. */
function ageTest(field: TimeField, unitMs: number): CreatePredicate {
  return (words, name) => {
    const text = words.take(name);
    const holds = comparison(text, `invalid argument \`${text}' to \`${name}'`);
    const { countsFromDayStart } = words.options;
    const isDays = unitMs === DAY_MS;
    return (file, { nowMs, context }) => {
      const from = countsFromDayStart ? endOfDay(nowMs, context.env.get('TZ')) : nowMs;
      const age = (from - file.stat()[field]) / unitMs;
      return holds(isDays ? Math.floor(age) : Math.ceil(age));
    };
  };
}

function endOfDay(nowMs: number, zone: string | undefined): number {
  const { hour, minute, second } = localTime(nowMs, zone);
  return nowMs - ((hour * 60 + minute) * 60 + second) * 1000 + DAY_MS;
}

function newerThan(field: TimeField, referenceMs: number): Predicate {
  return (file) => file.stat()[field] > referenceMs;
}

function referenceTime({ state: { context } }: ExpressionWords, path: string, field: TimeField): number {
  try {
    return context.files.stat(joinPath(context.cwd, path))[field];
  } catch {
    throw new WrongExpression(`‘${path}’: No such file or directory`);
  }
}

const TIME_LETTERS: ReadonlyMap<string, TimeField> = new Map<string, TimeField>([
  ['a', 'atimeMs'],
  ['B', 'birthtimeMs'],
  ['c', 'ctimeMs'],
  ['m', 'mtimeMs'],
]);

function newerXyTest(words: ExpressionWords, name: string): Predicate {
  const field = TIME_LETTERS.get(name.at(-2) ?? '') ?? 'mtimeMs';
  const other = name.at(-1) ?? '';
  const text = words.take(name);
  if (other !== 't') return newerThan(field, referenceTime(words, text, TIME_LETTERS.get(other) ?? 'mtimeMs'));
  const { clock, env } = words.state.context;
  const moment = parseDate(text, { nowMs: clock.now(), zone: env.get('TZ') });
  if (moment === undefined)
    throw new WrongExpression(`I cannot figure out how to interpret ‘${text}’ as a date or time`);
  return newerThan(field, moment);
}

function sameFileTest(words: ExpressionWords, name: string): Predicate {
  const path = words.take(name);
  const { files, cwd } = words.state.context;
  try {
    const { inode, device } = files.stat(joinPath(cwd, path));
    return (file) => file.stat().inode === inode && file.stat().device === device;
  } catch {
    throw new WrongExpression(`‘${path}’: No such file or directory`);
  }
}

function accessTest(rights: AccessRights): CreatePredicate {
  return () =>
    ({ entry }, { context }) => {
      try {
        context.files.access(entry.fullPath, rights);
        return true;
      } catch {
        return false;
      }
    };
}
