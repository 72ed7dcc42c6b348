import { describeError, encodeText, errnoOf, type Program, statusCode } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { defineCommand } from '../../command/define-command.ts';
import { runProgram } from '../../command/run-program.ts';

const USAGE: CommandUsage<'portable'> = {
  name: 'time',
  synopsis: ['[-p] COMMAND [ARG]...'],
  summary: 'Run COMMAND and say how long it took. Processor time is not known here, and shown as 0.',
  stopsAtOperand: true,
  faultStatus: 125,
  options: { portable: { short: 'p', long: 'portability', help: 'print in the form of POSIX (always so)' } },
};

/** Runs a command and prints the time it took (POSIX XCU time). */
export const time: Program = defineCommand(USAGE, async (run) => {
  const { context } = run;
  const argv = run.arguments.operands;
  if (argv.length === 0) return run.failUsage('missing program to run', 125);
  const start = context.clock.monotonic();
  let status: number;
  try {
    status = statusCode(await runProgram(context, argv));
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    await run.warn(`cannot run ${argv[0] ?? ''}: ${describeError(error)}`);
    status = errnoOf(error) === 'ENOENT' ? 127 : 126;
  }
  const seconds = ((context.clock.monotonic() - start) / 1000).toFixed(2);
  await context.stderr.write(encodeText(`real ${seconds}\nuser 0.00\nsys 0.00\n`));
  return status;
});
