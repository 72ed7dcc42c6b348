import type { CommandUsage } from '../../arguments/command-usage.ts';

/** The options of grep, by what they mean. */
export type GrepOption =
  | 'extended'
  | 'fixed'
  | 'basic'
  | 'perl'
  | 'regexp'
  | 'file'
  | 'ignoreCase'
  | 'noIgnoreCase'
  | 'word'
  | 'line'
  | 'nullData'
  | 'noMessages'
  | 'invert'
  | 'version'
  | 'maxCount'
  | 'byteOffset'
  | 'lineNumber'
  | 'lineBuffered'
  | 'withFilename'
  | 'noFilename'
  | 'label'
  | 'onlyMatching'
  | 'quiet'
  | 'binaryFiles'
  | 'text'
  | 'skipBinary'
  | 'directories'
  | 'devices'
  | 'recursive'
  | 'dereferenceRecursive'
  | 'include'
  | 'exclude'
  | 'excludeFrom'
  | 'excludeDir'
  | 'filesWithoutMatch'
  | 'filesWithMatches'
  | 'count'
  | 'initialTab'
  | 'null'
  | 'before'
  | 'after'
  | 'context'
  | 'groupSeparator'
  | 'noGroupSeparator'
  | 'color'
  | 'binary'
  | 'unixByteOffsets';

/** How grep is called. */
export const GREP_USAGE: CommandUsage<GrepOption> = {
  name: 'grep',
  synopsis: ['[OPTION]... PATTERNS [FILE]...'],
  summary: 'Print the lines of each FILE that match one of PATTERNS, which are separated by newlines.',
  faultStatus: 2,
  showsSynopsisOnFault: true,
  digits: 'context',
  options: {
    extended: { short: 'E', long: 'extended-regexp', help: 'patterns are extended regular expressions' },
    fixed: { short: 'F', long: 'fixed-strings', help: 'patterns are plain strings' },
    basic: { short: 'G', long: 'basic-regexp', help: 'patterns are basic regular expressions (default)' },
    perl: { short: 'P', long: 'perl-regexp', help: 'the pattern is a Perl-compatible expression' },
    regexp: { short: 'e', long: 'regexp', value: 'PATTERNS', help: 'look for PATTERNS; may be given again' },
    file: { short: 'f', long: 'file', value: 'FILE', help: 'look for the patterns in FILE, one a line' },
    ignoreCase: { short: 'iy', long: 'ignore-case', help: 'upper and lower case are the same' },
    noIgnoreCase: { long: 'no-ignore-case', help: 'upper and lower case differ (default)' },
    word: { short: 'w', long: 'word-regexp', help: 'a match must be whole words' },
    line: { short: 'x', long: 'line-regexp', help: 'a match must be a whole line' },
    nullData: { short: 'z', long: 'null-data', help: 'lines end with a NUL byte' },
    noMessages: { short: 's', long: 'no-messages', help: 'say nothing about missing or unreadable files' },
    invert: { short: 'v', long: 'invert-match', help: 'select the lines that do not match' },
    version: { short: 'V', help: 'the same as --version' },
    maxCount: { short: 'm', long: 'max-count', value: 'NUM', help: 'stop a file after NUM selected lines' },
    byteOffset: { short: 'b', long: 'byte-offset', help: 'show the byte offset of each line or match' },
    lineNumber: { short: 'n', long: 'line-number', help: 'show line numbers' },
    lineBuffered: { long: 'line-buffered', help: 'write out every line at once' },
    withFilename: { short: 'H', long: 'with-filename', help: 'show file names' },
    noFilename: { short: 'h', long: 'no-filename', help: 'do not show file names' },
    label: { long: 'label', value: 'LABEL', help: 'call standard input LABEL' },
    onlyMatching: { short: 'o', long: 'only-matching', help: 'show only the parts that match, one a line' },
    quiet: { short: 'q', long: ['quiet', 'silent'], help: 'print nothing; end at the first match' },
    binaryFiles: {
      long: 'binary-files',
      value: 'TYPE',
      help: 'treat binary files as TYPE: binary, text, without-match',
    },
    text: { short: 'a', long: 'text', help: 'the same as --binary-files=text' },
    skipBinary: { short: 'I', help: 'the same as --binary-files=without-match' },
    directories: { short: 'd', long: 'directories', value: 'ACTION', help: 'for directories: read, recurse or skip' },
    devices: { short: 'D', long: 'devices', value: 'ACTION', help: 'for devices, fifos and sockets: read or skip' },
    recursive: { short: 'r', long: 'recursive', help: 'search directories and all below them' },
    dereferenceRecursive: { short: 'R', long: 'dereference-recursive', help: 'the same, following symbolic links' },
    include: { long: 'include', value: 'GLOB', help: 'search only files whose name matches GLOB' },
    exclude: { long: 'exclude', value: 'GLOB', help: 'do not search files whose name matches GLOB' },
    excludeFrom: { long: 'exclude-from', value: 'FILE', help: 'take globs to exclude from FILE' },
    excludeDir: { long: 'exclude-dir', value: 'GLOB', help: 'do not go into directories whose name matches GLOB' },
    filesWithoutMatch: { short: 'L', long: 'files-without-match', help: 'list files without a selected line' },
    filesWithMatches: { short: 'l', long: 'files-with-matches', help: 'list files with a selected line' },
    count: { short: 'c', long: 'count', help: 'print how many lines are selected in each file' },
    initialTab: { short: 'T', long: 'initial-tab', help: 'align lines by a tab behind what is before them' },
    null: { short: 'Z', long: 'null', help: 'end file names with a NUL byte' },
    before: { short: 'B', long: 'before-context', value: 'NUM', help: 'show NUM lines before each selected line' },
    after: { short: 'A', long: 'after-context', value: 'NUM', help: 'show NUM lines after each selected line' },
    context: { short: 'C', long: 'context', value: 'NUM', help: 'show NUM lines before and after; also -NUM' },
    groupSeparator: { long: 'group-separator', value: 'SEP', help: 'print SEP between groups of lines with context' },
    noGroupSeparator: { long: 'no-group-separator', help: 'print nothing between groups' },
    color: {
      long: ['color', 'colour'],
      value: 'WHEN',
      valueIsOptional: true,
      help: 'mark what matches: always, never or auto',
    },
    binary: { short: 'U', long: 'binary', help: 'accepted; lines are never changed' },
    unixByteOffsets: { short: 'u', long: 'unix-byte-offsets' },
  },
  notes:
    'With no FILE, or where FILE is -, standard input is read; with -r and no FILE the current directory.\n' +
    'Exit status is 0 when a line was selected, 1 when none was, 2 after an error (0 with -q and a match).',
};
