import type { ByteReader, Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quoteNameIfNeeded } from '../../arguments/quote.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { isOutputFile } from '../../command/is-output-file.ts';
import { type CatMarks, createLineMarker } from './line-marker.ts';

type CatOption =
  | 'showAll'
  | 'numberNonblank'
  | 'nonprintingEnds'
  | 'showEnds'
  | 'number'
  | 'squeeze'
  | 'nonprintingTabs'
  | 'showTabs'
  | 'unbuffered'
  | 'showNonprinting';

const USAGE: CommandUsage<CatOption> = {
  name: 'cat',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Copy each FILE, or standard input, to standard output.',
  options: {
    showAll: { short: 'A', long: 'show-all', help: 'the same as -vET' },
    numberNonblank: { short: 'b', long: 'number-nonblank', help: 'number lines that are not empty' },
    nonprintingEnds: { short: 'e', help: 'the same as -vE' },
    showEnds: { short: 'E', long: 'show-ends', help: 'show $ at the end of each line' },
    number: { short: 'n', long: 'number', help: 'number all lines' },
    squeeze: { short: 's', long: 'squeeze-blank', help: 'make one empty line of several' },
    nonprintingTabs: { short: 't', help: 'the same as -vT' },
    showTabs: { short: 'T', long: 'show-tabs', help: 'show tabs as ^I' },
    unbuffered: { short: 'u', help: 'accepted; output is never held back' },
    showNonprinting: { short: 'v', long: 'show-nonprinting', help: 'show control and non-ASCII bytes as ^X and M-X' },
  },
};

/** Copies files to standard output. */
export const cat: Program = defineCommand(USAGE, async (run) => {
  const marks = readMarks(run);
  const mark = marks ? createLineMarker(marks) : undefined;
  await run.eachInput(async ({ name, reader, file }) => {
    if (isOutputFile(run.context, file)) {
      await run.fail(`${quoteNameIfNeeded(name)}: input file is output file`);
      return;
    }
    for (let bytes = await readSome(reader); bytes.length > 0; bytes = await readSome(reader)) {
      const shown = mark ? mark(bytes) : bytes;
      await run.context.stdout.write(shown);
    }
  });
});

function readSome(reader: ByteReader): Uint8Array | Promise<Uint8Array> {
  return reader.read();
}

function readMarks({ arguments: given }: CommandRun<CatOption>): CatMarks | undefined {
  const all = given.has('showAll');
  const marks: CatMarks = {
    numbers: given.has('numberNonblank') ? 'nonblank' : given.has('number') ? 'all' : 'none',
    ends: all || given.has('showEnds') || given.has('nonprintingEnds'),
    tabs: all || given.has('showTabs') || given.has('nonprintingTabs'),
    nonprinting: all || given.has('showNonprinting') || given.has('nonprintingEnds') || given.has('nonprintingTabs'),
    squeezes: given.has('squeeze'),
  };
  const hasAny = marks.numbers !== 'none' || marks.ends || marks.tabs || marks.nonprinting || marks.squeezes;
  return hasAny ? marks : undefined;
}
