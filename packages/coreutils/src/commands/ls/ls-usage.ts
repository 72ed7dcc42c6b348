import type { CommandUsage } from '../../arguments/command-usage.ts';

/** The options of ls. */
export type LsOption =
  | 'all'
  | 'almostAll'
  | 'author'
  | 'escape'
  | 'blockSize'
  | 'ignoreBackups'
  | 'changeTime'
  | 'columns'
  | 'color'
  | 'directory'
  | 'unsortedAll'
  | 'classify'
  | 'fileType'
  | 'format'
  | 'fullTime'
  | 'noOwner'
  | 'groupDirectoriesFirst'
  | 'noGroup'
  | 'human'
  | 'si'
  | 'dereferenceOperands'
  | 'hide'
  | 'indicatorStyle'
  | 'inode'
  | 'ignore'
  | 'kibibytes'
  | 'long'
  | 'dereference'
  | 'commas'
  | 'numericIds'
  | 'literal'
  | 'longNoGroup'
  | 'slash'
  | 'hideControl'
  | 'showControl'
  | 'quoteName'
  | 'quotingStyle'
  | 'reverse'
  | 'recursive'
  | 'size'
  | 'bySize'
  | 'sort'
  | 'time'
  | 'timeStyle'
  | 'byTime'
  | 'tabSize'
  | 'accessTime'
  | 'unsorted'
  | 'byVersion'
  | 'width'
  | 'across'
  | 'byExtension'
  | 'onePerLine'
  | 'zero';

/** How ls is called. */
export const LS_USAGE: CommandUsage<LsOption> = {
  name: 'ls',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'List each FILE, and what is in it if it is a directory; without FILE the current directory.',
  faultStatus: 2,
  options: {
    all: { short: 'a', long: 'all', help: 'show names that begin with a dot' },
    almostAll: { short: 'A', long: 'almost-all', help: 'the same, without . and ..' },
    author: { long: 'author' },
    escape: { short: 'b', long: 'escape', help: 'show control characters as escapes' },
    blockSize: { long: 'block-size', value: 'SIZE', help: 'show sizes in units of SIZE' },
    ignoreBackups: { short: 'B', long: 'ignore-backups', help: 'leave out names that end with ~' },
    changeTime: { short: 'c', help: 'show and sort by the time of the last status change' },
    columns: { short: 'C', help: 'list in columns' },
    color: {
      long: 'color',
      choices: [
        ['always', 'yes', 'force'],
        ['never', 'no', 'none'],
        ['auto', 'tty', 'if-tty'],
      ],
      value: 'WHEN',
      valueIsOptional: true,
      help: 'colour names: always, auto or never',
    },
    directory: { short: 'd', long: 'directory', help: 'list directories themselves, not what is in them' },
    unsortedAll: { short: 'f', help: 'the same as -aU' },
    classify: {
      short: 'F',
      long: 'classify',
      value: 'WHEN',
      valueIsOptional: true,
      help: 'append one of */=@| to names',
    },
    fileType: { long: 'file-type', help: 'the same, without *' },
    format: {
      long: 'format',
      choices: [['verbose', 'long'], ['commas'], ['horizontal', 'across'], ['vertical'], ['single-column']],
      value: 'WORD',
      help: 'across, commas, long, single-column, verbose or vertical',
    },
    fullTime: { long: 'full-time', help: 'the same as -l --time-style=full-iso' },
    noOwner: { short: 'g', help: 'like -l, without the owner' },
    groupDirectoriesFirst: { long: 'group-directories-first', help: 'list directories before files' },
    noGroup: { short: 'G', long: 'no-group', help: 'leave out the group' },
    human: { short: 'h', long: 'human-readable', help: 'show sizes such as 1K and 234M' },
    si: { long: 'si', help: 'the same in units of 1000' },
    dereferenceOperands: { short: 'H', long: 'dereference-command-line', help: 'follow links that are operands' },
    hide: { long: 'hide', value: 'PATTERN', help: 'leave out names that match PATTERN (unless -a or -A)' },
    indicatorStyle: {
      long: 'indicator-style',
      choices: [['none'], ['slash'], ['file-type'], ['classify']],
      value: 'WORD',
      help: 'none, slash, file-type or classify',
    },
    inode: { short: 'i', long: 'inode', help: 'show the number of each file' },
    ignore: { short: 'I', long: 'ignore', value: 'PATTERN', help: 'leave out names that match PATTERN' },
    kibibytes: { short: 'k', long: 'kibibytes', help: 'count blocks of 1024 bytes' },
    long: { short: 'l', help: 'list with mode, links, owner, group, size and time' },
    dereference: { short: 'L', long: 'dereference', help: 'show what links lead to' },
    commas: { short: 'm', help: 'list in lines, with commas' },
    numericIds: { short: 'n', long: 'numeric-uid-gid', help: 'like -l, with numbers for owner and group' },
    literal: { short: 'N', long: 'literal', help: 'show names as they are' },
    longNoGroup: { short: 'o', help: 'like -l, without the group' },
    slash: { short: 'p', help: 'append / to directories' },
    hideControl: { short: 'q', long: 'hide-control-chars', help: 'show ? for control characters' },
    showControl: { long: 'show-control-chars', help: 'show control characters as they are' },
    quoteName: { short: 'Q', long: 'quote-name', help: 'put names in double quotes' },
    quotingStyle: {
      long: 'quoting-style',
      choices: [
        ['literal'],
        ['shell'],
        ['shell-always'],
        ['shell-escape'],
        ['shell-escape-always'],
        ['c'],
        ['c-maybe'],
        ['escape'],
        ['locale'],
        ['clocale'],
      ],
      value: 'WORD',
      help: 'literal, shell, shell-always, c or escape',
    },
    reverse: { short: 'r', long: 'reverse', help: 'the other way round' },
    recursive: { short: 'R', long: 'recursive', help: 'list what is in directories below, too' },
    size: { short: 's', long: 'size', help: 'show the blocks each file takes' },
    bySize: { short: 'S', help: 'sort by size, largest first' },
    sort: {
      long: 'sort',
      choices: [['none'], ['time'], ['size'], ['extension'], ['version'], ['width']],
      value: 'WORD',
      help: 'none, size, time, version, extension or name',
    },
    time: {
      long: 'time',
      choices: [
        ['atime', 'access', 'use'],
        ['ctime', 'status'],
        ['birth', 'creation'],
      ],
      value: 'WORD',
      help: 'atime, ctime, mtime or birth',
    },
    timeStyle: { long: 'time-style', value: 'STYLE', help: 'full-iso, long-iso, iso, locale or +FORMAT' },
    byTime: { short: 't', help: 'sort by time, newest first' },
    tabSize: { short: 'T', long: 'tabsize', value: 'COLS', help: 'accepted' },
    accessTime: { short: 'u', help: 'show and sort by the time of the last access' },
    unsorted: { short: 'U', help: 'list as the directory keeps its names' },
    byVersion: { short: 'v', help: 'sort numbers in names by their value' },
    width: { short: 'w', long: 'width', value: 'COLS', help: 'lines have COLS columns; 0 for no limit' },
    across: { short: 'x', help: 'list in columns, by lines' },
    byExtension: { short: 'X', help: 'sort by extension' },
    onePerLine: { short: '1', help: 'list one name a line' },
    zero: { long: 'zero', help: 'end each line with NUL' },
  },
  notes: 'Exit status is 0, 1 after minor problems such as a directory that cannot be read, 2 for a missing operand.',
};
