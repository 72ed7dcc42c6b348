import { baseName, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote } from '../../arguments/quote.ts';
import { defineCommand } from '../../command/define-command.ts';

const USAGE: CommandUsage<'multiple' | 'suffix' | 'zero'> = {
  name: 'basename',
  synopsis: ['NAME [SUFFIX]', 'OPTION... NAME...'],
  summary: 'Print NAME without its directory, and without SUFFIX at its end.',
  stopsAtOperand: true,
  options: {
    multiple: { short: 'a', long: 'multiple', help: 'all operands are names' },
    suffix: { short: 's', long: 'suffix', value: 'SUFFIX', help: 'the same, and remove SUFFIX' },
    zero: { short: 'z', long: 'zero', help: 'end each line with NUL' },
  },
};

/** Prints the last part of paths. */
export const basename: Program = defineCommand(USAGE, async (run) => {
  const { operands } = run.arguments;
  const [first, second, third] = operands;
  if (first === undefined) return run.failUsage('missing operand');
  const isMultiple = run.arguments.has('multiple') || run.arguments.has('suffix');
  if (!isMultiple && third !== undefined) return run.failUsage(`extra operand ${quote(third)}`);
  const suffix = run.arguments.value('suffix') ?? (isMultiple ? '' : (second ?? ''));
  const end = run.arguments.has('zero') ? '\0' : '\n';
  for (const operand of isMultiple ? operands : [first]) {
    const name = baseName(operand);
    const isCut = suffix !== '' && name !== suffix && name.endsWith(suffix);
    run.output.putText((isCut ? name.slice(0, -suffix.length) : name) + end);
  }
  return 0;
});
