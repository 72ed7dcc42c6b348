import { describeError, errnoOf, type Program, statusCode } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { parseSize } from '../../arguments/parse-size.ts';
import { quote } from '../../arguments/quote.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { runProgram } from '../../command/run-program.ts';

const NICE: CommandUsage<'adjustment'> = {
  name: 'nice',
  synopsis: ['[OPTION] [COMMAND [ARG]...]'],
  summary: 'Run COMMAND. Processes have no priorities here, so it runs as any other.',
  options: { adjustment: { short: 'n', long: 'adjustment', value: 'N', help: 'accepted' } },
  digits: 'adjustment',
  stopsAtOperand: true,
  faultStatus: 125,
};

const STDBUF: CommandUsage<'input' | 'output' | 'error'> = {
  name: 'stdbuf',
  synopsis: ['OPTION... COMMAND'],
  summary: 'Run COMMAND. Output is written as it comes here, so that there is nothing to change.',
  options: {
    error: { short: 'e', long: 'error', value: 'MODE', help: 'accepted' },
    input: { short: 'i', long: 'input', value: 'MODE', help: 'accepted' },
    output: { short: 'o', long: 'output', value: 'MODE', help: 'accepted' },
  },
  stopsAtOperand: true,
  faultStatus: 125,
};

/** Runs a command with another priority, as far as there are any. */
export const nice: Program = defineCommand(NICE, async (run) => {
  const adjustment = run.arguments.value('adjustment');
  if (adjustment !== undefined && !/^[+-]?\d+$/.test(adjustment)) {
    await run.fail(`invalid adjustment ${quote(adjustment)}`);
    return 125;
  }
  if (run.arguments.operands.length > 0) return runOperands(run);
  if (adjustment !== undefined) return run.failUsage('a command must be given with an adjustment', 125);
  run.output.putText('0\n');
  return 0;
});

/** Runs a command with other buffers, as far as there are any. */
export const stdbuf: Program = defineCommand(STDBUF, async (run) => {
  if (run.arguments.operands.length === 0) return run.failUsage('missing operand', 125);
  if (run.arguments.given.length === 0) return run.failUsage('you must specify a buffering mode option', 125);
  for (const { name, value } of run.arguments.given) {
    if (value === 'L' && name === 'input') return run.failUsage('line buffering stdin is meaningless', 125);
    if (value === 'L' || parseSize(value) !== undefined) continue;
    await run.fail(`invalid mode ${quote(value)}`, 125);
    return 125;
  }
  return runOperands(run);
});

async function runOperands(
  run: Pick<CommandRun<never>, 'context' | 'name' | 'fail'> & {
    readonly arguments: { readonly operands: readonly string[] };
  },
): Promise<number> {
  const argv = run.arguments.operands;
  try {
    return statusCode(await runProgram(run.context, argv));
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    const name = run.name === 'stdbuf' ? `failed to run command ${quote(argv[0] ?? '')}` : quote(argv[0] ?? '');
    await run.fail(`${name}: ${describeError(error)}`);
    return errnoOf(error) === 'ENOENT' ? 127 : 126;
  }
}
