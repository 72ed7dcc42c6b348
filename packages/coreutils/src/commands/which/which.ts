import type { Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { defineCommand } from '../../command/define-command.ts';

const USAGE: CommandUsage<'all' | 'silent'> = {
  name: 'which',
  synopsis: ['[-as] NAME...'],
  summary: 'Print where the commands called NAME are found.',
  options: {
    all: { short: 'a', help: 'accepted' },
    silent: { short: 's', help: 'print nothing' },
  },
};

/** Prints where commands are. */
export const which: Program = defineCommand(USAGE, async ({ arguments: given, context, output }) => {
  let status = given.operands.length === 0 ? 1 : 0;
  for (const name of given.operands) {
    const location = context.processes.find(name, context);
    if (!location) status = 1;
    else if (!given.has('silent')) output.putText(`${location.path}\n`);
  }
  return status;
});
