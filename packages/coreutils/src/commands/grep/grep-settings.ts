import type { PatternDialect } from '@cloche/search';
import type { ParsedArguments } from '../../arguments/parse-options.ts';
import { quote } from '../../arguments/quote.ts';
import { type GrepColors, readGrepColors } from './grep-colors.ts';
import type { GrepOption } from './grep-usage.ts';

/** What grep prints of a file. */
export type GrepReport = 'lines' | 'count' | 'files-with-matches' | 'files-without-match' | 'nothing';

/** What grep was asked for, besides the patterns and the files. */
export interface GrepSettings {
  readonly dialect: PatternDialect;
  readonly ignoreCase: boolean;
  readonly wholeWord: boolean;
  readonly wholeLine: boolean;
  readonly isInverted: boolean;
  /** The byte that ends lines. */
  readonly terminator: number;
  readonly report: GrepReport;
  readonly onlyMatching: boolean;
  readonly maxCount: number;
  readonly before: number;
  readonly after: number;
  /** Context was asked for, if only of no lines: then groups of lines are told apart. */
  readonly hasContext: boolean;
  /** `undefined` for no separator between groups. */
  readonly groupSeparator: string | undefined;
  readonly binaryFiles: 'binary' | 'text' | 'without-match';
  readonly directories: 'read' | 'recurse' | 'skip';
  /** `undefined`: devices are read when named, skipped when met on a walk. */
  readonly devices: 'read' | 'skip' | undefined;
  readonly followsLinks: boolean;
  readonly reportsErrors: boolean;
  readonly withFilename: boolean | undefined;
  readonly stdinLabel: string;
  readonly showsLineNumber: boolean;
  readonly showsByteOffset: boolean;
  readonly alignsByTab: boolean;
  readonly endsNamesWithNul: boolean;
  readonly isLineBuffered: boolean;
  readonly usesColor: boolean;
  readonly colors: GrepColors;
}

/** A wrong argument; `showsUsage` as for a wrong option. */
export interface SettingsFault {
  readonly fault: string;
  readonly showsUsage: boolean;
}

/** Returns the settings that the arguments ask for. */
export function readSettings(
  given: ParsedArguments<GrepOption>,
  environment: { readonly isTerminal: boolean; readonly colors: string },
): GrepSettings | SettingsFault {
  const dialect = readDialect(given);
  if (dialect === undefined) return { fault: 'conflicting matchers specified', showsUsage: false };
  const counts = readContext(given);
  if ('fault' in counts) return counts;
  const maxCount = readMaxCount(given.value('maxCount'));
  if (maxCount === undefined) return { fault: 'invalid max count', showsUsage: false };
  const directories = readDirectories(given);
  if (typeof directories !== 'string') return directories;
  const devices = given.value('devices');
  if (devices !== undefined && devices !== 'read' && devices !== 'skip') {
    return { fault: 'unknown devices method', showsUsage: false };
  }
  const binaryFiles = readBinaryFiles(given);
  if (binaryFiles === undefined) return { fault: 'unknown binary-files type', showsUsage: false };
  const usesColor = readColor(given, environment.isTerminal);
  if (typeof usesColor !== 'boolean') return usesColor;
  const fileNames = given.last('withFilename', 'noFilename');
  return {
    dialect,
    ignoreCase: given.last('ignoreCase', 'noIgnoreCase') === 'ignoreCase',
    wholeWord: given.has('word'),
    wholeLine: given.has('line'),
    isInverted: given.has('invert'),
    terminator: given.has('nullData') ? 0 : 10,
    report: readReport(given),
    onlyMatching: given.has('onlyMatching'),
    maxCount,
    ...counts,
    hasContext: given.has('before') || given.has('after') || given.has('context'),
    groupSeparator: readSeparator(given),
    binaryFiles,
    directories,
    devices,
    followsLinks: given.last('recursive', 'dereferenceRecursive') === 'dereferenceRecursive',
    reportsErrors: !given.has('noMessages'),
    withFilename: fileNames && fileNames === 'withFilename',
    stdinLabel: given.value('label') ?? '(standard input)',
    showsLineNumber: given.has('lineNumber'),
    showsByteOffset: given.has('byteOffset'),
    alignsByTab: given.has('initialTab'),
    endsNamesWithNul: given.has('null'),
    isLineBuffered: given.has('lineBuffered'),
    usesColor,
    colors: readGrepColors(environment.colors),
  };
}

