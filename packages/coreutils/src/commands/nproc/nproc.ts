import type { Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote } from '../../arguments/quote.ts';
import { defineCommand } from '../../command/define-command.ts';

const USAGE: CommandUsage<'all' | 'ignore'> = {
  name: 'nproc',
  synopsis: ['[OPTION]...'],
  summary: 'Print the number of processing units: the machine has one.',
  options: {
    all: { long: 'all', help: 'print the number of installed processors' },
    ignore: { long: 'ignore', value: 'N', help: 'if possible, exclude N processing units' },
  },
};

/** Prints the number of processors. */
export const nproc: Program = defineCommand(USAGE, async (run) => {
  const [extra] = run.arguments.operands;
  if (extra !== undefined) return run.failUsage(`extra operand ${quote(extra)}`);
  const ignored = run.arguments.value('ignore') ?? '0';
  if (!/^\d+$/.test(ignored)) {
    await run.fail(`invalid number: ${quote(ignored)}`);
    return 1;
  }
  run.output.putText('1\n');
  return 0;
});
