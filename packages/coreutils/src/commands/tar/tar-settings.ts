import { decodeText, describeError, errnoOf, joinPath } from '@cloche/system';
import type { TarFormat } from '../../archive/encode-tar-header.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { readAll } from '../../command/read-lines.ts';
import { type ModeChange, parseMode } from '../../names/parse-mode.ts';
import { parseDate } from '../../time/parse-date.ts';
import { parseSubstitution } from '../sed/parse-substitution.ts';
import { ScriptCursor } from '../sed/script-cursor.ts';
import { substitute } from '../sed/substitute.ts';
import { compileNameTest, type NameTest, type PatternRules } from './name-patterns.ts';
import type { TarOption } from './tar-usage.ts';

/** The run of a tar command. */
export type TarRun = CommandRun<TarOption>;

/** Ends the command at once, after a message. */
export class TarStop extends Error {
  readonly code = 'TAR_STOP';
  /** What follows the message. */
  readonly ending: 'unrecoverable' | 'usage' | 'none';
  constructor(message: string, ending: TarStop['ending'] = 'unrecoverable') {
    super(message);
    this.ending = ending;
  }
}

/** A file or member that was named, and the directory it is named in. */
export interface TarName {
  readonly name: string;
  /** Absolute. */
  readonly directory: string;
}

/** What tar was asked for, besides options that are looked up where they matter. */
export interface TarSettings {
  readonly archive: string;
  readonly names: readonly TarName[];
  /** The directory of the last `-C`, absolute. */
  readonly directory: string;
  readonly isExcluded: NameTest;
  readonly memberRules: PatternRules;
  /** Returns the name that a member is stored or extracted under; empty for none. */
  readonly transform: (name: string) => string;
  readonly verbosity: number;
  readonly format: TarFormat;
  readonly changeMode: ModeChange | undefined;
  readonly mtimeMs: number | undefined;
  readonly newerMs: number | undefined;
}

const FORMATS: Readonly<Record<string, TarFormat>> = {
  gnu: 'gnu',
  oldgnu: 'oldgnu',
  pax: 'pax',
  posix: 'pax',
  ustar: 'ustar',
  v7: 'v7',
};
const VERSION_CONTROL = [
  'CVS',
  'RCS',
  'SCCS',
  '.git',
  '.gitignore',
  '.gitattributes',
  '.gitmodules',
  '.svn',
  '.hg',
  '.bzr',
];
const FAILED = 2;
const UNSUPPORTED: readonly (readonly [TarOption, string])[] = [
  ['bzip2', 'bzip2'],
  ['xz', 'xz'],
  ['lzma', 'lzma, lzip, lzop and zstd'],
  ['compress', 'compress'],
  ['program', 'an external program for'],
];

/** Reads the settings of a call. Throws `TarStop`. */
export async function readTarSettings(run: TarRun): Promise<TarSettings> {
  const given = run.arguments;
  for (const [option, name] of UNSUPPORTED) {
    if (given.has(option)) throw new TarStop(`${name} compression is not available here; use gzip (-z)`);
  }
  const { names, directory } = await readNames(run);
  const late = lateOptions(given);
  if (late.size > 0) await warnOfLateOptions(run, late);
  return {
    archive: given.value('file') ?? '-',
    names,
    directory,
    isExcluded: await readExclusions(run, late),
    memberRules: {
      hasWildcards: given.last('wildcards', 'noWildcards') === 'wildcards',
      isAnchored: given.last('anchored', 'noAnchored') !== 'noAnchored',
      slashIsOrdinary: given.last('wildcardsMatchSlash', 'noWildcardsMatchSlash') !== 'noWildcardsMatchSlash',
      ignoresCase: given.has('ignoreCase'),
    },
    transform: readTransform(run),
    verbosity: given.given.filter(({ name }) => name === 'verbose').length,
    format: readFormat(run),
    changeMode: readMode(run),
    mtimeMs: readDate(run, 'mtime'),
    newerMs: readDate(run, 'newer'),
  };
}

/** `-C` changes the directory for the names behind it, relative to the one before. */
async function readNames(run: TarRun): Promise<{ names: TarName[]; directory: string }> {
  const names: TarName[] = [];
  let directory = run.context.cwd;
  let used = 0;
  const { given, operands } = run.arguments;
  const takeUpTo = (end: number): void => {
    for (const name of operands.slice(used, end)) names.push({ name, directory });
    used = Math.max(used, end);
  };
  for (const { name, value, operandsBefore } of given) {
    if (name === 'directory') {
      takeUpTo(operandsBefore);
      directory = joinPath(directory, value);
      checkDirectory(run, directory, value);
    } else if (name === 'filesFrom') {
      takeUpTo(operandsBefore);
      for (const line of await readList(run, value, run.arguments.has('null') ? '\0' : '\n')) {
        names.push({ name: line, directory });
      }
    }
  }
  takeUpTo(operands.length);
  return { names, directory };
}

function checkDirectory(run: TarRun, path: string, name: string): void {
  try {
    if (run.context.files.stat(path).kind === 'directory') return;
  } catch {
    throw new TarStop(`${name}: Cannot open: No such file or directory`);
  }
  throw new TarStop(`${name}: Cannot open: Not a directory`);
}

