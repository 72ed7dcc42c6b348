import { directoryName, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { defineCommand } from '../../command/define-command.ts';

const USAGE: CommandUsage<'zero'> = {
  name: 'dirname',
  synopsis: ['[OPTION] NAME...'],
  summary: 'Print each NAME without its last part.',
  options: { zero: { short: 'z', long: 'zero', help: 'end each line with NUL' } },
};

/** Prints the directory part of paths. */
export const dirname: Program = defineCommand(USAGE, async (run) => {
  if (run.arguments.operands.length === 0) return run.failUsage('missing operand');
  const end = run.arguments.has('zero') ? '\0' : '\n';
  for (const operand of run.arguments.operands) run.output.putText(directoryName(operand) + end);
  return 0;
});
