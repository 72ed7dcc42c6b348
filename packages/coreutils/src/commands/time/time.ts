import { describeError, encodeText, errnoOf, type Program, statusCode } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { runProgram } from '../../command/run-program.ts';
import { FORMATS, formatTimes } from './format-times.ts';

type TimeOption = 'append' | 'format' | 'output' | 'portable' | 'quiet' | 'verbose' | 'version';

const USAGE: CommandUsage<TimeOption> = {
  name: 'time',
  synopsis: ['[OPTION]... COMMAND [ARG]...'],
  summary: 'Run COMMAND and say how long it took. Processor time and memory are not known here, and shown as 0.',
  stopsAtOperand: true,
  faultStatus: 125,
  options: {
    append: { short: 'a', long: 'append', help: 'with -o, append to FILE' },
    format: { short: 'f', long: 'format', value: 'FORMAT', help: 'print in FORMAT: %e seconds, %x the status, …' },
    output: { short: 'o', long: 'output', value: 'FILE', help: 'write to FILE, not to standard error' },
    portable: { short: 'p', long: 'portability', help: 'print in the form of POSIX' },
    quiet: { short: 'q', long: 'quiet', help: 'do not tell of a status that is not 0' },
    verbose: { short: 'v', long: 'verbose', help: 'print all there is, a line each' },
    version: { short: 'V' },
  },
};

/** Runs a command and prints the time it took (POSIX XCU time, with GNU's formats). */
export const time: Program = defineCommand(USAGE, async (run) => {
  const { context, arguments: given } = run;
  const argv = given.operands;
  if (argv.length === 0) return run.failUsage('missing program to run', 125);
  const output = openOutput(run);
  if (typeof output === 'string') {
    await run.fail(output, 125);
    return 125;
  }
  const start = context.clock.monotonic();
  let status: number;
  try {
    status = statusCode(await runProgram(context, argv));
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    await run.warn(`cannot run ${argv[0] ?? ''}: ${describeError(error)}`);
    status = errnoOf(error) === 'ENOENT' ? 127 : 126;
  }
  const elapsedMs = context.clock.monotonic() - start;
  const choice = given.last('format', 'portable', 'verbose');
  const format = choice === 'format' ? (given.value('format') ?? '') : FORMATS[choice ?? 'plain'];
  const complaint = status > 0 && !given.has('quiet') ? `Command exited with non-zero status ${status}\n` : '';
  const text = encodeText(`${complaint}${formatTimes(format, { argv, status, elapsedMs })}\n`);
  await (output ?? context.stderr).write(text);
  return status;
});

function openOutput({
  context,
  arguments: given,
}: CommandRun<TimeOption>): ReturnType<typeof context.open> | undefined | string {
  const path = given.value('output');
  if (path === undefined) return undefined;
  try {
    const append = given.has('append');
    return context.open(path, { write: true, create: true, append, truncate: !append });
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return `${path}: ${describeError(error)}`;
  }
}
