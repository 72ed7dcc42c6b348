import type { CommandUsage } from '../../arguments/command-usage.ts';
import type { FormatOption } from './read-formats.ts';

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
  | 'rcs'
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
  | 'excludeFrom'
  | 'startingFile'
  | 'fromFile'
  | 'toFile'
  | 'noDereference'
  | 'ignoreNameCase'
  | 'minimal'
  | 'ignoreCase'
  | 'ignoreTrailing'
  | 'ignoreSpaceChange'
  | 'ignoreAllSpace'
  | 'ignoreBlankLines'
  | 'ignoreMatching'
  | 'text'
  | 'stripCarriageReturn'
  | 'speedLargeFiles'
  | 'horizon'
  | 'color'
  | 'palette'
  | 'expandTabs'
  | 'initialTab'
  | 'tabSize'
  | 'suppressBlankEmpty'
  | 'paginate'
  | 'ignoreTabs'
  | FormatOption;

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
    rcs: { short: 'n', long: 'rcs', help: 'output a script for RCS' },
    sideBySide: { short: 'y', long: 'side-by-side', help: 'output in two columns' },
    width: { short: 'W', long: 'width', value: 'NUM', help: 'output at most NUM (130) columns' },
    leftColumn: { long: 'left-column', help: 'output only the left column of common lines' },
    suppressCommon: { long: 'suppress-common-lines', help: 'do not output common lines' },
    showFunction: { short: 'p', long: 'show-c-function', help: 'show the C function that each change is in' },
    sectionPattern: { short: 'F', long: 'show-function-line', value: 'RE', help: 'show the last line matching RE' },
    label: { short: 'L', long: 'label', value: 'LABEL', help: 'use LABEL, not the file name and time' },
    expandTabs: { short: 't', long: 'expand-tabs', help: 'turn tabs of the output into blanks' },
    initialTab: { short: 'T', long: 'initial-tab', help: 'put a tab before lines, so that tabs line up' },
    tabSize: { long: 'tabsize', value: 'NUM', help: 'tab stops every NUM (8) columns' },
    suppressBlankEmpty: { long: 'suppress-blank-empty', help: 'put no blank before empty lines' },
    paginate: { short: 'l', long: 'paginate', help: 'refused: there is no pr to make pages' },
    recursive: { short: 'r', long: 'recursive', help: 'compare subdirectories too' },
    newFile: { short: 'N', long: 'new-file', help: 'treat absent files as empty' },
    unidirectionalNewFile: { short: 'P', long: 'unidirectional-new-file', help: 'treat absent first files as empty' },
    exclude: { short: 'x', long: 'exclude', value: 'PAT', help: 'leave out files that match PAT' },
    excludeFrom: { short: 'X', long: 'exclude-from', value: 'FILE', help: 'leave out what a pattern in FILE matches' },
    startingFile: { short: 'S', long: 'starting-file', value: 'FILE', help: 'start with FILE in directories' },
    fromFile: { long: 'from-file', value: 'FILE1', help: 'compare FILE1 with all operands' },
    toFile: { long: 'to-file', value: 'FILE2', help: 'compare all operands with FILE2' },
    noDereference: { long: 'no-dereference', help: 'compare symbolic links themselves' },
    ignoreNameCase: {
      long: 'ignore-file-name-case',
      undo: ['no-ignore-file-name-case'],
      help: 'ignore case of file names in directories',
    },
    ignoreCase: { short: 'i', long: 'ignore-case', help: 'ignore case' },
    ignoreTabs: { short: 'E', long: 'ignore-tab-expansion', help: 'ignore whether tabs or blanks are used' },
    ignoreTrailing: { short: 'Z', long: 'ignore-trailing-space', help: 'ignore white space at line end' },
    ignoreSpaceChange: { short: 'b', long: 'ignore-space-change', help: 'ignore changes in the amount of white space' },
    ignoreAllSpace: { short: 'w', long: 'ignore-all-space', help: 'ignore all white space' },
    ignoreBlankLines: { short: 'B', long: 'ignore-blank-lines', help: 'ignore changes where lines are all blank' },
    ignoreMatching: { short: 'I', long: 'ignore-matching-lines', value: 'RE', help: 'ignore changes that match RE' },
    text: { short: 'a', long: 'text', help: 'treat all files as text' },
    stripCarriageReturn: { long: 'strip-trailing-cr', help: 'strip carriage returns at line ends' },
    minimal: { short: 'd', long: 'minimal', help: 'accepted: differences always are' },
    speedLargeFiles: { short: 'H', long: 'speed-large-files', help: 'accepted' },
    horizon: { long: 'horizon-lines', value: 'NUM', help: 'accepted: common lines are always looked at' },
    color: { long: 'color', value: 'WHEN', valueIsOptional: true, help: 'paint: never, always or auto' },
    palette: { long: 'palette', value: 'PALETTE', help: 'colours to use: rs, hd, ad, de, ln, as in ad=32:de=31' },
    ifdef: { short: 'D', long: 'ifdef', value: 'NAME', help: 'output both files as one, with #ifdef NAME' },
    lineFormat: { long: 'line-format', value: 'LFMT', help: 'format all lines with LFMT' },
    oldLine: { long: 'old-line-format', value: 'LFMT', help: 'format lines of the first file only' },
    newLine: { long: 'new-line-format', value: 'LFMT', help: 'format lines of the second file only' },
    commonLine: { long: 'unchanged-line-format', value: 'LFMT', help: 'format lines of both files' },
    oldGroup: { long: 'old-group-format', value: 'GFMT', help: 'format groups of lines of the first file only' },
    newGroup: { long: 'new-group-format', value: 'GFMT', help: 'format groups of lines of the second file only' },
    changedGroup: { long: 'changed-group-format', value: 'GFMT', help: 'format groups of lines that differ' },
    commonGroup: { long: 'unchanged-group-format', value: 'GFMT', help: 'format groups of lines of both files' },
  },
  notes:
    'In LFMT, %L is a line, %l one without its newline, %dn its number. In GFMT, %< %> %= are the lines of the first file, ' +
    'of the second and common ones; %df %dl %dn %de %dm first line, last line, how many, the ones before and after, in ' +
    'capitals of the second file; %(A=B?T:E) is T where A is B. Both know %% and %c. ' +
    'Exit status is 0 if inputs are the same, 1 if different, 2 if trouble.',
};
