import { compileGlob, type Glob } from '@cloche/search';
import type { FileStat } from '@cloche/system';
import type { ParsedArguments } from '../../arguments/parse-options.ts';
import { quote } from '../../arguments/quote.ts';
import type { LsOption } from './ls-usage.ts';

/** How names are laid out. */
export type LsFormat = 'single' | 'long' | 'columns' | 'across' | 'commas';
/** What names are sorted by. */
export type LsSort = 'name' | 'none' | 'size' | 'time' | 'version' | 'extension';
/** Which time is shown. */
export type LsTime = Extract<keyof FileStat, 'mtimeMs' | 'atimeMs' | 'ctimeMs' | 'birthtimeMs'>;
/** How names are written. */
export type LsQuoting = 'literal' | 'shell' | 'shell-always' | 'c' | 'escape';

/** What ls was asked for. */
export interface LsSettings {
  readonly hidden: 'none' | 'almost-all' | 'all';
  readonly ignored: readonly Glob[];
  readonly format: LsFormat;
  readonly sort: LsSort;
  readonly time: LsTime;
  readonly timeStyle: string;
  readonly isReversed: boolean;
  readonly directoriesFirst: boolean;
  readonly listsDirectories: boolean;
  readonly isRecursive: boolean;
  readonly follows: 'never' | 'operands' | 'directory-operands' | 'always';
  readonly indicator: 'none' | 'slash' | 'file-type' | 'classify';
  readonly quoting: LsQuoting;
  readonly hidesControl: boolean;
  readonly showsInode: boolean;
  readonly showsBlocks: boolean;
  readonly showsOwner: boolean;
  readonly showsGroup: boolean;
  readonly usesNumericIds: boolean;
  /** How sizes are shown: as numbers of so many bytes, or for people. */
  readonly size:
    | { readonly kind: 'number'; readonly unit: number }
    | { readonly kind: 'human'; readonly base: 1024 | 1000 };
  readonly usesColor: boolean;
  /** 0 for no limit. */
  readonly width: number;
  readonly end: string;
}

/** Returns the settings, or what is wrong with the arguments. */
export function readLsSettings(
  given: ParsedArguments<LsOption>,
  environment: { readonly isTerminal: boolean; readonly columns: number },
): LsSettings | { readonly fault: string } {
  const width = given.value('width');
  if (width !== undefined && !/^\d+$/.test(width)) return { fault: `invalid line width: ${quote(width)}` };
  const format = readFormat(given, environment.isTerminal);
  const showsTime = given.last('changeTime', 'accessTime', 'time');
  const sort = readSort(given, showsTime !== undefined && format !== 'long');
  const words = { quoting: given.value('quotingStyle'), color: given.value('color') };
  return {
    hidden: given.has('all') || given.has('unsortedAll') ? 'all' : given.has('almostAll') ? 'almost-all' : 'none',
    ignored: ignoredNames(given),
    format,
    sort,
    time: readTime(given),
    timeStyle: given.has('fullTime') ? 'full-iso' : (given.value('timeStyle') ?? 'locale'),
    isReversed: given.has('reverse'),
    directoriesFirst: given.has('groupDirectoriesFirst'),
    listsDirectories: !given.has('directory'),
    isRecursive: given.has('recursive') && !given.has('directory'),
    follows: readFollows(given, format),
    indicator: readIndicator(given, environment.isTerminal),
    quoting: isQuoting(words.quoting) ? words.quoting : readQuoting(given, environment.isTerminal),
    hidesControl: given.last('hideControl', 'showControl') === 'hideControl',
    showsInode: given.has('inode'),
    showsBlocks: given.has('size'),
    showsOwner: !given.has('noOwner'),
    showsGroup: !given.has('noGroup') && !given.has('longNoGroup'),
    usesNumericIds: given.has('numericIds'),
    size: readSize(given),
    usesColor:
      ['', 'always', 'yes', 'force'].includes(words.color ?? 'never') ||
      (environment.isTerminal && ['auto', 'tty', 'if-tty'].includes(words.color ?? '')),
    width: width === undefined ? environment.columns : Number(width),
    end: given.has('zero') ? '\0' : '\n',
  };
}

const FORMAT_WORDS: ReadonlyMap<string, LsFormat> = new Map([
  ['across', 'across'],
  ['horizontal', 'across'],
  ['commas', 'commas'],
  ['long', 'long'],
  ['verbose', 'long'],
  ['single-column', 'single'],
  ['vertical', 'columns'],
]);

