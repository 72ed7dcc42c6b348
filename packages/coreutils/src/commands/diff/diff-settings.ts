import { compileGlob, compilePattern, type Pattern } from '@cloche/search';
import type { ParsedArguments } from '../../arguments/parse-options.ts';
import { quoteName, quoteNameIfNeeded } from '../../arguments/quote.ts';
import type { LineRules } from './compared-text.ts';
import { type Palette, readPalette } from './diff-colors.ts';
import type { DiffOption } from './diff-usage.ts';
import type { LineLayout } from './line-layout.ts';
import type { DifferenceStyle } from './print-difference.ts';
import type { MergedFormats } from './print-merged.ts';
import type { SideBySideOptions } from './print-side-by-side.ts';
import { isFormatOption, readFormats } from './read-formats.ts';

/** Everything that says how two files are compared and what is printed. */
export interface DiffSettings {
  readonly style: WholeStyle | 'brief';
  readonly context: number;
  readonly rules: LineRules;
  /** Carriage returns at line ends are taken away, also from what is printed. */
  readonly stripsCarriageReturn: boolean;
  readonly labels: readonly string[];
  readonly reportsIdentical: boolean;
  readonly isText: boolean;
  readonly isRecursive: boolean;
  /** Symbolic links are compared themselves. */
  readonly comparesLinks: boolean;
  readonly ignoresNameCase: boolean;
  /** Names before this one are left out of the directories that the call names. */
  readonly startingFile: string | undefined;
  /** Files that are missing on a side count as empty there. */
  readonly emptyWhenMissing: 'none' | 'left' | 'both';
  readonly excludes: (name: string) => boolean;
  /** Returns whether a change in these lines does not count. */
  readonly isIgnored: ((line: string) => boolean) | undefined;
  readonly isSectionStart: ((line: string) => boolean) | undefined;
  readonly sideBySide: SideBySideOptions;
  readonly merged: MergedFormats;
  readonly layout: LineLayout;
  /** Options as they are shown above each difference of a directory. */
  readonly shownOptions: string;
  /** What is said before files are compared. */
  readonly warnings: readonly string[];
}

/** Where a call was made, as far as it matters. */
export interface DiffSurroundings {
  /** Options as they were written, for the headings of files in directories. */
  readonly words: readonly string[];
  readonly isTerminal: boolean;
  /** Patterns that stand in files (`-X`). */
  readonly excluded: readonly string[];
}

type WholeStyle = DifferenceStyle | 'side-by-side' | 'merged';

/** Returns the settings of a call, or what is wrong with it. */
export function readDiffSettings(
  given: ParsedArguments<DiffOption>,
  { words, isTerminal, excluded }: DiffSurroundings,
): DiffSettings | string {
  const fault = faultOf(given);
  if (fault !== undefined) return fault;
  const ignored = compileAll(given.values('ignoreMatching'));
  const sections = compileAll(given.has('showFunction') ? ['^[[:alpha:]$_]'] : given.values('sectionPattern'));
  const merged = readFormats(given);
  if (typeof ignored === 'string') return ignored;
  if (typeof sections === 'string') return sections;
  if (typeof merged === 'string') return merged;
  const { colors, faults } = paletteOf(given, isTerminal);
  const skipsBlank = given.has('ignoreBlankLines');
  const globs = [...given.values('exclude'), ...excluded].map((pattern) => compileGlob(pattern));
  const tabSize = Number(given.value('tabSize') ?? '8');
  const layout: LineLayout = {
    expandsTabs: given.has('expandTabs'),
    startsWithTab: given.has('initialTab'),
    tabSize,
    leavesBlanksOut: given.has('suppressBlankEmpty'),
    colors,
  };
  return {
    style: given.has('brief') ? 'brief' : styleOf(given),
    context: contextOf(given),
    rules: {
      ignoresCase: given.has('ignoreCase'),
      blanks: blankRule(given),
      tabSize: given.has('ignoreTabs') ? tabSize : undefined,
    },
    stripsCarriageReturn: given.has('stripCarriageReturn'),
    labels: given.values('label'),
    reportsIdentical: given.has('reportIdentical'),
    isText: given.has('text'),
    isRecursive: given.has('recursive'),
    comparesLinks: given.has('noDereference'),
    ignoresNameCase: given.has('ignoreNameCase'),
    startingFile: given.value('startingFile'),
    emptyWhenMissing: given.has('newFile') ? 'both' : given.has('unidirectionalNewFile') ? 'left' : 'none',
    excludes: (name) => globs.some((glob) => glob.matches(name)),
    isIgnored:
      skipsBlank || ignored.length > 0
        ? (line) => (skipsBlank && line === '') || ignored.some((pattern) => pattern.test(line))
        : undefined,
    isSectionStart: sections.length > 0 ? (line) => sections.some((pattern) => pattern.test(line)) : undefined,
    sideBySide: {
      width: Number(given.value('width') ?? '130'),
      leavesOutCommon: given.has('suppressCommon'),
      showsLeftOfCommon: given.has('leftColumn'),
      layout,
    },
    merged,
    layout,
    shownOptions: words.map((word) => ` ${word.includes('=') ? quoteName(word) : quoteNameIfNeeded(word)}`).join(''),
    warnings: faults,
  };
}

