import type { CommandUsage } from '../../arguments/command-usage.ts';

/** Options of tree. */
export type TreeOption =
  | 'all'
  | 'ansiLines'
  | 'changeTime'
  | 'charset'
  | 'classify'
  | 'codePageLines'
  | 'color'
  | 'dates'
  | 'device'
  | 'directories'
  | 'directoriesFirst'
  | 'fileLimit'
  | 'filesFirst'
  | 'follow'
  | 'fromFile'
  | 'fullPath'
  | 'gitFile'
  | 'gitIgnore'
  | 'group'
  | 'html'
  | 'human'
  | 'ignore'
  | 'ignoreCase'
  | 'inodes'
  | 'json'
  | 'level'
  | 'literal'
  | 'matchDirectories'
  | 'metaFirst'
  | 'noColor'
  | 'noIndent'
  | 'noLinks'
  | 'noReport'
  | 'oneFileSystem'
  | 'output'
  | 'owner'
  | 'pattern'
  | 'protections'
  | 'prune'
  | 'questionMarks'
  | 'quote'
  | 'rerun'
  | 'reverse'
  | 'si'
  | 'sizes'
  | 'sort'
  | 'timeFormat'
  | 'timeSort'
  | 'title'
  | 'unsorted'
  | 'usage'
  | 'versionSort'
  | 'xml';

export const TREE_USAGE: CommandUsage<TreeOption> = {
  name: 'tree',
  synopsis: ['[OPTION]... [--] [DIRECTORY]...'],
  summary: 'List what is in directories, as a tree.',
  hasExactLongNames: true,
  faultWords: {
    unknownLetter: (letter) => `Invalid argument -\`${letter}'.`,
    unknownLong: (written) => `Invalid argument \`--${written}'.`,
    letterWithoutValue: (letter) => `Missing argument to -${letter} option.`,
    longWithoutValue: (long) => `Missing argument to --${long}`,
  },
  options: {
    all: { short: 'a', help: 'list hidden files too' },
    directories: { short: 'd', help: 'list directories only' },
    follow: { short: 'l', help: 'follow links to directories' },
    fullPath: { short: 'f', help: 'print the whole path of each file' },
    oneFileSystem: { short: 'x', help: 'stay on one file system' },
    level: { short: 'L', value: 'LEVEL', help: 'descend only LEVEL directories deep' },
    rerun: { short: 'R', help: 'refused: it would write an HTML page into every directory' },
    pattern: { short: 'P', value: 'PATTERN', help: 'list only files that match PATTERN (a|b for several)' },
    ignore: { short: 'I', value: 'PATTERN', help: 'leave out what matches PATTERN (a|b for several)' },
    gitIgnore: { long: 'gitignore', help: 'leave out what .gitignore files name' },
    gitFile: { long: 'gitfile', value: 'FILE', help: 'the same, with FILE as one more of them' },
    ignoreCase: { long: 'ignore-case', help: 'patterns match letters of either case' },
    matchDirectories: { long: 'matchdirs', help: '-P is about directories too; what is in one that matches is listed' },
    metaFirst: { long: 'metafirst', help: 'print what is in brackets at the start of the line' },
    prune: { long: 'prune', help: 'leave out empty directories' },
    noReport: { long: 'noreport', help: 'leave out the report at the end' },
    charset: { long: 'charset', value: 'CHARSET', help: 'lines of UTF-8, or of ASCII for every other CHARSET' },
    fileLimit: { long: 'filelimit', value: 'N', help: 'do not descend into directories with more than N entries' },
    output: { short: 'o', value: 'FILE', help: 'write to FILE' },
    questionMarks: { short: 'q', help: "print '?' for characters that cannot be printed" },
    literal: { short: 'N', help: 'print characters that cannot be printed as they are' },
    quote: { short: 'Q', help: 'put names into double quotes' },
    protections: { short: 'p', help: 'print permissions' },
    owner: { short: 'u', help: 'print owners' },
    group: { short: 'g', help: 'print groups' },
    sizes: { short: 's', help: 'print sizes in bytes' },
    human: { short: 'h', help: 'print sizes in a human readable form' },
    si: { long: 'si', help: 'the same, in powers of 1000' },
    usage: { long: 'du', help: 'print sizes, those of directories with what is in them' },
    dates: { short: 'D', help: 'print when files were changed' },
    timeFormat: { long: 'timefmt', value: 'FORMAT', help: 'the same, as FORMAT of date says' },
    classify: { short: 'F', help: "append '/' to directories, '*' to programs, '|' to pipes, '=' to sockets" },
    inodes: { long: 'inodes', help: 'print inode numbers' },
    device: { long: 'device', help: 'print device numbers' },
    versionSort: { short: 'v', help: 'sort by version' },
    timeSort: { short: 't', help: 'sort by time of change' },
    changeTime: { short: 'c', help: 'sort by, and print, the time of change of status' },
    unsorted: { short: 'U', help: 'do not sort' },
    reverse: { short: 'r', help: 'sort the other way round' },
    directoriesFirst: { long: 'dirsfirst', help: 'list directories before files' },
    filesFirst: { long: 'filesfirst', help: 'list files before directories' },
    sort: { long: 'sort', value: 'ORDER', help: 'sort by name, version, size, mtime or ctime' },
    noIndent: { short: 'i', help: 'do not print indentation lines' },
    ansiLines: { short: 'A', help: 'draw lines with the line characters of a terminal' },
    codePageLines: { short: 'S', help: 'draw lines with the characters of code page 437' },
    noColor: { short: 'n', help: 'no colours (there are none without -C)' },
    color: { short: 'C', help: 'colours, as LS_COLORS has them' },
    xml: { short: 'X', help: 'print XML' },
    json: { short: 'J', help: 'print JSON' },
    html: { short: 'H', value: 'BASE', help: 'refused: use -X or -J' },
    title: { short: 'T', value: 'TITLE', help: 'of HTML only: accepted' },
    noLinks: { long: 'nolinks', help: 'of HTML only: accepted' },
    fromFile: { long: 'fromfile', help: 'each DIRECTORY is a file of paths, one a line; . is standard input' },
  },
};
