import type { Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { defineCommand } from '../../command/define-command.ts';

const USAGE: CommandUsage<'null'> = {
  name: 'printenv',
  synopsis: ['[OPTION]... [VARIABLE]...'],
  summary: 'Print the values of the VARIABLEs, or the whole environment.',
  faultStatus: 2,
  options: { null: { short: '0', long: 'null', help: 'end each line with NUL' } },
};

/** Prints environment variables. */
export const printenv: Program = defineCommand(USAGE, async ({ arguments: given, context: { env }, output }) => {
  const end = given.has('null') ? '\0' : '\n';
  if (given.operands.length === 0) {
    for (const [name, value] of env) output.putText(`${name}=${value}${end}`);
    return 0;
  }
  const values = given.operands.map((name) => env.get(name));
  for (const value of values) if (value !== undefined) output.putText(value + end);
  return values.includes(undefined) ? 1 : 0;
});