/** Numbers that a call may give, and what they are called when they are none. */
const NUMBERS: readonly (readonly [DiffOption, RegExp, string])[] = [
  ['contextLines', /^\d+$/, 'context length'],
  ['contextLong', /^\d*$/, 'context length'],
  ['unifiedLines', /^\d+$/, 'context length'],
  ['unifiedLong', /^\d*$/, 'context length'],
  ['width', /^0*[1-9]\d*$/, 'width'],
  ['tabSize', /^0*[1-9]\d*$/, 'tabsize'],
  ['horizon', /^\d+$/, 'horizon length'],
  ['color', /^(?:|never|always|auto)$/, 'color'],
];

function faultOf(given: ParsedArguments<DiffOption>): string | undefined {
  for (const [option, pattern, called] of NUMBERS) {
    const wrong = given.values(option).find((value) => !pattern.test(value));
    if (wrong !== undefined) return `invalid ${called} '${wrong}'`;
  }
  for (const option of ['fromFile', 'toFile'] as const) {
    const other = given.values(option).find((name, _, [first]) => name !== first);
    if (other !== undefined)
      return `conflicting --${option === 'fromFile' ? 'from' : 'to'}-file option value '${other}'`;
  }
  const styles = new Set(given.given.map(({ name }) => STYLES.get(name)).filter(Boolean));
  if (given.given.some(({ name }) => isFormatOption(name))) styles.add('merged');
  return styles.size > 1 ? 'conflicting output style options' : undefined;
}

function styleOf(given: ParsedArguments<DiffOption>): WholeStyle {
  for (const { name } of given.given) {
    const style = isFormatOption(name) ? 'merged' : STYLES.get(name);
    if (style) return style;
  }
  return given.has('showFunction') ? 'context' : 'normal';
}

const STYLES: ReadonlyMap<DiffOption, WholeStyle> = new Map([
  ['normal', 'normal'],
  ['context', 'context'],
  ['contextLines', 'context'],
  ['contextLong', 'context'],
  ['unified', 'unified'],
  ['unifiedLines', 'unified'],
  ['unifiedLong', 'unified'],
  ['ed', 'ed'],
  ['rcs', 'rcs'],
  ['sideBySide', 'side-by-side'],
]);

/** The most that any option asks for, but for a bare number. */
function contextOf(given: ParsedArguments<DiffOption>): number {
  const lines = given.value('lines');
  if (lines !== undefined) return Number(lines);
  const asked = (['contextLines', 'contextLong', 'unifiedLines', 'unifiedLong'] as const)
    .flatMap((option) => given.values(option))
    .map((value) => (value === '' ? USUAL_CONTEXT : Number(value)));
  if (asked.length === 0 || given.has('context') || given.has('unified')) asked.push(USUAL_CONTEXT);
  return Math.max(...asked);
}

const USUAL_CONTEXT = 3;

function paletteOf(given: ParsedArguments<DiffOption>, isTerminal: boolean): Palette {
  const when = given.value('color') ?? 'never';
  const isPainted = when === 'always' || (when !== 'never' && isTerminal);
  return isPainted ? readPalette(given.value('palette') ?? '') : { colors: undefined, faults: [] };
}

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
