import { joinPath } from '@cloche/system';
import { z } from 'zod';
import { integer } from '../../contract/integer.ts';
import { defineTool, isToolResult, type PreparedCall, type Tool, type ToolContext } from '../../contract/tool.ts';
import { failure, success, type ToolErrorCode, type ToolResult } from '../../contract/tool-result.ts';
import type { BashOutcome } from '../../host/tool-host.ts';
import { createOutputCleaner } from '../../output/clean-output.ts';
import { describeDuration } from '../../output/describe-duration.ts';
import { createOutputCapture } from '../../output/output-capture.ts';
import { shapeResult } from '../../output/shape-result.ts';
import { accessNeeds, accessSchema } from '../../permissions/access-declaration.ts';
import { commandNeeds } from '../../permissions/command-needs.ts';
import { PATH_LIMIT } from '../path-limit.ts';
import { isAnswer } from './answer-exit.ts';

const DEFAULT_TIMEOUT_MS = 120_000;
const MAX_TIMEOUT_MS = 600_000;
const MAX_PREVIEW_BYTES = 32_768;
const MIN_PREVIEW_BYTES = 256;

// Background runs and terminals have their own tools; their fields come with them.
const inputSchema = z.object({
  command: z.string().describe('The command to run').optional(),
  description: z.string().describe('What the command does, in a few words, for the record').optional(),
  workdir: z.string().describe('Directory to run this one command in; the shell stays where it is').optional(),
  restart: z.boolean().describe('Restart the persistent shell before running').optional(),
  timeout_ms: integer().describe('Time limit in milliseconds; 120000 by default, at most 600000').optional(),
  access: accessSchema
    .describe('Network targets and files that the command reaches beyond what its text shows; declared, not granted')
    .optional(),
  max_output_bytes: integer().describe('Output to show, 32768 bytes by default and at most').optional(),
});

type BashInput = z.infer<typeof inputSchema>;

/** Runs commands in the session's shell; output comes in the order in which it was printed. */
export const codingBashTool: Tool = defineTool({
  name: 'bash',
  title: 'Run a command',
  description:
    'Run a bash command in a persistent shell: the current directory, exported variables, functions and options carry over. ' +
    'Standard output and standard error come together, in order, and then the exit code; one that is not 0 is an error, except ' +
    'where it is the answer of grep, diff or test. More than 32 KiB is cut in the middle and retained for read_tool_result. ' +
    'Rather use read, edit, glob and grep than cat, sed, find and grep. Default timeout 120000 ms, at most 600000.',
  inputSchema,
  fieldLimits: {
    command: { maxBytes: 1_048_576, instead: 'Write long data with the write tool and let the command read the file.' },
    workdir: PATH_LIMIT,
  },
  prepare,
});

async function prepare(input: BashInput, context: ToolContext): Promise<PreparedCall | ToolResult> {
  const { command, restart, workdir } = input;
  const { host, session, signal } = context;
  if (!command && !restart) return failure('invalid_input', 'bash: command is required');
  const timeoutMs = clamp(input.timeout_ms, { fallback: DEFAULT_TIMEOUT_MS, max: MAX_TIMEOUT_MS });
  const shell = restart ? { cwd: context.workdir } : await host.call('shell_facts', { session }, { signal });
  const cwd = workdir ? joinPath(shell.cwd, workdir) : shell.cwd;
  if (input.access && !command) return failure('invalid_input', 'bash: access goes only with a command');
  const declared = accessNeeds(input.access, cwd);
  if (isToolResult(declared)) return declared;
  const { needs } = await commandNeeds({ command, cwd, isRestarted: restart === true }, context);
  return {
    ...(needs ? { needs: { ...needs, paths: [...needs.paths, ...declared.paths], network: declared.network } } : {}),
    subject: {
      // Not the model's description: a person decides on what the command is, not on what is said of it.
      summary: command ? 'Run a command' : 'Restart the shell',
      detail: { kind: 'command', command: command ?? '', cwd },
    },
    async run() {
      if (restart) await host.call('bash_restart', { session }, { signal });
      if (!command) return success('bash session restarted');
      return run({ command, timeoutMs, ...(workdir ? { cwd } : {}) }, input.max_output_bytes, context);
    },
  };
}

interface Command {
  readonly command: string;
  readonly timeoutMs: number;
  readonly cwd?: string;
}

async function run(command: Command, maxOutputBytes: number | undefined, context: ToolContext): Promise<ToolResult> {
  const { host, session, signal, loop } = context;
  const cleaner = createOutputCleaner();
  const capture = createOutputCapture();
  const outcome = await host.call(
    'bash',
    { session, ...command, keepBytes: 0 },
    {
      signal,
      onOutput(chunk) {
        capture.add(cleaner.feed(chunk.bytes));
        return context.onOutput(chunk);
      },
    },
  );
  capture.add(cleaner.end());
  const { trailer, code, exitCode } = describeEnd(outcome, command);
  const maxBytes = clamp(maxOutputBytes, { fallback: MAX_PREVIEW_BYTES, max: MAX_PREVIEW_BYTES });
  const details = exitCode === undefined ? {} : { exitCode };
  const shaped = { capture, trailer, details, maxBytes: Math.max(maxBytes, MIN_PREVIEW_BYTES) };
  return shapeResult(code === undefined ? shaped : { ...shaped, code }, loop);
}

function describeEnd(
  outcome: BashOutcome,
  { command, timeoutMs }: Command,
): { readonly trailer: string; readonly code?: ToolErrorCode; readonly exitCode?: number } {
  const { exitCode } = outcome;
  switch (outcome.kind) {
    case 'exited': {
      const trailer = `[exit code: ${exitCode}]`;
      if (exitCode === 0 || isAnswer(command, exitCode)) return { trailer, exitCode };
      return { trailer, exitCode, code: 'nonzero_exit' };
    }
    case 'timed_out':
      return {
        trailer: `[command timed out after ${describeDuration(timeoutMs)}; output above is partial, and this call's shell state changes were dropped]`,
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