async function readList(run: TarRun, file: string, terminator: string): Promise<string[]> {
  try {
    const bytes = await readAll(file === '-' ? run.context.stdin : run.open(file));
    return decodeText(bytes).split(terminator).filter(Boolean);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    throw new TarStop(`${file}: Cannot open: ${describeError(error)}`);
  }
}

/** Options that only count for the names behind them when an archive is made, and how they are shown. */
const POSITIONAL: ReadonlyMap<TarOption, string> = new Map([
  ['exclude', '--exclude'],
  ['excludeFrom', '--exclude-from'],
  ['excludeVcs', '--exclude-vcs'],
]);

type GivenTarOption = TarRun['arguments']['given'][number];

/** Returns the options that have no effect, for they stand behind all names. */
function lateOptions({ given, operands, has }: TarRun['arguments']): ReadonlySet<GivenTarOption> {
  if (!has('create') || operands.length === 0) return new Set();
  const lastList = given.findLastIndex(({ name }) => name === 'filesFrom');
  const late = given.filter(({ operandsBefore }, index) => operandsBefore === operands.length && index > lastList);
  return new Set(late.filter(({ name }) => POSITIONAL.has(name)));
}

async function warnOfLateOptions(run: TarRun, late: ReadonlySet<GivenTarOption>): Promise<void> {
  await run.fail(
    'The following options were used after any non-optional arguments in archive create or update mode.  These options ' +
      'are positional and affect only arguments that follow them.  Please, rearrange them properly.',
    FAILED,
  );
  for (const { name, value } of late) {
    await run.warn(`${POSITIONAL.get(name) ?? name}${value === '' ? '' : ` ‘${value}’`} has no effect`);
  }
}

async function readExclusions(run: TarRun, late: ReadonlySet<GivenTarOption>): Promise<NameTest> {
  const given = run.arguments;
  const patterns: string[] = [];
  for (const option of given.given) {
    if (late.has(option)) continue;
    if (option.name === 'exclude') patterns.push(option.value);
    else if (option.name === 'excludeFrom') patterns.push(...(await readList(run, option.value, '\n')));
    else if (option.name === 'excludeVcs') patterns.push(...VERSION_CONTROL);
  }
  const rules: PatternRules = {
    hasWildcards: given.last('wildcards', 'noWildcards') !== 'noWildcards',
    isAnchored: given.last('anchored', 'noAnchored') === 'anchored',
    slashIsOrdinary: given.last('wildcardsMatchSlash', 'noWildcardsMatchSlash') !== 'noWildcardsMatchSlash',
    ignoresCase: given.has('ignoreCase'),
  };
  const tests = patterns.map((pattern) => compileNameTest(pattern, rules));
  return (name) => tests.some((test) => test(name));
}

function readTransform(run: TarRun): (name: string) => string {
  const given = run.arguments;
  const written = given.value('stripComponents');
  if (written !== undefined && !/^\d+$/.test(written))
    throw new TarStop(`${written}: Invalid number of elements`, 'none');
  const stripped = Number(written ?? 0);
  const changes = given.values('transform').map((expression) => {
    const cursor = new ScriptCursor(expression.replace(/^s/, '').replace(/[xrRsShH]+$/, ''), () => expression);
    try {
      if (!expression.startsWith('s')) throw new Error('no substitution');
      return parseSubstitution(
        cursor,
        /x[a-z]*$/i.test(expression.slice(expression.lastIndexOf(expression[1] ?? '/'))),
      );
    } catch {
      throw new TarStop('Invalid transform expression', 'none');
    }
  });
  return (name) => {
    let changed = name;
    for (const change of changes) {
      if (change.pattern) changed = substitute(changed, change.pattern, change) ?? changed;
    }
    return stripped === 0 ? changed : stripComponents(changed, stripped);
  };
}

function stripComponents(name: string, count: number): string {
  const parts = name.split('/');
  return parts.slice(count).join('/').replace(/^\/+/, '');
}

function readFormat(run: TarRun): TarFormat {
  const given = run.arguments;
  switch (given.last('format', 'posix', 'oldArchive')) {
    case 'posix':
      return 'pax';
    case 'oldArchive':
      return 'v7';
    case 'format': {
      const written = given.value('format') ?? '';
      const format = Object.hasOwn(FORMATS, written) ? FORMATS[written] : undefined;
      if (!format) throw new TarStop(`${written}: Invalid archive format`, 'usage');
      return format;
    }
    case undefined:
      return 'gnu';
  }
}

function readMode(run: TarRun): ModeChange | undefined {
  const written = run.arguments.value('mode');
  if (written === undefined) return undefined;
  const change = parseMode(written, run.context.umask);
  if (!change) throw new TarStop('Invalid mode given on option', 'none');
  return change;
}

function readDate(run: TarRun, option: 'mtime' | 'newer'): number | undefined {
  const written = run.arguments.value(option);
  if (written === undefined) return undefined;
  if (/^[./]/.test(written)) {
    try {
      return run.context.files.stat(joinPath(run.context.cwd, written)).mtimeMs;
    } catch {
      throw new TarStop(`${written}: Cannot stat: No such file or directory`);
    }
  }
  const date = parseDate(written, { nowMs: run.context.clock.now(), zone: run.context.env.get('TZ') });
  if (date === undefined) throw new TarStop(`Invalid time stamp`, 'none');
  return date;
}
