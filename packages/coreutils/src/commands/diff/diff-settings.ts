import { compileGlob, compilePattern, type Pattern } from '@cloche/search';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import type { ParsedArguments } from '../../arguments/parse-options.ts';
import { quoteNameIfNeeded } from '../../arguments/quote.ts';
import type { LineRules } from './compared-text.ts';
import type { DifferenceStyle } from './print-difference.ts';
import type { SideBySideOptions } from './print-side-by-side.ts';

/** The options of diff. */
export type DiffOption =
  | 'normal'
  | 'brief'
  | 'reportIdentical'
  | 'context'
  | 'contextLines'
  | 'contextLong'
  | 'unifiedLong'
  | 'lines'
  | 'unified'
  | 'unifiedLines'
  | 'ed'
  | 'sideBySide'
  | 'width'
  | 'leftColumn'
  | 'suppressCommon'
  | 'showFunction'
  | 'sectionPattern'
  | 'label'
  | 'recursive'
  | 'newFile'
  | 'unidirectionalNewFile'
  | 'exclude'
  | 'ignoreCase'
  | 'ignoreTrailing'
  | 'ignoreSpaceChange'
  | 'ignoreAllSpace'
  | 'ignoreBlankLines'
  | 'ignoreMatching'
  | 'text'
  | 'stripCarriageReturn'
  | 'minimal'
  | 'speedLargeFiles'
  | 'color';

/** How diff is called. */
export const DIFF_USAGE: CommandUsage<DiffOption> = {
  name: 'diff',
  synopsis: ['[OPTION]... FILES'],
  summary: 'Compare files line by line.',
  faultStatus: 2,
  digits: 'lines',
  options: {
    normal: { long: 'normal', help: 'output a normal difference (the default)' },
    brief: { short: 'q', long: 'brief', help: 'report only when files differ' },
    reportIdentical: { short: 's', long: 'report-identical-files', help: 'report when two files are the same' },
    context: { short: 'c', help: 'output 3 lines of copied context' },
    contextLines: { short: 'C', value: 'NUM', help: 'output NUM lines of copied context' },
    contextLong: { long: 'context', value: 'NUM', valueIsOptional: true, help: 'the same (default 3)' },
    unified: { short: 'u', help: 'output 3 lines of unified context' },
    unifiedLines: { short: 'U', value: 'NUM', help: 'output NUM lines of unified context' },
    unifiedLong: { long: 'unified', value: 'NUM', valueIsOptional: true, help: 'the same (default 3)' },
    lines: { value: 'NUM' },
    ed: { short: 'e', long: 'ed', help: 'output an ed script' },
    sideBySide: { short: 'y', long: 'side-by-side', help: 'output in two columns' },
    width: { short: 'W', long: 'width', value: 'NUM', help: 'output at most NUM (130) columns' },
    leftColumn: { long: 'left-column', help: 'output only the left column of common lines' },
    suppressCommon: { long: 'suppress-common-lines', help: 'do not output common lines' },
    showFunction: { short: 'p', long: 'show-c-function', help: 'show the C function that each change is in' },
    sectionPattern: { short: 'F', long: 'show-function-line', value: 'RE', help: 'show the last line matching RE' },
    label: { short: 'L', long: 'label', value: 'LABEL', help: 'use LABEL, not the file name and time' },
    recursive: { short: 'r', long: 'recursive', help: 'compare subdirectories too' },
    newFile: { short: 'N', long: 'new-file', help: 'treat absent files as empty' },
    unidirectionalNewFile: { short: 'P', long: 'unidirectional-new-file', help: 'treat absent first files as empty' },
    exclude: { short: 'x', long: 'exclude', value: 'PAT', help: 'leave out files that match PAT' },
    ignoreCase: { short: 'i', long: 'ignore-case', help: 'ignore case' },
    ignoreTrailing: { short: 'Z', long: 'ignore-trailing-space', help: 'ignore white space at line end' },
    ignoreSpaceChange: { short: 'b', long: 'ignore-space-change', help: 'ignore changes in the amount of white space' },
    ignoreAllSpace: { short: 'w', long: 'ignore-all-space', help: 'ignore all white space' },
    ignoreBlankLines: { short: 'B', long: 'ignore-blank-lines', help: 'ignore changes where lines are all blank' },
    ignoreMatching: { short: 'I', long: 'ignore-matching-lines', value: 'RE', help: 'ignore changes that match RE' },
    text: { short: 'a', long: 'text', help: 'treat all files as text' },
    stripCarriageReturn: { long: 'strip-trailing-cr', help: 'strip carriage returns at line ends' },
    minimal: { short: 'd', long: 'minimal', help: 'accepted: differences always are' },
    speedLargeFiles: { long: 'speed-large-files', help: 'accepted' },
    color: { long: 'color', value: 'WHEN', valueIsOptional: true, help: 'never or auto; there are no colours' },
  },
  notes: 'Exit status is 0 if inputs are the same, 1 if different, 2 if trouble.',
};

