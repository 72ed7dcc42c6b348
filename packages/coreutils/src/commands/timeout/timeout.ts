import {
  describeError,
  type ExitStatus,
  encodeText,
  errnoOf,
  type Process,
  type Program,
  parseSignal,
  type SignalName,
  statusCode,
} from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { parseDuration } from '../../arguments/parse-duration.ts';
import { quote } from '../../arguments/quote.ts';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { endOf, startProgram } from '../../command/run-program.ts';

type TimeoutOption = 'foreground' | 'killAfter' | 'preserveStatus' | 'signal' | 'verbose';
type TimeoutRun = CommandRun<TimeoutOption>;

const USAGE: CommandUsage<TimeoutOption> = {
  name: 'timeout',
  synopsis: ['[OPTION] DURATION COMMAND [ARG]...'],
  summary: 'Run COMMAND, and end it when it still runs after DURATION.',
  stopsAtOperand: true,
  faultStatus: 125,
  options: {
    foreground: { long: 'foreground', help: 'leave the processes that COMMAND starts alone' },
    killAfter: {
      short: 'k',
      long: 'kill-after',
      value: 'DURATION',
      help: 'send KILL this long after the first signal',
    },
    preserveStatus: { long: 'preserve-status', help: "answer with COMMAND's status, even when it timed out" },
    signal: { short: 's', long: 'signal', value: 'SIGNAL', help: 'send SIGNAL, not TERM' },
    verbose: { short: 'v', long: 'verbose', help: 'say when a signal is sent' },
  },
  notes: 'DURATION is in seconds, or has a suffix s, m, h or d. Exit status is 124 when COMMAND timed out.',
};

const TIMED_OUT = 124;

/** Runs a command for a limited time. */
export const timeout: Program = defineCommand(USAGE, async (run) => {
  const [written = '', ...argv] = run.arguments.operands;
  if (argv.length === 0) {
    await run.context.stderr.write(encodeText("Try 'timeout --help' for more information.\n"));
    return 125;
  }
  const killWritten = run.arguments.value('killAfter');
  const limitMs = parseDuration(written);
  const killMs = killWritten === undefined ? undefined : parseDuration(killWritten);
  if (limitMs === undefined) return run.failUsage(`invalid time interval ${quote(written)}`, 125);
  if (killWritten !== undefined && killMs === undefined) {
    return run.failUsage(`invalid time interval ${quote(killWritten)}`, 125);
  }
  const signalText = run.arguments.value('signal') ?? 'TERM';
  const signal = parseSignal(signalText);
  if (signal === undefined) return run.failUsage(`${quote(signalText)}: invalid signal`, 125);
  try {
    const isOwnGroup = !run.arguments.has('foreground');
    const process = startProgram(run.context, argv, isOwnGroup ? { group: 'new' } : {});
    return await waitFor(run, process, { limitMs, killMs, signal, isOwnGroup });
  } catch (error) {
    if (!isInputFault(error)) throw error;
    await run.fail(`failed to run command ${quote(argv[0] ?? '')}: ${describeError(error)}`);
    return errnoOf(error) === 'ENOENT' ? 127 : 126;
  }
});

interface Limits {
  readonly limitMs: number;
  readonly killMs: number | undefined;
  readonly signal: SignalName;
  readonly isOwnGroup: boolean;
}

async function waitFor(run: TimeoutRun, process: Process, limits: Limits): Promise<number> {
  const ended = endOf(run.context, process);
  if (limits.limitMs === 0) return statusCode(await ended);
  const first = await within(run, ended, limits.limitMs);
  if (first) return statusCode(first);
  await send(run, process, limits.signal, limits.isOwnGroup);
  let wasKilled = limits.signal === 'SIGKILL';
  if (limits.killMs !== undefined && !(await within(run, ended, limits.killMs))) {
    await send(run, process, 'SIGKILL', limits.isOwnGroup);
    wasKilled = true;
  }
  const status = await ended;
  if (wasKilled) return 137;
  return run.arguments.has('preserveStatus') ? statusCode(status) : TIMED_OUT;
}

/** Returns how the command ended, if it did within the time. */
async function within(run: TimeoutRun, ended: Promise<ExitStatus>, ms: number): Promise<ExitStatus | undefined> {
  const timer = new AbortController();
  const signal = AbortSignal.any([timer.signal, run.context.signal]);
  const elapsed = run.context.clock.sleep(ms, { signal }).then(
    () => undefined,
    () => undefined,
  );
  try {
    return await Promise.race([ended, elapsed]);
  } finally {
    timer.abort();
  }
}

async function send(run: TimeoutRun, process: Process, signal: SignalName, toGroup: boolean): Promise<void> {
  if (run.arguments.has('verbose')) {
    await run.warn(`sending signal ${signal.replace('SIG', '')} to command ${quote(process.argv[0] ?? '')}`);
  }
  process.kill(signal);
  if (!toGroup) return;
  try {
    run.context.processes.kill(-process.group, signal);
  } catch {
    // The group is gone already.
  }
}
