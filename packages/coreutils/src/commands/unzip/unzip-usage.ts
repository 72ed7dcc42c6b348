import type { CommandUsage } from '../../arguments/command-usage.ts';

/** The options of unzip. */
export type UnzipOption =
  | 'list'
  | 'verboseList'
  | 'test'
  | 'pipe'
  | 'print'
  | 'overwrite'
  | 'never'
  | 'quiet'
  | 'junk'
  | 'directory'
  | 'exclude'
  | 'update'
  | 'freshen'
  | 'ignoreCase'
  | 'lower'
  | 'info'
  | 'namesOnly'
  | 'comment'
  | 'password'
  | 'ignored';

/** How unzip is called. */
export const UNZIP_USAGE: CommandUsage<UnzipOption> = {
  name: 'unzip',
  synopsis: ['[OPTION]... ARCHIVE[.zip] [NAME]... [-x NAME...] [-d DIRECTORY]'],
  summary: 'Extract, list or test what is in a zip archive. A NAME may be a pattern.',
  options: {
    list: { short: 'l', help: 'list the files' },
    verboseList: { short: 'v', help: 'list more about them' },
    test: { short: 't', help: 'test the archive' },
    pipe: { short: 'p', help: 'extract to standard output, without messages' },
    print: { short: 'c', help: 'extract to standard output, with names' },
    overwrite: { short: 'o', help: 'replace existing files without asking' },
    never: { short: 'n', help: 'never replace existing files' },
    quiet: { short: 'q', help: 'say less; twice for nothing' },
    junk: { short: 'j', help: 'no directories' },
    directory: { short: 'd', value: 'DIRECTORY', help: 'extract into DIRECTORY' },
    exclude: { short: 'x', value: 'NAME...', help: 'leave out these' },
    update: { short: 'u', help: 'only files that are newer or new' },
    freshen: { short: 'f', help: 'only files that exist and are older' },
    ignoreCase: { short: 'C', help: 'names match in any case' },
    lower: { short: 'L', help: 'make names lower case' },
    info: { short: 'Z', help: 'list as zipinfo does; -Z1 names only' },
    namesOnly: { short: '1' },
    comment: { short: 'z' },
    password: { short: 'P', value: 'PASSWORD' },
    ignored: { short: 'abBDKMUVWX:^' },
  },
  faultStatus: 10,
  rewriteWords: spreadExclusions,
};

/** Everything behind `-x` is left out, up to the next option. */
function spreadExclusions(words: readonly string[]): readonly string[] {
  const spread: string[] = [];
  let hasArchive = false;
  let isList = false;
  let isValue = false;
  for (const word of words) {
    const isOption = word.startsWith('-') && word !== '-';
    if (word === '-x' && hasArchive) isList = true;
    else if (word === '-x') isList = false;
    else if (isValue || (!isList && !isOption)) spread.push(word);
    else if (isList && !isOption) spread.push('-x', word);
    else {
      isList = false;
      spread.push(word);
    }
    if (!isOption && !isValue) hasArchive = true;
    isValue = isOption && /^-[a-zA-Z1]*[dP]$/.test(word);
  }
  return spread;
}
