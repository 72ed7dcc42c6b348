import type { CommandUsage } from '../../arguments/command-usage.ts';

/** The options of rg. */
export type RgOption =
  | 'accepted'
  | 'acceptedValue'
  | 'after'
  | 'before'
  | 'context'
  | 'contextSeparator'
  | 'count'
  | 'countMatches'
  | 'byteOffset'
  | 'caseSensitive'
  | 'column'
  | 'color'
  | 'colors'
  | 'crlf'
  | 'encoding'
  | 'regexp'
  | 'patternFile'
  | 'fieldContextSeparator'
  | 'fieldMatchSeparator'
  | 'files'
  | 'filesWithMatches'
  | 'filesWithoutMatch'
  | 'fixed'
  | 'follow'
  | 'glob'
  | 'iglob'
  | 'globsIgnoreCase'
  | 'heading'
  | 'noHeading'
  | 'hidden'
  | 'ignoreCase'
  | 'ignoreFile'
  | 'includeZero'
  | 'json'
  | 'invert'
  | 'lineNumber'
  | 'noLineNumber'
  | 'maxColumns'
  | 'maxColumnsPreview'
  | 'maxCount'
  | 'maxDepth'
  | 'maxFileSize'
  | 'multiline'
  | 'multilineDotall'
  | 'noIgnore'
  | 'noIgnoreFiles'
  | 'noIgnoreMessages'
  | 'noIgnoreVcs'
  | 'noRequireGit'
  | 'noContextSeparator'
  | 'noFilename'
  | 'withFilename'
  | 'nul'
  | 'nullData'
  | 'onlyMatching'
  | 'passthru'
  | 'pathSeparator'
  | 'pcre'
  | 'pretty'
  | 'quiet'
  | 'refused'
  | 'refusedValue'
  | 'replace'
  | 'smartCase'
  | 'sort'
  | 'sortr'
  | 'noMessages'
  | 'stats'
  | 'text'
  | 'trim'
  | 'type'
  | 'typeAdd'
  | 'typeClear'
  | 'typeNot'
  | 'typeList'
  | 'unrestricted'
  | 'vimgrep'
  | 'wordRegexp'
  | 'lineRegexp';