const DIALECTS: Readonly<Record<'extended' | 'fixed' | 'basic' | 'perl', PatternDialect>> = {
  extended: 'ere',
  fixed: 'fixed',
  basic: 'bre',
  perl: 'pcre',
};

function readDialect(given: ParsedArguments<GrepOption>): PatternDialect | undefined {
  const asked = new Set<PatternDialect>();
  for (const { name } of given.given) {
    if (name === 'extended' || name === 'fixed' || name === 'basic' || name === 'perl') asked.add(DIALECTS[name]);
  }
  const [first = 'bre'] = asked;
  return asked.size > 1 ? undefined : first;
}

/** The last of `-A`, `-B` and `-C` for each side; `-NUM` in several words joins its digits as GNU's does. */
function readContext(given: ParsedArguments<GrepOption>): { before: number; after: number } | SettingsFault {
  const read = (name: 'before' | 'after' | 'context'): number | undefined | SettingsFault => {
    const value = given.value(name);
    if (value === undefined) return undefined;
    if (!/^\d+$/.test(value)) return { fault: `${value}: invalid context length argument`, showsUsage: false };
    return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
  };
  const before = read('before');
  const after = read('after');
  const both = read('context');
  for (const value of [before, after, both]) if (typeof value === 'object') return value;
  const side = (own: typeof before): number => (typeof own === 'number' ? own : typeof both === 'number' ? both : 0);
  return { before: side(before), after: side(after) };
}

function readMaxCount(value: string | undefined): number | undefined {
  if (value === undefined) return Number.POSITIVE_INFINITY;
  if (!/^[+-]?\d+$/.test(value)) return undefined;
  return Number(value) < 0 ? Number.POSITIVE_INFINITY : Number(value);
}

function readDirectories(given: ParsedArguments<GrepOption>): GrepSettings['directories'] | SettingsFault {
  switch (given.last('recursive', 'dereferenceRecursive', 'directories')) {
    case 'recursive':
    case 'dereferenceRecursive':
      return 'recurse';
    case 'directories': {
      const value = given.value('directories') ?? '';
      if (value === 'read' || value === 'recurse' || value === 'skip') return value;
      return invalidChoice(value, '--directories', ['read', 'recurse', 'skip']);
    }
    case undefined:
      return 'read';
  }
}

function readBinaryFiles(given: ParsedArguments<GrepOption>): GrepSettings['binaryFiles'] | undefined {
  switch (given.last('binaryFiles', 'text', 'skipBinary')) {
    case 'text':
      return 'text';
    case 'skipBinary':
      return 'without-match';
    case 'binaryFiles': {
      const value = given.value('binaryFiles');
      return value === 'binary' || value === 'text' || value === 'without-match' ? value : undefined;
    }
    case undefined:
      return 'binary';
  }
}

function readReport(given: ParsedArguments<GrepOption>): GrepReport {
  if (given.has('quiet')) return 'nothing';
  const list = given.last('filesWithMatches', 'filesWithoutMatch');
  if (list !== undefined) return list === 'filesWithMatches' ? 'files-with-matches' : 'files-without-match';
  return given.has('count') ? 'count' : 'lines';
}

function readSeparator(given: ParsedArguments<GrepOption>): string | undefined {
  if (given.last('groupSeparator', 'noGroupSeparator') === 'noGroupSeparator') return undefined;
  return given.value('groupSeparator') ?? '--';
}

function readColor(given: ParsedArguments<GrepOption>, isTerminal: boolean): boolean | SettingsFault {
  const when = given.value('color');
  if (when === undefined || ['never', 'no', 'none'].includes(when)) return false;
  if (['always', 'yes', 'force'].includes(when)) return true;
  if (['', 'auto', 'tty', 'if-tty'].includes(when)) return isTerminal;
  return invalidChoice(when, '--color', ['always', 'never', 'auto']);
}

function invalidChoice(value: string, option: string, valid: readonly string[]): SettingsFault {
  const list = valid.map((choice) => `  - ${quote(choice)}`).join('\n');
  return {
    fault: `invalid argument ${quote(value)} for ${quote(option)}\nValid arguments are:\n${list}`,
    showsUsage: true,
  };
}
