import { joinPath } from '@cloche/system';
import { z } from 'zod';
import { defineTool, type PreparedCall, type Tool, type ToolContext } from '../../contract/tool.ts';
import type { ToolResult } from '../../contract/tool-result.ts';
import { commandNeeds } from '../../permissions/command-needs.ts';
import { PATH_LIMIT } from '../path-limit.ts';
import { describeProcess, processFailure, processSuccess } from '../processes/process-json.ts';

const MAX_PATTERNS = 32;

const inputSchema = z.object({
  command: z.string().describe('The command to watch, such as a test watcher or tail -f of a log'),
  description: z.string().describe('What is watched, in a few words, for the record').optional(),
  patterns: z
    .array(z.string())
    .describe('Regular expressions; you are told once of each that a line of the output matches')
    .optional(),
  workdir: z.string().describe('Directory to run it in').optional(),
});

type MonitorInput = z.infer<typeof inputSchema>;

/** Starts a command in the background whose output is watched. */
export const monitorTool: Tool = defineTool({
  name: 'monitor',
  title: 'Watch a command',
  description:
    'Start a command in the background and be told when its output first matches each of the patterns, and when it has ended. ' +
    'The notifications come between your turns and hold no output: read it with process_output. Use it to wait for "listening ' +
    'on" or "error" instead of polling; without patterns it is bash with run_in_background. Stop it with process_stop.',
  inputSchema,
  fieldLimits: {
    command: { maxBytes: 1_048_576, instead: 'Write a script with the write tool and watch that.' },
    workdir: PATH_LIMIT,
  },
  prepare,
});

async function prepare(input: MonitorInput, context: ToolContext): Promise<PreparedCall | ToolResult> {
  const { command, patterns = [], workdir } = input;
  const { host, session, signal } = context;
  if (command.trim() === '') return processFailure('invalid_arguments', 'command is required');
  if (patterns.length > MAX_PATTERNS) return processFailure('invalid_arguments', `at most ${MAX_PATTERNS} patterns`);
  const { problem } = await host.call('check_patterns', { patterns }, { signal });
  if (problem !== undefined) return processFailure('invalid_arguments', `patterns: ${problem}`);
  const shell = await host.call('shell_facts', { session }, { signal });
  const cwd = workdir ? joinPath(shell.cwd, workdir) : shell.cwd;
  const { needs = {} } = await commandNeeds({ command, cwd, isRestarted: false }, context);
  return {
    needs: { ...needs, gateAs: 'bash' },
    subject: {
      summary: 'Watch a command in the background: it goes on running after this call, until it ends or is stopped',
      detail: { kind: 'command', command, cwd },
    },
    run: () => start(command, patterns, workdir ? { cwd } : {}, context),
  };
}

async function start(
  command: string,
  patterns: readonly string[],
  place: { readonly cwd?: string },
  { host, session, loop, signal, onOutput }: ToolContext,
): Promise<ToolResult> {
  const outcome = await host.call(
    'process_start',
    {
      session,
      loop: loop.name,
      kind: 'monitor',
      command,
      waitMs: 0,
      mode: 'background',
      lifetimeMs: 0,
      patterns: [...patterns],
      ...place,
    },
    { signal, onOutput },
  );
  if (outcome.kind === 'refused') return processFailure(outcome.code, outcome.text);
  const { process } = outcome;
  loop.processes.record(process);
  return processSuccess({ process_id: process.id, ...describeProcess(process) }, { processId: process.id });
}
