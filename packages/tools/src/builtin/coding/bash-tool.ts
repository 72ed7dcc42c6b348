import { joinPath } from '@cloche/system';
import { z } from 'zod';
import { integer } from '../../contract/integer.ts';
import { defineTool, isToolResult, type PreparedCall, type Tool, type ToolContext } from '../../contract/tool.ts';
import { failure, success, type ToolErrorCode, type ToolResult } from '../../contract/tool-result.ts';
import type { ProcessStartOutcome } from '../../host/processes/process-data.ts';
import { createOutputCleaner } from '../../output/clean-output.ts';
import { describeDuration } from '../../output/describe-duration.ts';
import { createOutputCapture } from '../../output/output-capture.ts';
import { shapeResult } from '../../output/shape-result.ts';
import { accessNeeds, accessSchema } from '../../permissions/access-declaration.ts';
import { commandNeeds } from '../../permissions/command-needs.ts';
import { PATH_LIMIT } from '../path-limit.ts';
import { isAnswer } from './answer-exit.ts';
import { backgroundFields, backgroundProblem, isSupervised, startSupervised } from './supervised-bash.ts';

const DEFAULT_TIMEOUT_MS = 120_000;
const MAX_TIMEOUT_MS = 600_000;
const MAX_PREVIEW_BYTES = 32_768;
const MIN_PREVIEW_BYTES = 256;

const foregroundFields = {
  command: z.string().describe('The command to run').optional(),
  description: z.string().describe('What the command does, in a few words, for the record').optional(),
  workdir: z.string().describe('Directory to run this one command in; the shell stays where it is').optional(),
  restart: z.boolean().describe('Restart the persistent shell before running').optional(),
  timeout_ms: integer().describe('Time limit in milliseconds; 120000 by default, at most 600000').optional(),
  access: accessSchema
    .describe('Network targets and files that the command reaches beyond what its text shows; declared, not granted')
    .optional(),
  max_output_bytes: integer().describe('Output to show, 32768 bytes by default and at most').optional(),
};
const foregroundSchema = z.object(foregroundFields);
const wholeSchema = z.object({ ...foregroundFields, ...backgroundFields });

type BashInput = z.infer<typeof wholeSchema>;

const DESCRIPTION =
  'Run a bash command in a persistent shell: the current directory, exported variables, functions and options carry over. ' +
  'Standard output and standard error come together, in order, and then the exit code; one that is not 0 is an error, except ' +
  'where it is the answer of grep, diff or test. More than 32 KiB is cut in the middle and retained for read_tool_result. ' +
  'Rather use read, edit, glob and grep than cat, sed, find and grep. Default timeout 120000 ms, at most 600000.';
const BACKGROUND_DESCRIPTION =
  ' What outlasts its timeout goes on in the background. Run servers, watchers and long tests with run_in_background at ' +
  'once, without &: the answer names a process_id for process_output, process_input and process_stop, and you are told when ' +
  'it has ended.';

const FACTS = {
  name: 'bash',
  title: 'Run a command',
  fieldLimits: {
    command: { maxBytes: 1_048_576, instead: 'Write long data with the write tool and let the command read the file.' },
    workdir: PATH_LIMIT,
  },
};

/** Runs commands in the session's shell; output comes in the order in which it was printed. */
export const codingBashTool: Tool = defineTool({
  ...FACTS,
  description: DESCRIPTION + BACKGROUND_DESCRIPTION,
  inputSchema: wholeSchema,
  prepare: (input, context) => prepare(input, context, { mayMove: true }),
});

/** The same where nothing runs in the background. */
export const foregroundBashTool: Tool = defineTool({
  ...FACTS,
  description: DESCRIPTION,
  inputSchema: foregroundSchema,
  prepare: (input, context) => prepare(input, context, { mayMove: false }),
});

async function prepare(
  input: BashInput,
  context: ToolContext,
  { mayMove }: { readonly mayMove: boolean },
): Promise<PreparedCall | ToolResult> {
  const { command, restart, workdir } = input;
  const { host, session, signal } = context;
  if (!command && !restart) return failure('invalid_input', 'bash: command is required');
  const problem = backgroundProblem(input);
  if (problem !== undefined) return failure('invalid_input', `bash: ${problem}`);
  const timeoutMs = clamp(input.timeout_ms, { fallback: DEFAULT_TIMEOUT_MS, max: MAX_TIMEOUT_MS });
  const shell = restart ? { cwd: context.workdir } : await host.call('shell_facts', { session }, { signal });
  const cwd = workdir ? joinPath(shell.cwd, workdir) : shell.cwd;
  if (input.access && !command) return failure('invalid_input', 'bash: access goes only with a command');
  const declared = accessNeeds(input.access, cwd);
  if (isToolResult(declared)) return declared;
  const { needs } = await commandNeeds({ command, cwd, isRestarted: restart === true }, context);
  return {
    ...(needs
      ? {
          needs: {
            ...needs,
            paths: [...needs.paths, ...declared.paths],
            network: [...(needs.network ?? []), ...declared.network],
          },
        }
      : {}),
    subject: {
      // Not the model's description: a person decides on what the command is, not on what is said of it.
      summary: summaryOf(input, mayMove ? timeoutMs : undefined),
      detail: { kind: 'command', command: command ?? '', cwd },
    },
    async run() {
      if (restart) await host.call('bash_restart', { session }, { signal });
      if (!command) return success('bash session restarted');
      const place = workdir ? { cwd } : {};
      if (isSupervised(input)) return startSupervised({ ...input, command, ...place }, context);
      return run({ command, timeoutMs, mayMove, ...place }, input.max_output_bytes, context);
    },
  };
}

