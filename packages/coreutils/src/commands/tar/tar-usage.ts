import type { CommandUsage, OptionSpec } from '../../arguments/command-usage.ts';

/** The options of tar. */
export type TarOption =
  | 'create'
  | 'extract'
  | 'list'
  | 'append'
  | 'update'
  | 'compare'
  | 'concatenate'
  | 'delete'
  | 'file'
  | 'directory'
  | 'gzip'
  | 'bzip2'
  | 'xz'
  | 'lzma'
  | 'compress'
  | 'program'
  | 'autoCompress'
  | 'verbose'
  | 'toStdout'
  | 'exclude'
  | 'excludeFrom'
  | 'excludeVcs'
  | 'stripComponents'
  | 'transform'
  | 'filesFrom'
  | 'null'
  | 'noRecursion'
  | 'recursion'
  | 'dereference'
  | 'absoluteNames'
  | 'keepOldFiles'
  | 'skipOldFiles'
  | 'keepNewerFiles'
  | 'overwrite'
  | 'unlinkFirst'
  | 'oneTopLevel'
  | 'touch'
  | 'preservePermissions'
  | 'noSamePermissions'
  | 'sameOwner'
  | 'noSameOwner'
  | 'owner'
  | 'group'
  | 'numericOwner'
  | 'mode'
  | 'mtime'
  | 'newer'
  | 'sort'
  | 'format'
  | 'posix'
  | 'oldArchive'
  | 'removeFiles'
  | 'wildcards'
  | 'noWildcards'
  | 'wildcardsMatchSlash'
  | 'noWildcardsMatchSlash'
  | 'anchored'
  | 'noAnchored'
  | 'ignoreCase'
  | 'fullTime'
  | 'utc'
  | 'totals'
  | 'showTransformed'
  | 'ignoreZeros'
  | 'ignoreFailedRead'
  | 'blockingFactor'
  | 'readFullRecords'
  | 'sparse'
  | 'verify'
  | 'checkLinks'
  | 'blockNumber'
  | 'warning'
  | 'checkpoint'
  | 'occurrence'
  | 'forceLocal'
  | 'hardDereference'
  | 'delayDirectoryRestore'
  | 'oneFileSystem'
  | 'xattrs'
  | 'missingOldValue'
  | 'verbatim';

