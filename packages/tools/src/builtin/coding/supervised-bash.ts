import { NO_BYTES } from '@cloche/system';
import { z } from 'zod';
import { integer } from '../../contract/integer.ts';
import type { ToolContext } from '../../contract/tool.ts';
import type { ToolResult } from '../../contract/tool-result.ts';
import { safeText } from '../../output/safe-text.ts';
import { describeProcess, processFailure, processSuccess } from '../processes/process-json.ts';

/** Fields of bash for commands that outlast their call. */
export const backgroundFields: {
  readonly run_in_background: z.ZodOptional<z.ZodBoolean>;
  readonly yield_time_ms: z.ZodOptional<z.ZodType<number>>;
  readonly tty: z.ZodOptional<z.ZodBoolean>;
} = {
  run_in_background: z
    .boolean()
    .describe('Start the command and answer at once; it goes on until it ends, is stopped, or timeout_ms is over')
    .optional(),
  yield_time_ms: integer()
    .describe('Wait so long for the end, and then let the command go on in the background; at most 600000')
    .optional(),
  tty: z
    .boolean()
    .describe('Run it at a terminal of 80 columns and 24 rows; with run_in_background or yield_time_ms')
    .optional(),
};

/** The fields of a call, as far as they matter here. */
export interface SupervisedInput {
  readonly command?: string | undefined;
  readonly cwd?: string;
  readonly timeout_ms?: number | undefined;
  readonly max_output_bytes?: number | undefined;
  readonly run_in_background?: boolean | undefined;
  readonly yield_time_ms?: number | undefined;
  readonly tty?: boolean | undefined;
}

const MAX_YIELD_MS = 600_000;
const TERMINAL = { columns: 80, rows: 24 };

/** Says whether a call starts a process that goes on without it. */
export function isSupervised({ run_in_background: isBackground, yield_time_ms: yieldMs }: SupervisedInput): boolean {
  return isBackground === true || yieldMs !== undefined;
}

/** Returns what is wrong with the fields for the background together; `undefined` when nothing is. */
export function backgroundProblem(input: SupervisedInput): string | undefined {
  const { command, timeout_ms: timeoutMs, yield_time_ms: yieldMs, tty } = input;
  if (!isSupervised(input)) {
    if (tty === true) return 'tty needs run_in_background or yield_time_ms';
    return timeoutMs === 0 ? 'timeout_ms 0, no limit, needs run_in_background or yield_time_ms' : undefined;
  }
  if (!command) return 'command is required to run something in the background';
  if (yieldMs !== undefined && yieldMs < 0) return 'yield_time_ms must be at least 0';
  const word = detachingWord(command);
  if (word !== undefined)
    return `leave out ${word}: the command is run in the background already, and is stopped with it`;
  return undefined;
}

/** What would take a command out of sight: a `&` at its end, or a program that detaches. */
function detachingWord(command: string): string | undefined {
  if (/(?:^|[^&|>\\])&\s*$/.test(command)) return '& at the end';
  return /(?:^|[\s;|&(`])(nohup|setsid|disown)(?=$|[\s;|&)`])/.exec(command)?.[1];
}

/** Starts a command that goes on without the call, and answers with JSON. */
export async function startSupervised(input: SupervisedInput, context: ToolContext): Promise<ToolResult> {
  const { command = '', cwd, tty, yield_time_ms: yieldMs = 0, max_output_bytes: spoolBytes } = input;
  const { host, session, loop, signal, onOutput } = context;
  const outcome = await host.call(
    'process_start',
    {
      session,
      loop: loop.name,
      kind: 'command',
      command,
      waitMs: Math.min(yieldMs, MAX_YIELD_MS),
      mode: 'background',
      lifetimeMs: Math.max(0, input.timeout_ms ?? 0),
      ...(cwd === undefined ? {} : { cwd }),
      ...(tty === true ? { terminal: TERMINAL } : {}),
      ...(spoolBytes !== undefined && spoolBytes > 0 ? { spoolBytes } : {}),
    },
    { signal, onOutput },
  );
  if (outcome.kind === 'refused') return processFailure(outcome.code, outcome.text);
  const { process } = outcome;
  const output = ('output' in outcome ? outcome.output : undefined) ?? NO_BYTES;
  const isRunning = outcome.kind === 'running';
  if (isRunning || process.childrenRunning > 0) loop.processes.record(process);
  const shown = safeText(output, { mayGoOn: isRunning });
  const isFollowed = isRunning || process.childrenRunning > 0;
  return processSuccess(
    {
      ...describeProcess(process),
      ...(isFollowed ? { process_id: process.id } : {}),
      ...(shown.text === '' && isRunning ? {} : { output: shown.text }),
      ...(output.length > 0 && process.totalBytes - output.length > 0 ? { gap: true } : {}),
      ...(isRunning ? { next_cursor: process.totalBytes - output.length + shown.usedBytes, backgrounded: true } : {}),
    },
    {
      ...(process.exitCode === undefined ? {} : { exitCode: process.exitCode }),
      ...(isFollowed ? { processId: process.id } : {}),
    },
  );
}
