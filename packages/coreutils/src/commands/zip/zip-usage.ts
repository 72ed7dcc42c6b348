import type { CommandUsage } from '../../arguments/command-usage.ts';

/** The options of zip. */
export type ZipOption =
  | 'recurse'
  | 'quiet'
  | 'verbose'
  | 'junkPaths'
  | 'exclude'
  | 'include'
  | 'delete'
  | 'move'
  | 'update'
  | 'freshen'
  | 'namesFromInput'
  | 'symlinks'
  | 'noDirectories'
  | 'test'
  | 'encrypt'
  | 'password'
  | 'noExtra'
  | 'grow'
  | 'latestTime'
  | 'noCompress'
  | 'filesync'
  | `level${number}`;

/** How zip is called. */
export const ZIP_USAGE: CommandUsage<ZipOption> = {
  name: 'zip',
  synopsis: ['[OPTION]... ARCHIVE[.zip] FILE... [-x PATTERN...]'],
  summary: 'Put FILEs into a zip archive, or replace and delete what is in one. - is standard output.',
  options: {
    recurse: { short: 'r', long: 'recurse-paths', help: 'enter directories' },
    quiet: { short: 'q', long: 'quiet', help: 'say nothing' },
    verbose: { short: 'v', long: 'verbose', help: 'say more' },
    junkPaths: { short: 'j', long: 'junk-paths', help: 'store names without their directories' },
    exclude: { short: 'x', long: 'exclude', value: 'PATTERN...', help: 'leave out these names' },
    include: { short: 'i', long: 'include', value: 'PATTERN...', help: 'only these names' },
    delete: { short: 'd', long: 'delete', help: 'delete entries from the archive' },
    move: { short: 'm', long: 'move', help: 'remove the files that were stored' },
    update: { short: 'u', long: 'update', help: 'only files that are new or newer' },
    freshen: { short: 'f', long: 'freshen', help: 'only entries whose files are newer' },
    filesync: { long: 'filesync' },
    namesFromInput: { short: '@', long: 'names-stdin', help: 'read names from standard input' },
    symlinks: { short: 'y', long: 'symlinks', help: 'store links as links' },
    noDirectories: { short: 'D', long: 'no-dir-entries', help: 'no entries for directories' },
    test: { short: 'T', long: 'test', help: 'test the archive' },
    encrypt: { short: 'e', long: 'encrypt' },
    password: { short: 'P', long: 'password', value: 'PASSWORD' },
    noExtra: { short: 'X', long: 'no-extra' },
    grow: { short: 'g', long: 'grow' },
    latestTime: { short: 'o', long: 'latest-time' },
    noCompress: { short: 'n', long: 'suffixes', value: 'SUFFIXES', help: 'do not compress files with these suffixes' },
    level0: { short: '0', help: 'store only' },
    level1: { short: '1', help: 'compress faster' },
    level2: { short: '2' },
    level3: { short: '3' },
    level4: { short: '4' },
    level5: { short: '5' },
    level6: { short: '6' },
    level7: { short: '7' },
    level8: { short: '8' },
    level9: { short: '9', help: 'compress better' },
  },
  faultStatus: 16,
  rewriteWords: spreadLists,
};

/** `-x` and `-i` take all words up to the next option, or to `@`. */
function spreadLists(words: readonly string[]): readonly string[] {
  const spread: string[] = [];
  let list: string | undefined;
  for (const word of words) {
    if (word === '-x' || word === '-i' || word === '--exclude' || word === '--include') list = word;
    else if (list !== undefined && word === '@') list = undefined;
    else if (list !== undefined && (!word.startsWith('-') || word === '-')) spread.push(list, word);
    else {
      list = undefined;
      spread.push(word);
    }
  }
  return spread;
}
