import type { CommandUsage } from '../../arguments/command-usage.ts';

/** The options of gzip. */
export type GzipOption =
  | 'ascii'
  | 'stdout'
  | 'decompress'
  | 'force'
  | 'keep'
  | 'list'
  | 'license'
  | 'name'
  | 'noName'
  | 'quiet'
  | 'recursive'
  | 'rsyncable'
  | 'suffix'
  | 'synchronous'
  | 'test'
  | 'verbose'
  | 'help'
  | 'version'
  | `level${number}`;

/** How gzip is called. */
export const GZIP_USAGE: CommandUsage<GzipOption> = {
  name: 'gzip',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Compress each FILE to FILE.gz, or expand it; without FILE, from standard input to standard output.',
  options: {
    ascii: { short: 'a', long: 'ascii' },
    stdout: { short: 'c', long: ['stdout', 'to-stdout'], help: 'write to standard output, keep the files' },
    decompress: { short: 'd', long: ['decompress', 'uncompress'], help: 'expand' },
    force: { short: 'f', long: 'force', help: 'replace existing files; with -cd, pass through what is not compressed' },
    help: { short: 'h' },
    keep: { short: 'k', long: 'keep', help: 'keep the files that are read' },
    list: { short: 'l', long: 'list', help: 'list sizes of compressed files' },
    license: { short: 'L', long: 'license' },
    name: { short: 'N', long: 'name', help: 'keep or restore the name and time of the original' },
    noName: { short: 'n', long: 'no-name', help: 'do not keep or restore them' },
    quiet: { short: 'q', long: ['quiet', 'silent'], help: 'no warnings' },
    recursive: { short: 'r', long: 'recursive', help: 'enter directories' },
    rsyncable: { long: 'rsyncable' },
    suffix: { short: 'S', long: 'suffix', value: 'SUF', help: 'use SUF in place of .gz' },
    synchronous: { long: 'synchronous' },
    test: { short: 't', long: 'test', help: 'check compressed files' },
    verbose: { short: 'v', long: 'verbose', help: 'say how much was won' },
    version: { short: 'V' },
    level1: { short: '1', long: 'fast', help: 'compress faster' },
    level2: { short: '2' },
    level3: { short: '3' },
    level4: { short: '4' },
    level5: { short: '5' },
    level6: { short: '6' },
    level7: { short: '7' },
    level8: { short: '8' },
    level9: { short: '9', long: 'best', help: 'compress better' },
  },
  notes: 'Numbers between 1 and 9 are levels of compression; 6 is the default.',
};
