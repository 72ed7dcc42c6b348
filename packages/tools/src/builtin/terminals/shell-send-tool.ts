import { decodeText } from '@cloche/system';
import { z } from 'zod';
import { integer } from '../../contract/integer.ts';
import { defineTool, type PreparedCall, type Tool, type ToolContext } from '../../contract/tool.ts';
import type { ToolResult } from '../../contract/tool-result.ts';
import { stripEscapes } from '../../output/clean-output.ts';
import { processFailure, processSuccess } from '../processes/process-json.ts';
import { pendingLine, typedNeeds, withPending } from '../processes/typed-needs.ts';
import { describeTyped, KEY_NAMES, typedBytes } from './terminal-keys.ts';
import { ownerOf, readAnswer } from './terminal-output.ts';

const DEFAULT_QUIET_MS = 8000;
const DEFAULT_TIMEOUT_MS = 120_000;
const MAX_WAIT_MS = 600_000;

const inputSchema = z.object({
  session_id: z.string().describe('The shell, as shell_open named it'),
  text: z.string().describe('Text to type').optional(),
  submit: z.boolean().describe('Press return after the text').optional(),
  keys: z.array(z.string()).describe('Keys to press after that: enter, tab, escape, up, ctrl+c and others').optional(),
  hex: z.array(z.string()).describe('Bytes to send after that, such as 0x1b').optional(),
  paste: z.string().describe('Text to paste after that, as one piece').optional(),
  wait: z.boolean().describe('Wait for the answer, which is the default').optional(),
  prompt_regex: z
    .string()
    .describe('How the program shows that it waits for input; usual prompts are known')
    .optional(),
  quiet_ms: integer().describe('So long without output counts as an answer; 8000 if left out').optional(),
  timeout_ms: integer().describe('Longest wait; 120000 if left out').optional(),
});

type SendInput = z.infer<typeof inputSchema>;

/** Types at a shell, and waits for what it answers. */
export const shellSendTool: Tool = defineTool({
  name: 'shell_send',
  title: 'Type at a shell',
  description:
    'Type text and keys at a shell that shell_open has opened, and return what it prints: until its prompt is back, it is quiet ' +
    'for quiet_ms, it ends, or timeout_ms is over (done_by says which). Set submit to press return. Use keys ["ctrl+c"] to ' +
    'interrupt what runs there. Text needs the same permission as a command. At most 8192 bytes of output are returned.',
  inputSchema,
  fieldLimits: {
    text: { maxBytes: 1_048_576, instead: 'Write a file with the write tool and let the program read it.' },
    paste: { maxBytes: 1_048_576, instead: 'Write a file with the write tool and let the program read it.' },
  },
  prepare,
});

async function prepare(input: SendInput, context: ToolContext): Promise<PreparedCall | ToolResult> {
  const { session_id: id, prompt_regex: prompt } = input;
  const typed = typedBytes(input);
  if (typed.kind === 'unknown_key')
    return processFailure(
      'invalid_arguments',
      `unknown key ${JSON.stringify(typed.key)}; nothing was sent. Keys: ${KEY_NAMES}`,
    );
  const { bytes } = typed;
  if (bytes.length === 0)
    return processFailure('invalid_arguments', 'there is nothing to send: give text, keys, hex or paste');
  const patterns = prompt === undefined ? [] : [prompt];
  const { problem } = await context.host.call('check_patterns', { patterns }, { signal: context.signal });
  if (problem !== undefined) return processFailure('invalid_arguments', `prompt_regex: ${problem}`);
  const { processes } = await context.host.call(
    'process_list',
    { owner: ownerOf(context) },
    { signal: context.signal },
  );
  const process = processes.find((one) => one.id === id && one.kind === 'terminal');
  if (!process) return processFailure(context.loop.processes.lost(id) ? 'lost_on_restore' : 'not_found');
  if (process.state !== 'running') return processFailure('stdin_closed', 'the shell has ended; open another one');
  const command = runnableText(bytes);
  const pending = command === undefined ? '' : await pendingLine(id, context);
  return {
    needs: command === undefined ? { isCovered: true } : await typedNeeds(pending + command, context),
    subject: {
      summary: `Type at the shell ${JSON.stringify(process.command)}${input.submit ? ', and press return' : ''}`,
      detail:
        command === undefined
          ? { kind: 'query', text: JSON.stringify(decodeText(bytes)) }
          : { kind: 'command', command: withPending(pending, describeTyped(input)) },
    },
    run: () => send(input, bytes, process.totalBytes, context),
  };
}

/** Keys that interrupt, end or show, and neither run nor change a line: Ctrl-C, D, L, Q, S, Z, backslash, escape alone. */
const HARMLESS = /^[\u0003\u0004\u000c\u0011\u0013\u001a\u001c\u001b]*$/;

/** Returns what typed bytes could make the program run; `undefined` when they can make it run nothing. */
function runnableText(bytes: Uint8Array): string | undefined {
  const raw = decodeText(bytes);
  if (HARMLESS.test(raw)) return undefined;
  // What is between escapes may be typed text to the program: nothing of it is left out.
  const isKeysOnly = stripEscapes(raw).trim() === '' && raw.trim() !== '';
  return isKeysOnly ? JSON.stringify(raw) : raw.replaceAll('\r', '\n').replace(/\n$/, '');
}

async function send(input: SendInput, bytes: Uint8Array, since: number, context: ToolContext): Promise<ToolResult> {
  const { session_id: id, wait = true, prompt_regex: promptPattern } = input;
  const { host, signal } = context;
  const owner = ownerOf(context);
  const given = await host.call('process_input', { owner, id, bytes }, { signal });
  if (given.kind === 'refused') return processFailure(given.code);
  if (!wait) return processSuccess({ session_id: id, sent: bytes.length, running: true });
  const quietMs = Math.min(Math.max(1, input.quiet_ms ?? DEFAULT_QUIET_MS), MAX_WAIT_MS);
  const timeoutMs = Math.min(Math.max(1, input.timeout_ms ?? DEFAULT_TIMEOUT_MS), MAX_WAIT_MS);
  const prompt = promptPattern === undefined ? {} : { promptPattern };
  const talked = await host.call(
    'process_talk',
    { owner, id, cursor: given.cursor, quietMs, timeoutMs, ...prompt },
    { signal },
  );
  if ('error' in talked) return processFailure(talked.error);
  const answer = await readAnswer(talked.process, Math.min(since, given.cursor), context);
  if ('error' in answer) return processFailure(answer.error);
  const { output, cursor, omitted, process } = answer;
  return processSuccess({
    session_id: id,
    output,
    done_by: talked.end,
    cursor,
    running: process.state === 'running',
    ...(omitted ? { omitted } : {}),
    ...(process.exitCode === undefined ? {} : { exit_code: process.exitCode }),
  });
}
