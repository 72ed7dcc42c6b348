import { z } from 'zod';
import { integer } from '../../contract/integer.ts';
import { defineTool, type PreparedCall, type Tool, type ToolContext } from '../../contract/tool.ts';
import type { ToolResult } from '../../contract/tool-result.ts';
import { commandNeeds } from '../../permissions/command-needs.ts';
import { processFailure, processSuccess } from '../processes/process-json.ts';
import { ownerOf, readAnswer } from './terminal-output.ts';

const DEFAULT_ROWS = 24;
const DEFAULT_COLUMNS = 80;
const MAX_SIDE = 65_535;
const DEFAULT_QUIET_MS = 8000;
const DEFAULT_GRACE_MS = 15_000;
const MAX_WAIT_MS = 600_000;
const MAX_PATTERNS = 32;
/** A program with its arguments, which can take the place of the shell that starts it. */
const SIMPLE_COMMAND = /^[\w./-]+(?:\s+[\w@%+=:,./-]+)*$/;

const inputSchema = z.object({
  command: z.string().describe('The program to talk to, such as bash or python3'),
  mode: z
    .enum(['interactive', 'hands-free', 'dispatch', 'monitor'])
    .describe(
      'interactive waits for its first answer; hands-free (the default) and dispatch return at once; monitor tells of the watch patterns',
    )
    .optional(),
  watch: z.array(z.string()).describe('Regular expressions to be told of; required for monitor').optional(),
  prompt_regex: z
    .string()
    .describe('How the program shows that it waits for input; usual prompts are known')
    .optional(),
  rows: integer().describe('Height of the terminal, 24 if left out').optional(),
  cols: integer().describe('Width of the terminal, 80 if left out').optional(),
  quiet_ms: integer().describe('So long without output counts as an answer; 8000 if left out').optional(),
  startup_grace_ms: integer().describe('Longest wait of mode interactive; 15000 if left out').optional(),
});

type OpenInput = z.infer<typeof inputSchema>;

/** Opens a shell, or another program, at a terminal. */
export const shellOpenTool: Tool = defineTool({
  name: 'shell_open',
  title: 'Open a shell',
  description:
    'Open a program at a terminal that stays open between calls: a shell, a REPL, a debugger, a program that asks questions. ' +
    'Type at it with shell_send, read with shell_read, end it with shell_close. For a single command use bash. After 30 ' +
    'minutes without input and output it is closed. Every text that is sent to it needs the same permission as a command.',
  inputSchema,
  fieldLimits: { command: { maxBytes: 65_536, instead: 'Write a script with the write tool and open that.' } },
  prepare,
});

async function problemOf(input: OpenInput, { host, signal }: ToolContext): Promise<string | undefined> {
  const { command, mode, watch = [], prompt_regex: prompt, rows = DEFAULT_ROWS, cols = DEFAULT_COLUMNS } = input;
  if (command.trim() === '') return 'command is required';
  if (mode === 'monitor' && watch.length === 0) return 'mode monitor needs watch, at least one pattern';
  if (watch.length > MAX_PATTERNS) return `at most ${MAX_PATTERNS} patterns`;
  for (const side of [rows, cols])
    if (side < 1 || side > MAX_SIDE) return `rows and cols must be from 1 to ${MAX_SIDE}`;
  const patterns = prompt === undefined ? watch : [...watch, prompt];
  return (await host.call('check_patterns', { patterns }, { signal })).problem;
}

async function prepare(input: OpenInput, context: ToolContext): Promise<PreparedCall | ToolResult> {
  const problem = await problemOf(input, context);
  if (problem !== undefined) return processFailure('invalid_arguments', problem);
  const { command } = input;
  const { cwd } = await context.host.call('shell_facts', { session: context.session }, { signal: context.signal });
  const { needs = {} } = await commandNeeds({ command, cwd, isRestarted: false }, context);
  return {
    needs: { ...needs, gateAs: 'bash' },
    subject: {
      summary: 'Open a shell: it goes on running after this call, until it ends or is closed',
      detail: { kind: 'command', command, cwd },
    },
    run: () => open(input, context),
  };
}

async function open(input: OpenInput, context: ToolContext): Promise<ToolResult> {
  const { command, mode = 'hands-free', watch = [], prompt_regex: promptPattern } = input;
  const { host, session, loop, signal, onOutput } = context;
  const outcome = await host.call(
    'process_start',
    {
      session,
      loop: loop.name,
      kind: 'terminal',
      command,
      isReplaced: SIMPLE_COMMAND.test(command),
      waitMs: 0,
      mode: 'background',
      lifetimeMs: 0,
      terminal: { columns: input.cols ?? DEFAULT_COLUMNS, rows: input.rows ?? DEFAULT_ROWS },
      patterns: [...watch],
    },
    { signal, onOutput },
  );
  if (outcome.kind === 'refused') return processFailure(outcome.code, outcome.text);
  const { id } = outcome.process;
  loop.processes.record(outcome.process);
  if (mode !== 'interactive') return processSuccess({ session_id: id, state: 'running' }, { processId: id });
  const quietMs = Math.min(Math.max(1, input.quiet_ms ?? DEFAULT_QUIET_MS), MAX_WAIT_MS);
  const timeoutMs = Math.min(Math.max(1, input.startup_grace_ms ?? DEFAULT_GRACE_MS), MAX_WAIT_MS);
  const prompt = promptPattern === undefined ? {} : { promptPattern };
  const asked = { owner: ownerOf(context), id, cursor: 0, quietMs, timeoutMs, ...prompt };
  const talked = await host.call('process_talk', asked, { signal });
  if ('error' in talked) return processFailure(talked.error);
  const answer = await readAnswer(talked.process, 0, context);
  if ('error' in answer) return processFailure(answer.error);
  const { output, cursor, process } = answer;
  const isRunning = process.state === 'running';
  return processSuccess(
    { session_id: id, state: process.state, done_by: talked.end, output, cursor, running: isRunning },
    { processId: id },
  );
}
