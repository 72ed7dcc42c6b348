import { compareCodePoints } from '@cloche/search';
import { decodeText, describeError, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote, quoteNameIfNeeded } from '../../arguments/quote.ts';
import { isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { createLineReader, type LineReader } from '../../command/line-reader.ts';
import { openLineReader } from '../../command/open-line-reader.ts';

type CommOption = 'one' | 'two' | 'three' | 'check' | 'noCheck' | 'delimiter' | 'total' | 'zero';

const USAGE: CommandUsage<CommOption> = {
  name: 'comm',
  synopsis: ['[OPTION]... FILE1 FILE2'],
  summary: 'Compare two sorted files: lines only in FILE1, only in FILE2 and in both, in three columns.',
  options: {
    one: { short: '1', help: 'leave out lines only in FILE1' },
    two: { short: '2', help: 'leave out lines only in FILE2' },
    three: { short: '3', help: 'leave out lines in both files' },
    check: { long: 'check-order', help: 'complain when a file is not sorted' },
    noCheck: { long: 'nocheck-order', help: 'accepted' },
    delimiter: { long: 'output-delimiter', value: 'STR', help: 'separate columns by STR' },
    total: { long: 'total', help: 'print the numbers of lines at the end' },
    zero: { short: 'z', long: 'zero-terminated', help: 'lines end with a NUL byte' },
  },
};

/** Compares two sorted files line by line. */
export const comm: Program = defineCommand(USAGE, async (run) => {
  const [left, right, extra] = run.arguments.operands;
  if (left === undefined) return run.failUsage('missing operand');
  if (right === undefined) return run.failUsage(`missing operand after ${quote(left)}`);
  if (extra !== undefined) return run.failUsage(`extra operand ${quote(extra)}`);
  const terminator = run.arguments.has('zero') ? 0 : 10;
  const readers: LineReader[] = [];
  for (const name of [left, right]) {
    try {
      readers.push(
        name === '-' ? createLineReader(run.context.stdin, terminator) : openLineReader(run, name, terminator),
      );
    } catch (error) {
      if (!isInputFault(error)) throw error;
      await run.fail(`${quoteNameIfNeeded(name)}: ${describeError(error)}`);
      return 1;
    }
  }
  const delimiter = run.arguments.value('delimiter') || '\t';
  const shown = [!run.arguments.has('one'), !run.arguments.has('two'), !run.arguments.has('three')];
  const counts = [0, 0, 0];
  const end = String.fromCharCode(terminator);
  const print = (column: 0 | 1 | 2, line: string): void => {
    counts[column] = (counts[column] ?? 0) + 1;
    const before = shown.slice(0, column).filter(Boolean).length;
    if (shown[column]) run.output.putText(delimiter.repeat(before) + line + end);
  };
  const previous = ['', ''];
  const isUnsorted = [false, false];
  let hasUnpaired = false;
  const nextOf = async (index: 0 | 1): Promise<string | undefined> => {
    const bytes = await readers[index]?.next();
    const line = bytes && decodeText(bytes);
    const isBack = line !== undefined && compareCodePoints(previous[index] ?? '', line) > 0;
    if (isBack && !isUnsorted[index] && (hasUnpaired || run.arguments.has('check')) && !run.arguments.has('noCheck')) {
      isUnsorted[index] = true;
      await run.fail(`file ${index + 1} is not in sorted order`);
    }
    previous[index] = line ?? '';
    return line;
  };
  let first = await nextOf(0);
  let second = await nextOf(1);
  while (first !== undefined || second !== undefined) {
    const order = first === undefined ? 1 : second === undefined ? -1 : compareCodePoints(first, second);
    hasUnpaired ||= order !== 0;
    if (order === 0) print(2, first ?? '');
    else if (order < 0) print(0, first ?? '');
    else print(1, second ?? '');
    if (order <= 0) first = await nextOf(0);
    if (order >= 0) second = await nextOf(1);
    const wait = run.output.drain();
    if (wait) await wait;
  }
  if (run.arguments.has('total')) run.output.putText([...counts, `total${end}`].join(delimiter));
  if (isUnsorted.includes(true)) await run.fail('input is not in sorted order');
  return run.status;
});
