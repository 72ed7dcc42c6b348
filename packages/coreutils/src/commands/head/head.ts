import type { Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { defineCommand } from '../../command/define-command.ts';
import { copyAllButLast, copyFirst } from './copy-part.ts';
import { copyParts, PART_NOTES, type PartOption, readPart } from './copy-parts.ts';

const USAGE: CommandUsage<PartOption> = {
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
  notes: PART_NOTES,
  rewriteWords: rewriteOldForm,
};

/** Prints the first part of files. */
export const head: Program = defineCommand(USAGE, async (run) => {
  const part = readPart(run, /^-/, false);
  if (typeof part === 'string') {
    await run.fail(part);
    return 1;
  }
  const { written, count, terminator } = part;
  const copy = written.startsWith('-') ? copyAllButLast : copyFirst;
  await copyParts(run, (reader) => copy(run.output, reader, count, terminator));
  return run.status;
});

/** `head -5c` and its like, where the first word is a number with letters behind it. */
function rewriteOldForm(words: readonly string[]): readonly string[] {
  const [, count, unit = '', letters = ''] = /^-(\d+)([bkm]?)([cqvzl]*)$/.exec(words[0] ?? '') ?? [];
  if (count === undefined || unit + letters === '') return words;
  const countsBytes = letters.includes('c') || (unit !== '' && !letters.includes('l'));
  const flags = Array.from(letters.replaceAll(/[cl]/g, ''), (letter) => `-${letter}`);
  return [countsBytes ? '-c' : '-n', `${count}${unit === 'm' ? 'M' : unit}`, ...flags, ...words.slice(1)];
}
