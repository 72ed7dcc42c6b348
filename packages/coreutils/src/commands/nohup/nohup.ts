import { describeError, encodeText, errnoOf, type OpenFile, type Program, statusCode } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote, quoteName } from '../../arguments/quote.ts';
import { defineCommand } from '../../command/define-command.ts';
import { runProgram } from '../../command/run-program.ts';

const USAGE: CommandUsage<never> = {
  name: 'nohup',
  synopsis: ['COMMAND [ARG]...'],
  summary: 'Run COMMAND, ignoring hangup signals. Output to a terminal goes to nohup.out.',
  stopsAtOperand: true,
  faultStatus: 125,
  options: {},
};

const OUTPUT = 'nohup.out';

/** Runs a command that outlives its terminal. */
export const nohup: Program = defineCommand(USAGE, async (run) => {
  const { context } = run;
  const argv = run.arguments.operands;
  if (argv.length === 0) return run.failUsage('missing operand', 125);
  context.process.setSignalHandler((signal) => signal === 'SIGHUP');
  const descriptors = new Map<number, OpenFile>(context.descriptors);
  const opened = context.stdout.isTerminal
    ? context.open(OUTPUT, { append: true, create: true, mode: 0o600 })
    : undefined;
  if (opened) {
    await context.stderr.write(encodeText(`nohup: appending output to ${quote(OUTPUT)}\n`));
    descriptors.set(1, opened.file);
    if (context.stderr.isTerminal) descriptors.set(2, opened.file);
  }
  try {
    return statusCode(await runProgram(context, argv, { descriptors, ignoredSignals: new Set(['SIGHUP']) }));
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    await run.fail(`failed to run command ${quoteName(argv[0] ?? '')}: ${describeError(error)}`);
    return errnoOf(error) === 'ENOENT' ? 127 : 126;
  } finally {
    opened?.close();
  }
});
