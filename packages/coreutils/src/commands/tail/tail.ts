import type { Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { defineCommand } from '../../command/define-command.ts';
import { copyParts, PART_NOTES, type PartOption, readPart } from '../head/copy-parts.ts';
import { copyFrom, copyLast } from './copy-end.ts';
import { followFiles } from './follow-files.ts';

/** The options of tail. */
export type TailOption = PartOption | 'follow' | 'followByName' | 'maxUnchanged' | 'pid' | 'retry' | 'sleepInterval';

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
      choices: [['descriptor'], ['name']],
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
  notes: PART_NOTES,
  rewriteWords: rewriteOldForm,
};

/** Prints the last part of files. */
export const tail: Program = defineCommand(USAGE, async (run) => {
  const part = readPart(run, /^[+-]/, true);
  if (typeof part === 'string') {
    await run.fail(part);
    return 1;
  }
  const { written, count, terminator } = part;
  const headings = await copyParts(run, (reader) =>
    written.startsWith('+')
      ? copyFrom(run.output, reader, Math.max(count - 1, 0), terminator)
      : copyLast(run.output, reader, count, terminator),
  );
  if (run.arguments.last('follow', 'followByName') !== undefined) await followFiles(run, headings);
  return run.status;
});

/** `tail +2`, `tail -3c` and their like, where one file at most follows. */
function rewriteOldForm(words: readonly string[]): readonly string[] {
  const [first = '', ...others] = words;
  const [, sign, count = '', unit, follow] = /^([-+])(\d*)([bcl]?)(f?)$/.exec(first) ?? [];
  const operands = others.filter((word) => word !== '--');
  const isOption = (word: string): boolean => word.startsWith('-') && word.length > 1;
  if (sign === undefined || (sign === '-' && (count === '' || unit + (follow ?? '') === ''))) return words;
  if (first === '+' || operands.length > 1 || operands.some(isOption)) return words;
  const size = `${count || '10'}${unit === 'b' ? 'b' : ''}`;
  const option = unit === 'c' || unit === 'b' ? '-c' : '-n';
  return [option, (sign === '+' ? '+' : '') + size, ...(follow ? ['-f'] : []), ...others];
}
