import { encodeText } from '@cloche/system';
import type { ParsedArguments } from '../../arguments/parse-options.ts';
import { GREP_COLORS } from '../grep/grep-colors.ts';
import type { GrepReport, GrepSettings } from '../grep/grep-settings.ts';
import type { Paint } from './rg-colors.ts';
import type { RgPrintSettings } from './rg-printer.ts';
import type { RgOption } from './rg-usage.ts';

const COUNTS = ['after', 'before', 'context', 'maxColumns', 'maxCount'] as const;

const NOT_WITH_JSON = [
  { name: 'files', written: '--files' },
  { name: 'count', written: '--count' },
  { name: 'countMatches', written: '--count-matches' },
  { name: 'filesWithMatches', written: '--files-with-matches' },
  { name: 'filesWithoutMatch', written: '--files-without-match' },
] as const;

const LINE_ENDS = { crlf: '\r\n', nullData: '\0', lines: '\n' } as const;

/** Returns what is wrong with the options together. */
export function findConflict(given: ParsedArguments<RgOption>): string | undefined {
  const unfit = given.has('json') ? NOT_WITH_JSON.find(({ name }) => given.has(name)) : undefined;
  return unfit && `error: The argument '${unfit.written}' cannot be used with '--json'`;
}

/** Returns how lines are searched for, or what is wrong with the options. */
export function readLineSettings(given: ParsedArguments<RgOption>): GrepSettings | string {
  for (const name of COUNTS) {
    const written = given.value(name);
    if (written !== undefined && !/^\d+$/.test(written)) return `value is not a valid number: ${written}`;
  }
  if (given.has('refused')) return '-z is not supported; use zcat for compressed files';
  if (given.has('refusedValue')) return '--pre is not supported: searching starts no programs';
  const slash = given.value('pathSeparator') ?? '/';
  const { length } = encodeText(slash);
  if (length !== 1)
    return `A path separator must be exactly one byte, but the given separator is ${length} bytes: ${slash}`;
  const count = (name: (typeof COUNTS)[number], fallback: number): number => Number(given.value(name) ?? fallback);
  const context = count('context', 0);
  const countsMatches = given.has('countMatches');
  return {
    dialect: 'pcre',
    ignoreCase: false,
    wholeWord: false,
    wholeLine: false,
    isInverted: given.has('invert'),
    terminator: given.last('crlf', 'nullData') === 'nullData' ? 0 : 10,
    report: reportOf(given, countsMatches),
    onlyMatching: given.has('onlyMatching'),
    maxCount: count('maxCount', Number.POSITIVE_INFINITY),
    before: count('before', context),
    after: count('after', context),
    hasContext: count('before', context) > 0 || count('after', context) > 0,
    groupSeparator: '--',
    binaryFiles: given.has('text') || given.values('unrestricted').length >= 3 ? 'text' : 'binary',
    directories: 'recurse',
    devices: undefined,
    followsLinks: given.has('follow'),
    reportsErrors: !given.has('noMessages'),
    withFilename: undefined,
    stdinLabel: '<stdin>',
    showsLineNumber: true,
    showsByteOffset: false,
    alignsByTab: false,
    endsNamesWithNul: given.has('nul'),
    isLineBuffered: false,
    usesColor: false,
    colors: GREP_COLORS,
  };
}

function reportOf(given: ParsedArguments<RgOption>, countsMatches: boolean): GrepReport {
  if (given.has('quiet')) return 'nothing';
  if (given.has('filesWithMatches')) return 'files-with-matches';
  if (given.has('filesWithoutMatch')) return 'files-without-match';
  return given.has('count') || countsMatches ? 'count' : 'lines';
}

/** Returns how lines are printed: on a terminal under headings and with numbers, elsewhere as grep does. */
export function readPrintSettings(
  given: ParsedArguments<RgOption>,
  { isMany, isTerminal, paint }: { isMany: boolean; isTerminal: boolean; paint: Paint | undefined },
): RgPrintSettings {
  const isVimgrep = given.has('vimgrep');
  const naming = given.last('withFilename', 'noFilename');
  const numbering = given.last('lineNumber', 'noLineNumber', 'column', 'pretty', 'vimgrep');
  const heading = given.last('heading', 'noHeading', 'pretty', 'vimgrep');
  return {
    showsFileName: naming === undefined ? isMany || isVimgrep : naming === 'withFilename',
    hasHeading: heading === undefined ? isTerminal : heading === 'heading' || heading === 'pretty',
    showsLineNumber: numbering === undefined ? isTerminal : numbering !== 'noLineNumber',
    showsColumn: given.has('column') || isVimgrep,
    showsByteOffset: given.has('byteOffset'),
    onlyMatching: given.has('onlyMatching'),
    eachMatch: isVimgrep,
    isInverted: given.has('invert'),
    replacement: given.value('replace'),
    trims: given.has('trim'),
    separator:
      given.last('contextSeparator', 'noContextSeparator') === 'noContextSeparator'
        ? undefined
        : unescapeSeparator(given.value('contextSeparator') ?? '--'),
    maxColumns: Number(given.value('maxColumns') ?? 0) || Number.POSITIVE_INFINITY,
    showsPreview: given.has('maxColumnsPreview'),
    nameEnd: given.has('nul') ? '\0' : undefined,
    matchMark: unescapeSeparator(given.value('fieldMatchSeparator') ?? ':'),
    contextMark: unescapeSeparator(given.value('fieldContextSeparator') ?? '-'),
    paint,
    lineEnd: LINE_ENDS[given.last('crlf', 'nullData') ?? 'lines'],
  };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '\0', '\\': '\\' };

function unescapeSeparator(written: string): string {
  return written.replaceAll(/\\(?:x([0-9a-fA-F]{2})|([nrt0\\]))/g, (_, hex: string | undefined, letter = '') =>
    hex === undefined ? (ESCAPES[String(letter)] ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
