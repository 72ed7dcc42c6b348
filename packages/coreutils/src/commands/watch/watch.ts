import { describeError, errnoOf, formatTime, localTime, type Program, statusCode } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { defineCommand } from '../../command/define-command.ts';
import { runProgram } from '../../command/run-program.ts';

type WatchOption = 'interval' | 'noTitle' | 'errorExit' | 'exec' | 'accepted' | 'differences' | 'changeExit';

const USAGE: CommandUsage<WatchOption> = {
  name: 'watch',
  synopsis: ['[OPTION]... COMMAND'],
  summary: 'Run COMMAND again and again, until it is ended. Its outputs follow each other.',
  options: {
    accepted: { short: 'bcpw', long: ['beep', 'color', 'precise', 'no-wrap'] },
    changeExit: { short: 'g', long: 'chgexit' },
    differences: { short: 'd', long: 'differences', value: 'permanent', valueIsOptional: true, help: 'accepted' },
    errorExit: { short: 'e', long: 'errexit', help: 'end when COMMAND fails' },
    exec: { short: 'x', long: 'exec', help: 'run COMMAND itself, not through sh -c' },
    interval: { short: 'n', long: 'interval', value: 'SECONDS', help: 'wait so long between runs (2)' },
    noTitle: { short: 't', long: 'no-title', help: 'no line above the output' },
  },
  stopsAtOperand: true,
};

/** Runs a command again and again. */
export const watch: Program = defineCommand(USAGE, async (run) => {
  const { operands } = run.arguments;
  if (operands.length === 0) return run.failUsage('missing command');
  const written = run.arguments.value('interval') ?? '2';
  const seconds = Number(written.replace(',', '.'));
  if (!Number.isFinite(seconds) || written.trim() === '') {
    await run.fail(`failed to parse argument: '${written}'`);
    return 1;
  }
  const argv = run.arguments.has('exec') ? operands : ['sh', '-c', operands.join(' ')];
  const { clock, signal, env } = run.context;
  for (;;) {
    if (!run.arguments.has('noTitle')) {
      const time = formatTime('%a %b %e %H:%M:%S %Y', localTime(clock.now(), env.get('TZ')));
      run.output.putText(`Every ${seconds.toFixed(1)}s: ${operands.join(' ')}  ${time}\n\n`);
    }
    await run.output.flush();
    try {
      const status = statusCode(await runProgram(run.context, argv));
      if (status !== 0 && run.arguments.has('errorExit')) return 8;
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      await run.fail(`cannot run ${argv[0] ?? ''}: ${describeError(error)}`);
      return 127;
    }
    await clock.sleep(Math.max(seconds, 0.1) * 1000, { signal });
  }
});