/** How rg is called. */
export const RG_USAGE: CommandUsage<RgOption> = {
  name: 'rg',
  synopsis: ['[OPTIONS] PATTERN [PATH ...]', '[OPTIONS] -e PATTERN ... [PATH ...]', '[OPTIONS] --files [PATH ...]'],
  summary: 'Search the files below each PATH, without hidden, binary and ignored ones, for lines that match PATTERN.',
  faultStatus: 2,
  options: {
    accepted: {
      long: [
        'auto-hybrid-regex',
        'block-buffered',
        'debug',
        'line-buffered',
        'mmap',
        'no-config',
        'no-ignore-dot',
        'no-ignore-exclude',
        'no-ignore-global',
        'no-ignore-parent',
        'no-mmap',
        'no-pcre2-unicode',
        'no-unicode',
        'one-file-system',
      ],
    },
    acceptedValue: {
      short: 'j',
      long: ['threads', 'dfa-size-limit', 'engine', 'regex-size-limit'],
      value: 'VALUE',
    },
    after: { short: 'A', long: 'after-context', value: 'NUM', help: 'show NUM lines after each match' },
    before: { short: 'B', long: 'before-context', value: 'NUM', help: 'show NUM lines before each match' },
    context: { short: 'C', long: 'context', value: 'NUM', help: 'show NUM lines before and after each match' },
    contextSeparator: { long: 'context-separator', value: 'TEXT', help: 'print TEXT, not --, between contexts' },
    count: { short: 'c', long: 'count', help: 'show the number of matching lines of each file' },
    countMatches: { long: 'count-matches', help: 'show the number of matches of each file' },
    byteOffset: { short: 'b', long: 'byte-offset', help: 'show byte offsets of lines, with -o of matches' },
    caseSensitive: { short: 's', long: 'case-sensitive', help: 'search case sensitively (default)' },
    column: { long: 'column', undo: ['no-column'], help: 'show column numbers' },
    color: { long: 'color', value: 'WHEN', help: 'always, ansi, never, or auto: on a terminal (default)' },
    colors: {
      long: 'colors',
      value: 'PART:fg|bg|style:VALUE',
      help: 'the colour or style of path, line, column or match; PART:none for none',
    },
    crlf: { long: 'crlf', undo: ['no-crlf'], help: 'lines end in CR LF too; not with -U' },
    encoding: {
      short: 'E',
      long: 'encoding',
      undo: ['no-encoding'],
      value: 'NAME',
      help: 'how files are encoded; auto (default): UTF-8 unless a mark tells of UTF-16',
    },
    regexp: { short: 'e', long: 'regexp', value: 'PATTERN', help: 'a pattern to search for' },
    patternFile: { short: 'f', long: 'file', value: 'FILE', help: 'search for the patterns in FILE' },
    fieldContextSeparator: {
      long: 'field-context-separator',
      value: 'TEXT',
      help: 'print TEXT, not -, behind the fields of context',
    },
    fieldMatchSeparator: {
      long: 'field-match-separator',
      value: 'TEXT',
      help: 'print TEXT, not :, behind the fields of matches',
    },
    files: { long: 'files', help: 'print each file that would be searched' },
    filesWithMatches: { short: 'l', long: 'files-with-matches', help: 'print only the paths with a match' },
    filesWithoutMatch: { long: 'files-without-match', help: 'print only the paths without a match' },
    fixed: { short: 'F', long: 'fixed-strings', undo: ['no-fixed-strings'], help: 'treat patterns as literal strings' },
    follow: { short: 'L', long: 'follow', undo: ['no-follow'], help: 'follow symbolic links' },
    glob: { short: 'g', long: 'glob', value: 'GLOB', help: 'include or, after !, exclude files and directories' },
    iglob: { long: 'iglob', value: 'GLOB', help: 'the same, case insensitively' },
    globsIgnoreCase: {
      long: 'glob-case-insensitive',
      undo: ['no-glob-case-insensitive'],
      help: 'all globs are case insensitive',
    },
    heading: { long: 'heading', help: 'print the path above its matches' },
    noHeading: { long: 'no-heading', help: 'print the path with each line' },
    hidden: { short: '.', long: 'hidden', undo: ['no-hidden'], help: 'search hidden files and directories' },
    ignoreCase: { short: 'i', long: 'ignore-case', help: 'search case insensitively' },
    ignoreFile: { long: 'ignore-file', value: 'FILE', help: 'more rules on what to ignore, in the form of .gitignore' },
    includeZero: { long: 'include-zero', help: 'with -c, show files without a match too' },
    invert: { short: 'v', long: 'invert-match', help: 'show lines that do not match' },
    json: { long: 'json', undo: ['no-json'], help: 'print messages in JSON, one a line' },
    lineNumber: { short: 'n', long: 'line-number', help: 'show line numbers' },
    noLineNumber: { short: 'N', long: 'no-line-number', help: 'do not show line numbers' },
    maxColumns: { short: 'M', long: 'max-columns', value: 'NUM', help: 'do not print lines longer than NUM bytes' },
    maxColumnsPreview: {
      long: 'max-columns-preview',
      undo: ['no-max-columns-preview'],
      help: 'with -M, print how they begin',
    },
    maxCount: { short: 'm', long: 'max-count', value: 'NUM', help: 'show at most NUM matching lines of each file' },
    maxDepth: { short: 'd', long: ['max-depth', 'maxdepth'], value: 'NUM', help: 'descend at most NUM directories' },
    maxFileSize: { long: 'max-filesize', value: 'NUM[K|M|G]', help: 'pass over larger files' },
    multiline: { short: 'U', long: 'multiline', undo: ['no-multiline'], help: 'matches may go over several lines' },
    multilineDotall: {
      long: 'multiline-dotall',
      undo: ['no-multiline-dotall'],
      help: "with -U, '.' matches the ends of lines too",
    },
    noIgnore: { long: 'no-ignore', undo: ['ignore'], help: 'do not respect ignore files' },
    noIgnoreFiles: { long: 'no-ignore-files', undo: ['ignore-files'], help: 'do not respect --ignore-file' },
    noIgnoreMessages: {
      long: 'no-ignore-messages',
      undo: ['ignore-messages'],
      help: 'do not complain about files of rules',
    },
    noIgnoreVcs: { long: 'no-ignore-vcs', undo: ['ignore-vcs'], help: 'do not respect .gitignore files' },
    noRequireGit: {
      long: 'no-require-git',
      undo: ['require-git'],
      help: 'respect .gitignore outside of git repositories',
    },
    noContextSeparator: { long: 'no-context-separator', help: 'print nothing between contexts' },
    noFilename: { short: 'I', long: 'no-filename', help: 'never print paths with lines' },
    withFilename: { short: 'H', long: 'with-filename', help: 'print paths with lines' },
    nul: { short: '0', long: 'null', help: 'print a NUL byte behind paths' },
    nullData: { long: 'null-data', help: 'lines end in NUL bytes' },
    onlyMatching: { short: 'o', long: 'only-matching', help: 'print only the matched parts of lines' },
    passthru: { long: ['passthru', 'passthrough'], help: 'print all lines, also those without a match' },
    pathSeparator: { long: 'path-separator', value: 'BYTE', help: 'print BYTE, not /, in paths' },
    pcre: { short: 'P', long: 'pcre2', undo: ['no-pcre2'], help: 'lookaround and back-references (always there)' },
    pretty: { short: 'p', long: 'pretty', help: '--color=always --heading --line-number' },
    quiet: { short: 'q', long: 'quiet', help: 'print nothing, and stop at the first match' },
    refused: { short: 'z', long: 'search-zip', undo: ['no-search-zip'] },
    refusedValue: { long: ['pre', 'pre-glob'], value: 'COMMAND' },
    replace: {
      short: 'r',
      long: 'replace',
      value: 'TEXT',
      help: 'print TEXT in place of matches; $1 and ${name} work',
    },
    smartCase: { short: 'S', long: 'smart-case', help: 'ignore case unless the pattern has an upper-case letter' },
    sort: { long: 'sort', value: 'SORTBY', help: 'path (always), modified, accessed, created or none' },
    sortr: { long: 'sortr', value: 'SORTBY', help: 'the same, the other way round' },
    noMessages: { long: 'no-messages', undo: ['messages'], help: 'do not complain about files' },
    stats: { long: 'stats', undo: ['no-stats'], help: 'tell how much was searched and found' },
    text: { short: 'a', long: 'text', undo: ['no-text'], help: 'search binary files as if they were text' },
    trim: { long: 'trim', undo: ['no-trim'], help: 'trim white space at the start of lines' },
    type: { short: 't', long: 'type', value: 'TYPE', help: 'only search files of TYPE' },
    typeAdd: {
      long: 'type-add',
      value: 'TYPE:GLOB',
      help: 'add a glob, or with TYPE:include:TYPES other types, to a type',
    },
    typeClear: { long: 'type-clear', value: 'TYPE', help: 'forget the globs of a type' },
    typeNot: { short: 'T', long: 'type-not', value: 'TYPE', help: 'do not search files of TYPE' },
    typeList: { long: 'type-list', help: 'show all types and their globs' },
    unrestricted: { short: 'u', long: 'unrestricted', help: '--no-ignore; twice --hidden too; thrice --text too' },
    vimgrep: { long: 'vimgrep', help: 'print each match on its own line, with path, line and column' },
    wordRegexp: { short: 'w', long: 'word-regexp', help: 'match whole words' },
    lineRegexp: { short: 'x', long: 'line-regexp', help: 'match whole lines' },
  },
  notes: `-j, --threads, --mmap, --engine, --debug, --one-file-system, --no-unicode and the options about limits, buffers,
configuration and the other kinds of ignore files are accepted and change nothing. -z, --pre and --pre-glob are refused.

Exit status is 0 when something matched, 1 when nothing did, 2 for an error.`,
};