/** Everything that says how two files are compared and what is printed. */
export interface DiffSettings {
  readonly style: DifferenceStyle | 'side-by-side' | 'brief';
  readonly context: number;
  readonly rules: LineRules;
  readonly labels: readonly string[];
  readonly reportsIdentical: boolean;
  readonly isText: boolean;
  readonly isRecursive: boolean;
  /** Files that are missing on a side count as empty there. */
  readonly emptyWhenMissing: 'none' | 'left' | 'both';
  readonly excludes: (name: string) => boolean;
  /** Returns whether a change in these lines does not count. */
  readonly isIgnored: ((line: string) => boolean) | undefined;
  readonly isSectionStart: ((line: string) => boolean) | undefined;
  readonly sideBySide: SideBySideOptions;
  /** Options as they are shown above each difference of a directory. */
  readonly shownOptions: string;
}

const LINE_OPTIONS = ['contextLines', 'contextLong', 'unifiedLines', 'unifiedLong', 'lines'] as const;

/** Returns the settings of a call, or what is wrong with it. */
export function readDiffSettings(given: ParsedArguments<DiffOption>, words: readonly string[]): DiffSettings | string {
  const style = styleOf(given);
  const lines = LINE_OPTIONS.map((name) => given.value(name)).find(Boolean) ?? '3';
  if (!/^\d+$/.test(lines)) return `invalid context length '${lines}'`;
  const width = given.value('width') ?? '130';
  if (!/^[1-9]\d*$/.test(width)) return `invalid width '${width}'`;
  const color = given.value('color') ?? 'never';
  if (!['', 'auto', 'never'].includes(color)) return `--color=${color} is not supported`;
  const ignored = compileAll(given.values('ignoreMatching'));
  const sections = compileAll(given.has('showFunction') ? ['^[[:alpha:]$_]'] : given.values('sectionPattern'));
  if (typeof ignored === 'string') return ignored;
  if (typeof sections === 'string') return sections;
  const skipsBlank = given.has('ignoreBlankLines');
  const globs = given.values('exclude').map((pattern) => compileGlob(pattern));
  return {
    style,
    context: Number(lines),
    rules: {
      ignoresCase: given.has('ignoreCase'),
      blanks: blankRule(given),
      stripsCarriageReturn: given.has('stripCarriageReturn'),
    },
    labels: given.values('label'),
    reportsIdentical: given.has('reportIdentical'),
    isText: given.has('text'),
    isRecursive: given.has('recursive'),
    emptyWhenMissing: given.has('newFile') ? 'both' : given.has('unidirectionalNewFile') ? 'left' : 'none',
    excludes: (name) => globs.some((glob) => glob.matches(name)),
    isIgnored:
      skipsBlank || ignored.length > 0
        ? (line) => (skipsBlank && line === '') || ignored.some((pattern) => pattern.test(line))
        : undefined,
    isSectionStart: sections.length > 0 ? (line) => sections.some((pattern) => pattern.test(line)) : undefined,
    sideBySide: {
      width: Number(width),
      leavesOutCommon: given.has('suppressCommon'),
      showsLeftOfCommon: given.has('leftColumn'),
    },
    shownOptions: words.map((word) => ` ${quoteNameIfNeeded(word)}`).join(''),
  };
}

function styleOf(given: ParsedArguments<DiffOption>): DiffSettings['style'] {
  if (given.has('brief')) return 'brief';
  const last = given.last(...STYLE_OPTIONS);
  return last === undefined ? 'normal' : STYLES[last];
}

const STYLE_OPTIONS = [
  'normal',
  'context',
  'contextLines',
  'contextLong',
  'unified',
  'unifiedLines',
  'unifiedLong',
  'ed',
  'sideBySide',
] as const;

const STYLES = {
  normal: 'normal',
  context: 'context',
  contextLines: 'context',
  contextLong: 'context',
  unified: 'unified',
  unifiedLines: 'unified',
  unifiedLong: 'unified',
  ed: 'ed',
  sideBySide: 'side-by-side',
} as const;

function blankRule(given: ParsedArguments<DiffOption>): LineRules['blanks'] {
  if (given.has('ignoreAllSpace')) return 'all';
  if (given.has('ignoreSpaceChange')) return 'changes';
  return given.has('ignoreTrailing') ? 'trailing' : 'exact';
}

function compileAll(texts: readonly string[]): Pattern[] | string {
  const patterns: Pattern[] = [];
  for (const text of texts) {
    const result = compilePattern(text, 'bre');
    if (result.kind === 'invalid') return `${text}: ${result.message}`;
    patterns.push(result.pattern);
  }
  return patterns;
}
