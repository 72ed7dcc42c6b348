import type { ByteReader, Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { parseSize } from '../../arguments/parse-size.ts';
import { quote, quoteName } from '../../arguments/quote.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { createHeadings } from '../../command/headings.ts';
import { copyAllButLast, copyFirst } from './copy-part.ts';

type HeadOption = 'bytes' | 'lines' | 'quiet' | 'verbose' | 'zero';

const USAGE: CommandUsage<HeadOption> = {
  name: 'head',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Print the first 10 lines of each FILE, or of standard input.',
  digits: 'lines',
  options: {
    bytes: { short: 'c', long: 'bytes', value: '[-]NUM', help: 'print the first NUM bytes; with -, all but the last' },
    lines: { short: 'n', long: 'lines', value: '[-]NUM', help: 'print the first NUM lines; with -, all but the last' },
    quiet: { short: 'q', long: ['quiet', 'silent'], help: 'never print headings with file names' },
    verbose: { short: 'v', long: 'verbose', help: 'always print headings with file names' },
    zero: { short: 'z', long: 'zero-terminated', help: 'lines end with a NUL byte' },
  },
  notes: 'NUM may have a suffix: b 512, kB 1000, K 1024, MB 1000*1000, M 1024*1024, and so on for G, T, P, E.',
};

/** Prints the first part of files. */
export const head: Program = defineCommand(USAGE, async (run) => {
  const part = readPart(run);
  if (typeof part === 'string') {
    await run.fail(part);
    return 1;
  }
  const headings = createHeadings(run, run.arguments.last('quiet', 'verbose'));
  await run.eachInput(
    async ({ name, reader }) => {
      headings.print(name);
      await copyPart(run, reader, part);
      await run.output.flush();
    },
    {
      describe: (name, reason, wasOpened) =>
        wasOpened
          ? `error reading ${quoteName(name)}: ${reason}`
          : `cannot open ${quoteName(name)} for reading: ${reason}`,
    },
  );
  return run.status;
});

/** What is printed: so many lines or bytes, or all but so many. */
interface Part {
  readonly unit: 'lines' | 'bytes';
  readonly count: number;
  readonly isAllBut: boolean;
}

function readPart({ arguments: given }: CommandRun<HeadOption>): Part | string {
  const unit = given.last('lines', 'bytes') ?? 'lines';
  const written = given.value(unit) ?? '10';
  const isAllBut = written.startsWith('-');
  const digits = isAllBut ? written.slice(1) : written;
  const count = parseSize(digits);
  if (count === undefined) return `invalid number of ${unit}: ${quote(digits)}`;
  return { unit, count, isAllBut };
}

function copyPart(run: CommandRun<HeadOption>, reader: ByteReader, { unit, count, isAllBut }: Part): Promise<void> {
  const terminator = unit === 'bytes' ? undefined : run.arguments.has('zero') ? 0 : 10;
  return isAllBut
    ? copyAllButLast(run.output, reader, count, terminator)
    : copyFirst(run.output, reader, count, terminator);
}
