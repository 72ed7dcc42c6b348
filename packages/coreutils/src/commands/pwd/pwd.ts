import type { Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { defineCommand } from '../../command/define-command.ts';

const USAGE: CommandUsage<'logical' | 'physical'> = {
  name: 'pwd',
  synopsis: ['[OPTION]...'],
  summary: 'Print the name of the current directory.',
  options: {
    logical: { short: 'L', long: 'logical', help: 'use PWD, even if it goes through symbolic links' },
    physical: { short: 'P', long: 'physical', help: 'avoid all symbolic links (default)' },
  },
};

/** Prints the current directory. */
export const pwd: Program = defineCommand(USAGE, async (run) => {
  const { context, arguments: given, output } = run;
  if (given.operands.length > 0) await run.warn('ignoring non-option arguments');
  const logical = context.env.get('PWD');
  const isLogical = given.last('logical', 'physical') === 'logical' && logical !== undefined && logical.startsWith('/');
  output.putText(`${isLogical ? logical : context.files.realPath(context.cwd)}\n`);
});
