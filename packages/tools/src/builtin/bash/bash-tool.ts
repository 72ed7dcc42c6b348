import { decodeText } from '@cloche/system';
import { z } from 'zod';
import { integer } from '../../contract/integer.ts';
import { defineTool, type PreparedCall, type Tool, type ToolContext } from '../../contract/tool.ts';
import { failure, success, type ToolResult } from '../../contract/tool-result.ts';
import type { BashOutcome } from '../../host/tool-host.ts';
import { describeDuration } from '../../output/describe-duration.ts';
import { joinLines, limitText, sanitizeText } from '../../output/limit-output.ts';
import { commandNeeds } from '../../permissions/command-needs.ts';

const DEFAULT_TIMEOUT_MS = 120_000;
const MAX_TIMEOUT_MS = 600_000;

const inputSchema = z.object({
  command: z.string().describe('The command to run').optional(),
  restart: z.boolean().describe('Restart the persistent shell before running').optional(),
  timeout_ms: integer().describe('Per-call timeout in milliseconds').optional(),
});

type BashInput = z.infer<typeof inputSchema>;

/** Runs commands in the session's shell, as the reference SDK's `bash`. */
export const bashTool: Tool = defineTool({
  name: 'bash',
  title: 'Run a command',
  description:
    'Run a bash command in a persistent shell. The current directory, exported variables, functions and options carry ' +
    'over to the next call; plain variables and traps do not. Output is standard output followed by standard error. ' +
    'Redirect the output of programs that keep running: `server > log 2>&1 &`. Default timeout 120000 ms, at most 600000.',
  inputSchema,
  annotations: { readOnly: false, destructive: true },
  fieldLimits: {
    command: { maxBytes: 1_048_576, instead: 'Write long data with the write tool and let the command read the file.' },
  },
  scope: () => ({ kind: 'exclusive' }),
  prepare,
});

async function prepare(input: BashInput, context: ToolContext): Promise<PreparedCall | ToolResult> {
  const { command, restart } = input;
  if (!command && !restart) return failure('invalid_input', 'bash: command is required');
  const timeoutMs = clampTimeout(input.timeout_ms);
  const { cwd } = restart
    ? { cwd: context.workdir }
    : await context.host.call('shell_facts', { session: context.session }, { signal: context.signal });
  return {
    ...(await commandNeeds({ command, cwd, isRestarted: restart === true }, context)),
    subject: {
      summary: command ? 'Run a command' : 'Restart the shell',
      detail: { kind: 'command', command: command ?? '', cwd },
    },
    async run() {
      const { host, session, signal } = context;
      if (restart) await host.call('bash_restart', { session }, { signal });
      if (!command) return success('bash session restarted');
      const outcome = await host.call('bash', { session, command, timeoutMs }, { signal, onOutput: context.onOutput });
      return describeOutcome(outcome, timeoutMs, context);
    },
  };
}

/** Not positive or absent means the default; what is too long means the longest. */
function clampTimeout(timeoutMs: number | undefined): number {
  if (timeoutMs === undefined || timeoutMs <= 0) return DEFAULT_TIMEOUT_MS;
  return Math.min(timeoutMs, MAX_TIMEOUT_MS);
}

async function describeOutcome(outcome: BashOutcome, timeoutMs: number, context: ToolContext): Promise<ToolResult> {
  const printed = joinLines(sanitizeText(decodeText(outcome.stdout)), sanitizeText(decodeText(outcome.stderr)));
  const body = outcome.lostBytes > 0 ? `[output truncated]\n${printed}` : printed;
  const spill = async (text: string): Promise<string | undefined> =>
    (await context.host.call('spill', { callId: context.callId, text }, { signal: context.signal })).path;
  switch (outcome.kind) {
    case 'exited': {
      const trailer = outcome.exitCode === 0 ? '' : `exit code: ${outcome.exitCode}`;
      const { text, ...details } = await limitText(body, trailer, spill);
      if (outcome.exitCode === 0) return success(text, { ...details, exitCode: 0 });
      return failure('nonzero_exit', text, { ...details, exitCode: outcome.exitCode });
    }
    case 'timed_out': {
      const trailer = `command timed out after ${describeDuration(timeoutMs)}; this call's shell state changes were dropped`;
      const { text, ...details } = await limitText(body, trailer, spill);
      return failure('timed_out', text, details);
    }
    case 'cancelled': {
      const { text, ...details } = await limitText(
        body,
        "command cancelled; this call's shell state changes were dropped",
      );
      return failure('cancelled', text, details);
    }
  }
}
