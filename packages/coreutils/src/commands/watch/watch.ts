import {
  createPipe,
  describeError,
  errnoOf,
  formatTime,
  localTime,
  type OpenFile,
  type Process,
  type Program,
  type ProgramContext,
  statusCode,
} from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { endOf, startProgram } from '../../command/run-program.ts';

type WatchOption =
  | 'interval'
  | 'noTitle'
  | 'errorExit'
  | 'exec'
  | 'beep'
  | 'accepted'
  | 'differences'
  | 'changeExit'
  | 'equalExit';

const USAGE: CommandUsage<WatchOption> = {
  name: 'watch',
  synopsis: ['[OPTION]... COMMAND'],
  summary: 'Run COMMAND again and again, until it is ended. Its outputs follow each other.',
  options: {
    accepted: { short: 'cpw', long: ['color', 'precise', 'no-wrap'] },
    beep: { short: 'b', long: 'beep', help: 'ring the bell when COMMAND fails' },
    changeExit: { short: 'g', long: 'chgexit', help: 'end when the output has changed' },
    differences: { short: 'd', long: 'differences', value: 'permanent', valueIsOptional: true, help: 'accepted' },
    equalExit: { short: 'q', long: 'equexit', value: 'CYCLES', help: 'end when so many outputs were the same' },
    errorExit: { short: 'e', long: 'errexit', help: 'end with status 8 when COMMAND fails' },
    exec: { short: 'x', long: 'exec', help: 'run COMMAND itself, not through sh -c' },
    interval: {
      short: 'n',
      long: 'interval',
      value: 'SECONDS',
      help: 'wait so long between runs (WATCH_INTERVAL or 2)',
    },
    noTitle: { short: 't', long: 'no-title', help: 'no line above the output' },
  },
  stopsAtOperand: true,
  notes: '-c, -d, -p and -w change nothing: outputs are printed as they are.',
};

const MIN_SECONDS = 0.1;
const MAX_SECONDS = 2_678_400;
const COMMAND_FAILED = 8;
const NOT_FOUND = 127;
/** Of an output so much is kept to tell whether the next one is the same. */
const MAX_KEPT_BYTES = 1_048_576;

/** Runs a command again and again. */
export const watch: Program = defineCommand(USAGE, async (run) => {
  const { arguments: given, context } = run;
  const { operands } = given;
  if (operands.length === 0) return run.failUsage('missing command');
  const written = given.value('interval') ?? context.env.get('WATCH_INTERVAL') ?? '2';
  const seconds = readSeconds(written);
  const cycles = readCycles(given.value('equalExit'));
  if (seconds === undefined || cycles === undefined) {
    await run.fail(`failed to parse argument: '${seconds === undefined ? written : given.value('equalExit')}'`);
    return 1;
  }
  const argv = given.has('exec') ? operands : ['sh', '-c', operands.join(' ')];
  let last: string | undefined;
  let equalCount = 0;
  for (;;) {
    if (!given.has('noTitle')) run.output.putText(titleOf(run, seconds));
    await run.output.flush();
    const result = await runOnce(run, argv);
    if (!result) return NOT_FOUND;
    if (result.status !== 0 && given.has('beep')) run.output.putText('\x07');
    if (result.status !== 0 && given.has('errorExit')) return COMMAND_FAILED;
    const isFirst = last === undefined;
    const hasChanged = !isFirst && result.output !== last;
    if (hasChanged && given.has('changeExit')) return 0;
    equalCount = isFirst || hasChanged ? 0 : equalCount + 1;
    if (equalCount >= cycles) return 0;
    last = result.output;
    await run.output.flush();
    await context.clock.sleep(seconds * 1000, { signal: context.signal });
  }
});

type WatchRun = CommandRun<WatchOption>;

/** A comma is a decimal point too; what is too short or too long becomes the shortest or longest. */
function readSeconds(written: string): number | undefined {
  const number = Number(written.replace(',', '.'));
  if (written.trim() === '' || Number.isNaN(number)) return undefined;
  return Math.min(Math.max(number, MIN_SECONDS), MAX_SECONDS);
}

function readCycles(written: string | undefined): number | undefined {
  if (written === undefined) return Number.POSITIVE_INFINITY;
  return /^\d+$/.test(written) ? Math.max(1, Number(written)) : undefined;
}

function titleOf({ context: { clock, env }, arguments: { operands } }: WatchRun, seconds: number): string {
  const time = formatTime('%a %b %e %H:%M:%S %Y', localTime(clock.now(), env.get('TZ')));
  return `Every ${seconds.toFixed(1)}s: ${operands.join(' ')}  ${time}\n\n`;
}

/** Runs the command and prints what it prints; `undefined` after a complaint that it cannot be run. */
async function runOnce(
  run: WatchRun,
  argv: readonly string[],
): Promise<{ readonly status: number; readonly output: string } | undefined> {
  const { context } = run;
  const { reader, writer } = createPipe();
  try {
    const process = start(context, argv, writer);
    const [output, status] = await Promise.all([printAll(run, reader), endOf(context, process)]);
    return { status: statusCode(status), output };
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    await run.fail(`cannot run ${argv[0] ?? ''}: ${describeError(error)}`);
    return undefined;
  } finally {
    reader.release();
  }
}

function start(context: ProgramContext, argv: readonly string[], output: OpenFile): Process {
  try {
    return startProgram(context, argv, { descriptors: new Map([...context.descriptors, [1, output]]) });
  } finally {
    output.release();
  }
}

/** Prints what comes and returns it, but for what is too much to keep. */
async function printAll(run: WatchRun, reader: OpenFile): Promise<string> {
  let kept = '';
  for (;;) {
    const bytes = await reader.read(65_536, run.context.signal);
    if (bytes.length === 0) return kept;
    run.output.put(bytes);
    await run.output.flush();
    if (kept.length < MAX_KEPT_BYTES) kept += Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  }
}