const OPTIONS: Readonly<Record<TarOption, OptionSpec>> = {
  create: { short: 'c', long: 'create', help: 'make a new archive' },
  extract: { short: 'x', long: ['extract', 'get'], help: 'extract files from an archive' },
  list: { short: 't', long: 'list', help: 'list what an archive holds' },
  append: { short: 'r', long: 'append', help: 'append files to the end of an archive' },
  update: { short: 'u', long: 'update', help: 'append only files newer than their copies in the archive' },
  compare: { short: 'd', long: ['diff', 'compare'], help: 'find differences between archive and files' },
  concatenate: { short: 'A', long: ['catenate', 'concatenate'], help: 'append archives to an archive' },
  delete: { long: 'delete', help: 'delete members from an archive' },
  file: { short: 'f', long: 'file', value: 'ARCHIVE', help: 'use ARCHIVE; - is standard input or output' },
  directory: { short: 'C', long: 'directory', value: 'DIR', help: 'change to DIR for the names that follow' },
  gzip: { short: 'z', long: ['gzip', 'gunzip', 'ungzip'], help: 'compress or expand with gzip' },
  bzip2: { short: 'j', long: 'bzip2' },
  xz: { short: 'J', long: 'xz' },
  lzma: { long: ['lzma', 'lzip', 'lzop', 'zstd'] },
  compress: { short: 'Z', long: ['compress', 'uncompress'] },
  program: { short: 'I', long: 'use-compress-program', value: 'PROGRAM' },
  autoCompress: { short: 'a', long: 'auto-compress', help: 'compress by the suffix of the archive' },
  verbose: { short: 'v', long: 'verbose', help: 'list the files; twice for more about each' },
  toStdout: { short: 'O', long: 'to-stdout', help: 'extract to standard output' },
  exclude: { long: 'exclude', value: 'PATTERN', help: 'leave out files that match' },
  excludeFrom: { short: 'X', long: 'exclude-from', value: 'FILE', help: 'leave out what matches a line of FILE' },
  excludeVcs: { long: 'exclude-vcs', help: 'leave out directories of version control' },
  stripComponents: { long: 'strip-components', value: 'NUMBER', help: 'remove NUMBER leading directories of names' },
  transform: { long: ['transform', 'xform'], value: 'EXPRESSION', help: 'change names with a sed replacement' },
  filesFrom: { short: 'T', long: 'files-from', value: 'FILE', help: 'take names from FILE' },
  null: { long: 'null', help: 'with -T, names end with NUL' },
  noRecursion: { long: 'no-recursion', help: 'do not enter directories' },
  recursion: { long: 'recursion' },
  dereference: { short: 'h', long: 'dereference', help: 'store what links lead to' },
  absoluteNames: { short: 'P', long: 'absolute-names', help: 'keep leading slashes' },
  keepOldFiles: { short: 'k', long: 'keep-old-files', help: 'do not replace existing files; they are errors' },
  skipOldFiles: { long: 'skip-old-files', help: 'do not replace existing files, silently' },
  keepNewerFiles: { long: 'keep-newer-files', help: 'do not replace files newer than their copies' },
  overwrite: { long: 'overwrite' },
  unlinkFirst: { short: 'U', long: 'unlink-first' },
  oneTopLevel: { long: 'one-top-level', value: 'DIR', valueIsOptional: true, help: 'extract below DIR' },
  touch: { short: 'm', long: 'touch', help: 'do not restore times' },
  preservePermissions: { short: 'p', long: ['preserve-permissions', 'same-permissions'], help: 'ignore the umask' },
  noSamePermissions: { long: 'no-same-permissions' },
  sameOwner: { long: 'same-owner' },
  noSameOwner: { short: 'o', long: 'no-same-owner' },
  owner: { long: 'owner', value: 'NAME[:ID]', help: 'store NAME as the owner' },
  group: { long: 'group', value: 'NAME[:ID]', help: 'store NAME as the group' },
  numericOwner: { long: 'numeric-owner', help: 'numbers instead of names of users' },
  mode: { long: 'mode', value: 'CHANGES', help: 'store files with a changed mode' },
  mtime: { long: 'mtime', value: 'DATE', help: 'store files with this time' },
  newer: { short: 'N', long: ['newer', 'after-date'], value: 'DATE', help: 'only files newer than DATE' },
  sort: { long: 'sort', value: 'ORDER', help: 'order of directories: none or name' },
  format: { short: 'H', long: 'format', value: 'FORMAT', help: 'gnu, pax (posix), ustar, v7' },
  posix: { long: 'posix' },
  oldArchive: { long: ['old-archive', 'portability'] },
  removeFiles: { long: 'remove-files', help: 'remove files after they are stored' },
  wildcards: { long: 'wildcards', help: 'names of members are patterns' },
  noWildcards: { long: 'no-wildcards' },
  wildcardsMatchSlash: { long: 'wildcards-match-slash' },
  noWildcardsMatchSlash: { long: 'no-wildcards-match-slash' },
  anchored: { long: 'anchored', help: 'patterns match from the start of a name' },
  noAnchored: { long: 'no-anchored', help: 'patterns match after any slash' },
  ignoreCase: { long: 'ignore-case', help: 'patterns ignore case' },
  fullTime: { long: 'full-time', help: 'list times in full' },
  utc: { long: 'utc', help: 'list times in UTC' },
  totals: { long: 'totals', help: 'say how many bytes were written' },
  showTransformed: { long: ['show-transformed-names', 'show-stored-names'] },
  ignoreZeros: { short: 'i', long: 'ignore-zeros', help: 'go on behind blocks of zeros' },
  ignoreFailedRead: { long: 'ignore-failed-read' },
  blockingFactor: { short: 'b', long: 'blocking-factor', value: 'BLOCKS' },
  readFullRecords: { short: 'B', long: 'read-full-records' },
  sparse: { short: 'S', long: 'sparse' },
  verify: { short: 'W', long: 'verify' },
  checkLinks: { short: 'l', long: 'check-links' },
  blockNumber: { short: 'R', long: 'block-number' },
  warning: { long: 'warning', value: 'KEYWORD' },
  checkpoint: { long: 'checkpoint', value: 'NUMBER', valueIsOptional: true },
  occurrence: { long: 'occurrence', value: 'NUMBER', valueIsOptional: true },
  forceLocal: { long: 'force-local' },
  hardDereference: { long: 'hard-dereference', help: 'store hard links as the files they are' },
  delayDirectoryRestore: { long: ['delay-directory-restore', 'no-delay-directory-restore'] },
  oneFileSystem: { long: 'one-file-system' },
  xattrs: { long: ['xattrs', 'no-xattrs', 'acls', 'no-acls', 'selinux', 'no-selinux'] },
  missingOldValue: { long: 'missing-old-value', value: 'LETTER' },
  verbatim: { long: ['verbatim-files-from', 'no-verbatim-files-from', 'unquote', 'no-unquote'] },
};

/** How tar is called. */
export const TAR_USAGE: CommandUsage<TarOption> = {
  name: 'tar',
  synopsis: ['{-c|-x|-t|-r|-u|-d|-A|--delete} [OPTION]... [-f ARCHIVE] [FILE]...'],
  summary: 'Make archives, list and extract them, and add to them.',
  options: OPTIONS,
  faultStatus: 64,
  rewriteWords: rewriteOldForm,
  notes: [
    'The first word may be letters without a dash: tar xzf a.tgz. Archives that are read may be compressed with gzip',
    'without -z. Names in archives that begin with / or hold .. are made relative or refused. Holes in sparse files are',
    'stored as zeros; extended attributes, ACLs and SELinux contexts are not kept: there are none here.',
  ].join('\n'),
};

/** Turns `tar czf a.tgz b` into `tar -c -z -f a.tgz b`: the values follow the letters' word in their order. */
function rewriteOldForm(words: readonly string[]): readonly string[] {
  const [first = '', ...others] = words;
  if (first === '' || first.startsWith('-')) return words;
  const options: string[] = [];
  let used = 0;
  for (const letter of first) {
    const takesValue = Object.values(OPTIONS).some(({ short, value }) => short === letter && value);
    const value = takesValue ? others[used++] : undefined;
    if (takesValue && value === undefined) return ['--missing-old-value', letter];
    options.push(`-${letter}`);
    if (value !== undefined) options.push(value);
  }
  return [...options, ...others.slice(used)];
}
