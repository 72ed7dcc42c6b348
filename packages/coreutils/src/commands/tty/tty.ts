import type { Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote } from '../../arguments/quote.ts';
import { defineCommand } from '../../command/define-command.ts';

const USAGE: CommandUsage<'silent'> = {
  name: 'tty',
  synopsis: ['[OPTION]...'],
  summary: 'Print the file name of the terminal connected to standard input.',
  faultStatus: 2,
  options: { silent: { short: 's', long: ['silent', 'quiet'], help: 'print nothing, only return an exit status' } },
};

/** Tells whether standard input is a terminal. */
export const tty: Program = defineCommand(USAGE, async (run) => {
  const [extra] = run.arguments.operands;
  if (extra !== undefined) return run.failUsage(`extra operand ${quote(extra)}`, 2);
  const { isTerminal } = run.context.stdin;
  const name = run.context.descriptors.get(0)?.terminal?.name ?? '/dev/tty';
  if (!run.arguments.has('silent')) run.output.putText(`${isTerminal ? name : 'not a tty'}\n`);
  return isTerminal ? 0 : 1;
});