function readFormat(given: ParsedArguments<LsOption>, isTerminal: boolean): LsFormat {
  const isLong = given.last('long', 'noOwner', 'numericIds', 'longNoGroup', 'fullTime') !== undefined;
  switch (
    given.last(
      'long',
      'noOwner',
      'numericIds',
      'longNoGroup',
      'fullTime',
      'columns',
      'across',
      'commas',
      'onePerLine',
      'format',
      'zero',
    )
  ) {
    case undefined:
      return isTerminal ? 'columns' : 'single';
    case 'columns':
      return 'columns';
    case 'across':
      return 'across';
    case 'commas':
      return 'commas';
    case 'onePerLine':
    case 'zero':
      return isLong ? 'long' : 'single';
    case 'format':
      return FORMAT_WORDS.get(given.value('format') ?? '') ?? 'single';
    default:
      return 'long';
  }
}

const SORT_WORDS: ReadonlyMap<string, LsSort> = new Map([
  ['none', 'none'],
  ['size', 'size'],
  ['time', 'time'],
  ['version', 'version'],
  ['extension', 'extension'],
  ['name', 'name'],
]);

function readSort(given: ParsedArguments<LsOption>, sortsByShownTime: boolean): LsSort {
  switch (given.last('bySize', 'byTime', 'unsorted', 'unsortedAll', 'byVersion', 'byExtension', 'sort')) {
    case 'bySize':
      return 'size';
    case 'byTime':
      return 'time';
    case 'unsorted':
    case 'unsortedAll':
      return 'none';
    case 'byVersion':
      return 'version';
    case 'byExtension':
      return 'extension';
    case 'sort':
      return SORT_WORDS.get(given.value('sort') ?? '') ?? 'name';
    case undefined:
      return sortsByShownTime ? 'time' : 'name';
  }
}

const TIME_WORDS: ReadonlyMap<string, LsTime> = new Map([
  ['atime', 'atimeMs'],
  ['access', 'atimeMs'],
  ['use', 'atimeMs'],
  ['ctime', 'ctimeMs'],
  ['status', 'ctimeMs'],
  ['birth', 'birthtimeMs'],
  ['creation', 'birthtimeMs'],
]);

function readTime(given: ParsedArguments<LsOption>): LsTime {
  switch (given.last('changeTime', 'accessTime', 'time')) {
    case 'changeTime':
      return 'ctimeMs';
    case 'accessTime':
      return 'atimeMs';
    case 'time':
      return TIME_WORDS.get(given.value('time') ?? '') ?? 'mtimeMs';
    case undefined:
      return 'mtimeMs';
  }
}

function readFollows(given: ParsedArguments<LsOption>, format: LsFormat): LsSettings['follows'] {
  if (given.has('dereference')) return 'always';
  if (given.has('dereferenceOperands')) return 'operands';
  if (given.has('directory') || format === 'long' || given.has('classify')) return 'never';
  return 'directory-operands';
}

function readIndicator(given: ParsedArguments<LsOption>, isTerminal: boolean): LsSettings['indicator'] {
  switch (given.last('classify', 'fileType', 'slash', 'indicatorStyle')) {
    case 'classify': {
      const when = given.value('classify');
      return when === 'never' || (when === 'auto' && !isTerminal) ? 'none' : 'classify';
    }
    case 'fileType':
      return 'file-type';
    case 'slash':
      return 'slash';
    case 'indicatorStyle': {
      const style = given.value('indicatorStyle');
      return style === 'slash' || style === 'file-type' || style === 'classify' ? style : 'none';
    }
    case undefined:
      return 'none';
  }
}

function isQuoting(word: string | undefined): word is LsQuoting {
  return word !== undefined && ['literal', 'shell', 'shell-always', 'c', 'escape'].includes(word);
}

function readQuoting(given: ParsedArguments<LsOption>, isTerminal: boolean): LsQuoting {
  switch (given.last('escape', 'literal', 'quoteName')) {
    case 'escape':
      return 'escape';
    case 'literal':
      return 'literal';
    case 'quoteName':
      return 'c';
    case undefined:
      return isTerminal ? 'shell' : 'literal';
  }
}

function readSize(given: ParsedArguments<LsOption>): LsSettings['size'] {
  switch (given.last('human', 'si', 'blockSize')) {
    case 'human':
      return { kind: 'human', base: 1024 };
    case 'si':
      return { kind: 'human', base: 1000 };
    case 'blockSize': {
      const units: Readonly<Record<string, number>> = { K: 1024, M: 1024 ** 2, G: 1024 ** 3 };
      const word = given.value('blockSize') ?? '1';
      return { kind: 'number', unit: units[word] ?? (Number(word) || 1) };
    }
    case undefined:
      return { kind: 'number', unit: 1 };
  }
}

function ignoredNames(given: ParsedArguments<LsOption>): Glob[] {
  const globs = given.values('ignore');
  if (!given.has('all') && !given.has('almostAll')) globs.push(...given.values('hide'));
  if (given.has('ignoreBackups')) globs.push('*~', '.*~');
  return globs.map((glob) => compileGlob(glob, { dotIsExplicit: true }));
}