/** Says what a person decides on: that it may outlast the call too, after `limitMs` or at once. */
function summaryOf({ command, ...input }: BashInput, limitMs: number | undefined): string {
  if (!command) return 'Restart the shell';
  if (input.run_in_background === true)
    return 'Start a command in the background: it goes on running after this call, until it ends or is stopped';
  const goesOnMs = input.yield_time_ms ?? (ONLY_SLEEPS.test(command) ? undefined : limitMs);
  if (goesOnMs === undefined) return 'Run a command';
  const after = describeDuration(goesOnMs).replace(/(?<=m)0s$/, '');
  return `Run a command: what still runs after ${after} goes on running in the background, until it ends or is stopped`;
}

interface Command {
  readonly command: string;
  readonly timeoutMs: number;
  /** It may outlast its time in the background. */
  readonly mayMove: boolean;
  readonly cwd?: string;
}

/** A command that only waits is of no use without who waits for it. */
const ONLY_SLEEPS = /^\s*(?:\S*\/)?sleep(?:\s+[\d.]+[smhd]?)+\s*$/;

async function run(
  { mayMove, timeoutMs, ...command }: Command,
  maxOutputBytes: number | undefined,
  context: ToolContext,
): Promise<ToolResult> {
  const { host, session, signal, loop } = context;
  const cleaner = createOutputCleaner();
  const capture = createOutputCapture();
  const isKilled = !mayMove || ONLY_SLEEPS.test(command.command);
  const outcome = await host.call(
    'process_start',
    {
      session,
      loop: loop.name,
      kind: 'command',
      waitMs: timeoutMs,
      mode: isKilled ? 'foreground_or_killed' : 'foreground',
      lifetimeMs: 0,
      ...command,
    },
    {
      signal,
      onOutput(chunk) {
        capture.add(cleaner.feed(chunk.bytes));
        return context.onOutput(chunk);
      },
    },
  );
  capture.add(cleaner.end());
  if (outcome.kind === 'refused') return failure(outcome.code, `bash: ${outcome.text}`);
  if (outcome.kind === 'running' || outcome.process.childrenRunning > 0) loop.processes.record(outcome.process);
  const { trailer, ...facts } = describeEnd(outcome, { ...command, timeoutMs, mayMove });
  const { code, ...details } = facts;
  const maxBytes = clamp(maxOutputBytes, { fallback: MAX_PREVIEW_BYTES, max: MAX_PREVIEW_BYTES });
  const shaped = { capture, trailer, details, maxBytes: Math.max(maxBytes, MIN_PREVIEW_BYTES) };
  return shapeResult(code === undefined ? shaped : { ...shaped, code }, loop);
}

interface DescribedEnd {
  readonly trailer: string;
  readonly code?: ToolErrorCode;
  readonly exitCode?: number;
  readonly processId?: string;
}

function describeEnd(
  outcome: Exclude<ProcessStartOutcome, { kind: 'refused' }>,
  { command, timeoutMs, mayMove }: Command,
): DescribedEnd {
  const { id, exitCode = 0, childrenRunning, outputPath } = outcome.process;
  const after = describeDuration(timeoutMs);
  switch (outcome.kind) {
    case 'ended': {
      const stops = mayMove ? `; process_id ${id} stops them` : '';
      const children = `${childrenRunning} ${childrenRunning === 1 ? 'child' : 'children'}`;
      const left = childrenRunning > 0 ? `[shell exited, ${children} still running${stops}]\n` : '';
      const end = {
        trailer: `${left}[exit code: ${exitCode}]`,
        exitCode,
        ...(childrenRunning > 0 && mayMove ? { processId: id } : {}),
      };
      return exitCode === 0 || isAnswer(command, exitCode) ? end : { ...end, code: 'nonzero_exit' };
    }
    case 'running': {
      const place = outputPath === undefined ? '' : `, and all of it goes to ${outputPath}`;
      return {
        trailer: `[command still runs after ${after} and was moved to background as ${id}: its output so far is above${place}; process_output reads on, process_stop stops it, and you are told when it has ended. The shell is as it was before the command]`,
        processId: id,
      };
    }
    case 'timed_out':
      return {
        trailer: `[command timed out after ${after}; output above is partial, and this call's shell state changes were dropped]`,
        code: 'timed_out',
      };
    case 'cancelled':
      return {
        trailer: "[command cancelled; output above is partial, and this call's shell state changes were dropped]",
        code: 'cancelled',
      };
  }
}

/** Not positive or absent means the default; what is too much means the most. */
function clamp(value: number | undefined, { fallback, max }: { fallback: number; max: number }): number {
  return value === undefined || value <= 0 ? fallback : Math.min(value, max);
}
