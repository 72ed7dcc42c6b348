import { encodedLength, encodeText } from '@cloche/system';
import { z } from 'zod';
import { integer } from '../../contract/integer.ts';
import { defineTool, type PreparedCall, type Tool, type ToolContext } from '../../contract/tool.ts';
import type { ToolResult } from '../../contract/tool-result.ts';
import { safeText } from '../../output/safe-text.ts';
import { describeProcess, processFailure, processSuccess } from './process-json.ts';
import { pendingLine, readsCommands, typedNeeds, withPending } from './typed-needs.ts';

const SNAPSHOT_BYTES = 32_768;
const MAX_YIELD_MS = 120_000;
const MAX_SIDE = 65_535;

const inputSchema = z.object({
  process_id: z.string().describe('The process, as its start named it'),
  data: z.string().describe('Text to give as input; end it with a newline where a line is read').optional(),
  eof: z.boolean().describe('End the input after data; at a terminal as Ctrl-D does').optional(),
  rows: integer().describe('New height of its terminal, with cols').optional(),
  cols: integer().describe('New width of its terminal, with rows').optional(),
  cursor: integer().describe('Where the output to return begins; just before this call if left out').optional(),
  yield_time_ms: integer().describe('How long to wait for an answer before returning output; 0 if left out').optional(),
});

type GivenInput = z.infer<typeof inputSchema>;

/** Gives input to a process. */
export const processInputTool: Tool = defineTool({
  name: 'process_input',
  title: 'Give input to a process',
  description:
    'Give text to the standard input of a process in the background, end its input, or resize its terminal; done in the order ' +
    'resize, data, eof. At most 1 MiB can wait unread. Answers with what it printed since; with yield_time_ms it waits that ' +
    'long for it. Text for a shell or an interpreter needs the same permission as a command. For keys use shell_send.',
  inputSchema,
  annotations: { destructive: false },
  prepare,
});

function problemOf(input: GivenInput): string | undefined {
  const { process_id: id, data, eof, rows, cols, cursor = 0 } = input;
  if (id === '') return 'process_id is required';
  if ((rows === undefined) !== (cols === undefined)) return 'rows and cols go together';
  for (const side of [rows, cols])
    if (side !== undefined && (side < 1 || side > MAX_SIDE)) return `rows and cols must be from 1 to ${MAX_SIDE}`;
  if (data === undefined && eof !== true && rows === undefined) return 'give data, eof, or rows and cols';
  return cursor < 0 ? 'cursor must be at least 0' : undefined;
}

async function prepare(input: GivenInput, context: ToolContext): Promise<PreparedCall | ToolResult> {
  const problem = problemOf(input);
  if (problem !== undefined) return processFailure('invalid_arguments', problem);
  const { process_id: id, data = '' } = input;
  const owner = { session: context.session, loop: context.loop.name };
  const { processes } = await context.host.call('process_list', { owner }, { signal: context.signal });
  const process = processes.find((one) => one.id === id);
  if (!process) return processFailure(context.loop.processes.lost(id) ? 'lost_on_restore' : 'not_found');
  // A return alone ends a line that was typed before.
  const isCommand = data !== '' && (await readsCommands(process, context));
  const pending = isCommand ? await pendingLine(id, context) : '';
  return {
    needs: isCommand ? await typedNeeds(pending + data, context) : { isCovered: true },
    subject: {
      summary: `Give ${encodedLength(data)} bytes of input to a process`,
      detail: isCommand
        ? { kind: 'command', command: withPending(pending, data) }
        : { kind: 'query', text: `${process.command}\n\n${data}` },
    },
    run: () => give(input, context),
  };
}

async function give(input: GivenInput, { host, session, loop, signal, sleep }: ToolContext): Promise<ToolResult> {
  const { process_id: id, data, eof = false, rows, cols, yield_time_ms: yieldMs = 0 } = input;
  const owner = { session, loop: loop.name };
  const given = await host.call(
    'process_input',
    {
      owner,
      id,
      eof,
      ...(data === undefined ? {} : { bytes: encodeText(data) }),
      ...(rows === undefined || cols === undefined ? {} : { size: { columns: cols, rows } }),
    },
    { signal },
  );
  if (given.kind === 'refused') return processFailure(given.code);
  if (yieldMs > 0) await sleep(Math.min(yieldMs, MAX_YIELD_MS), { signal });
  const cursor = input.cursor ?? given.cursor;
  const asked = { owner, ids: [id], cursor, limitBytes: SNAPSHOT_BYTES, wait: 'poll', timeoutMs: 0 } as const;
  const { entries } = await host.call('process_output', { ...asked, ids: [id] }, { signal });
  const [entry] = entries;
  if (!entry || 'error' in entry) return processFailure(entry?.error ?? 'not_found');
  const { text, usedBytes } = safeText(entry.bytes, { mayGoOn: entry.process.state === 'running' });
  return processSuccess({
    process_id: id,
    ...describeProcess(entry.process),
    output: text,
    start_cursor: entry.startCursor,
    next_cursor: entry.startCursor + usedBytes,
    ...(entry.hasGap ? { gap: true } : {}),
  });
}
