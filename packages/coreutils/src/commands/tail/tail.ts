import type { ByteReader, Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { parseSize } from '../../arguments/parse-size.ts';
import { quote, quoteName } from '../../arguments/quote.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { createHeadings } from '../../command/headings.ts';
import { copyFrom, copyLast } from './copy-end.ts';
import { followFiles } from './follow-files.ts';

/** The options of tail. */
export type TailOption =
  | 'bytes'
  | 'follow'
  | 'followByName'
  | 'lines'
  | 'maxUnchanged'
  | 'pid'
  | 'quiet'
  | 'retry'
  | 'sleepInterval'
  | 'verbose'
  | 'zero';

const USAGE: CommandUsage<TailOption> = {
  name: 'tail',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Print the last 10 lines of each FILE, or of standard input.',
  digits: 'lines',
  options: {
    bytes: {
      short: 'c',
      long: 'bytes',
      value: '[+]NUM',
      help: 'print the last NUM bytes; with +, all from byte NUM on',
    },
    follow: {
      short: 'f',
      long: 'follow',
      value: 'HOW',
      valueIsOptional: true,
      help: 'go on with what is added; HOW is descriptor or name',
    },
    followByName: { short: 'F', help: 'the same as --follow=name --retry' },
    lines: {
      short: 'n',
      long: 'lines',
      value: '[+]NUM',
      help: 'print the last NUM lines; with +, all from line NUM on',
    },
    maxUnchanged: { long: 'max-unchanged-stats', value: 'N', help: 'accepted; files are always looked at anew' },
    pid: { long: 'pid', value: 'PID', help: 'with -f, end when process PID has ended' },
    quiet: { short: 'q', long: ['quiet', 'silent'], help: 'never print headings with file names' },
    retry: { long: 'retry', help: 'keep trying to open a file' },
    sleepInterval: {
      short: 's',
      long: 'sleep-interval',
      value: 'N',
      help: 'with -f, look every N seconds (default 1)',
    },
    verbose: { short: 'v', long: 'verbose', help: 'always print headings with file names' },
    zero: { short: 'z', long: 'zero-terminated', help: 'lines end with a NUL byte' },
  },
  notes: 'NUM may have a suffix: b 512, kB 1000, K 1024, MB 1000*1000, M 1024*1024, and so on for G, T, P, E.',
};

/** Prints the last part of files. */
export const tail: Program = defineCommand(USAGE, async (run) => {
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
  if (run.arguments.last('follow', 'followByName') !== undefined) await followFiles(run, headings);
  return run.status;
});

/** What is printed: the last so many lines or bytes, or all from one on. */
interface Part {
  readonly unit: 'lines' | 'bytes';
  readonly count: number;
  readonly isFromStart: boolean;
}

function readPart({ arguments: given }: CommandRun<TailOption>): Part | string {
  const unit = given.last('lines', 'bytes') ?? 'lines';
  const written = given.value(unit) ?? '10';
  const digits = written.replace(/^[+-]/, '');
  const count = parseSize(digits);
  if (count === undefined) return `invalid number of ${unit}: ${quote(written)}`;
  return { unit, count, isFromStart: written.startsWith('+') };
}

function copyPart(run: CommandRun<TailOption>, reader: ByteReader, { unit, count, isFromStart }: Part): Promise<void> {
  const terminator = unit === 'bytes' ? undefined : run.arguments.has('zero') ? 0 : 10;
  if (isFromStart) return copyFrom(run.output, reader, Math.max(count - 1, 0), terminator);
  return copyLast(run.output, reader, count, terminator);
}
