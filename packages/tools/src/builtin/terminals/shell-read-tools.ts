import { z } from 'zod';
import { integer } from '../../contract/integer.ts';
import { defineTool, type Tool, type ToolContext } from '../../contract/tool.ts';
import type { ToolResult } from '../../contract/tool-result.ts';
import { processFailure, processSuccess } from '../processes/process-json.ts';
import { MAX_ANSWER_BYTES, ownerOf, readTerminal } from './terminal-output.ts';

const DEFAULT_LINES = 200;
/** What `drain` returns at most. */
const MAX_DRAIN_BYTES = 1_048_576;

const readSchema = z.object({
  session_id: z.string().describe('The shell, as shell_open named it'),
  view: z
    .enum(['stream', 'screen'])
    .describe('What was printed (stream), or what the terminal shows now (screen)')
    .optional(),
  since_cursor: integer().describe('Where to go on; where the last read ended if left out').optional(),
  max_lines: integer().describe('Lines to return, 200 if left out').optional(),
  max_bytes: integer().describe('Bytes to return, 8192 if left out').optional(),
  drain: z.boolean().describe('Return everything that is new, up to 1 MiB').optional(),
});

type ReadInput = z.infer<typeof readSchema>;

/** Reads what a shell prints or shows. */
export const shellReadTool: Tool = defineTool({
  name: 'shell_read',
  title: 'Read from a shell',
  description:
    'Read from a shell that shell_open has opened, without typing: what it printed since the last read (view stream), or the ' +
    'lines that its terminal shows now (view screen), for programs that draw, such as editors and top. omitted says that older ' +
    'output is gone or more is there. To wait for an answer to what you type use shell_send.',
  inputSchema: readSchema,
  annotations: { readOnly: true },
  scope: () => ({ kind: 'free' }),
  needs: async () => ({ isCovered: true }),
  summarize: () => 'Read from a shell',
  async run(input, context) {
    const problem = problemOf(input);
    if (problem !== undefined) return processFailure('invalid_arguments', problem);
    return input.view === 'screen' ? readScreen(input.session_id, context) : readStream(input, context);
  },
});

/** Closes a shell. */
export const shellCloseTool: Tool = defineTool({
  name: 'shell_close',
  title: 'Close a shell',
  description:
    'Close a shell that shell_open has opened: its terminal hangs up, and what still runs there is ended. Answers with its exit ' +
    'code. Close shells that you do not need any more; at most 8 processes of a conversation run at once. You get no ' +
    'notification of a shell that you close.',
  inputSchema: z.object({ session_id: z.string().describe('The shell, as shell_open named it') }),
  annotations: { destructive: false },
  scope: () => ({ kind: 'free' }),
  needs: async () => ({ isCovered: true }),
  summarize: () => 'Close a shell',
  async run({ session_id: id }, context) {
    const { host, signal, loop } = context;
    const outcome = await host.call('process_stop', { owner: ownerOf(context), id, mode: 'terminate' }, { signal });
    if (outcome.kind === 'refused') return processFailure(loop.processes.lost(id) ? 'lost_on_restore' : outcome.code);
    loop.processes.record(outcome.process);
    return processSuccess({ closed: true, exit_code: outcome.process.exitCode ?? null });
  },
});

/** Lists the shells of a conversation. */
export const shellListTool: Tool = defineTool({
  name: 'shell_list',
  title: 'List the shells',
  description:
    'List the shells that this conversation has opened with shell_open, with the program of each, whether it still runs and ' +
    'for how long nothing was typed or printed. Commands in the background are in process_list, which lists the shells too. ' +
    'A shell that ended can still be read for a while.',
  inputSchema: z.object({}),
  annotations: { readOnly: true, concurrencySafe: true },
  scope: () => ({ kind: 'free' }),
  needs: async () => ({ isCovered: true }),
  summarize: () => 'List the shells',
  async run(_, context) {
    const { processes } = await context.host.call(
      'process_list',
      { owner: ownerOf(context) },
      { signal: context.signal },
    );
    const shells = processes.filter(({ kind }) => kind === 'terminal');
    return processSuccess({
      sessions: shells.map(({ id, command, state, idleMs }) => ({ session_id: id, command, state, idle_ms: idleMs })),
    });
  },
});

function problemOf({
  since_cursor: since = 0,
  max_lines: lines = 1,
  max_bytes: bytes = 1,
}: ReadInput): string | undefined {
  if (since < 0) return 'since_cursor must be at least 0';
  return lines < 1 || bytes < 1 ? 'max_lines and max_bytes must be at least 1' : undefined;
}

async function readStream(input: ReadInput, context: ToolContext): Promise<ToolResult> {
  const { session_id: id, drain = false, max_lines: maxLines = DEFAULT_LINES } = input;
  const { readCursors } = context.loop.processes;
  const from = input.since_cursor ?? readCursors.get(id) ?? 0;
  const maxBytes = drain ? MAX_DRAIN_BYTES : Math.min(input.max_bytes ?? MAX_ANSWER_BYTES, MAX_DRAIN_BYTES);
  const read = await readTerminal(id, from, maxBytes, context);
  if ('error' in read) return processFailure(read.error);
  const cut = drain ? undefined : endOfLines(read.output, maxLines);
  // Cursors count raw bytes, so that a page which is cut at a line is read again by fewer bytes.
  const page = cut === undefined ? read : await readFewer(read.output.slice(0, cut), from, maxBytes, id, context);
  if ('error' in page) return processFailure(page.error);
  readCursors.set(id, page.cursor);
  const { process, output, cursor, omitted } = page;
  return processSuccess({
    view: 'stream',
    output,
    cursor,
    running: process.state === 'running',
    ...(omitted ? { omitted } : {}),
    ...(process.exitCode === undefined ? {} : { exit_code: process.exitCode }),
  });
}

type Page = Awaited<ReturnType<typeof readTerminal>>;

/** Reads as many bytes as give the wanted text, found by halving. */
async function readFewer(
  wanted: string,
  from: number,
  maxBytes: number,
  id: string,
  context: ToolContext,
): Promise<Page> {
  let low = 1;
  let high = maxBytes;
  let best: Page = { error: 'not_found' };
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const page = await readTerminal(id, from, middle, context);
    if ('error' in page) return page;
    if (page.output.length <= wanted.length) {
      best = page;
      low = middle + 1;
    } else high = middle - 1;
  }
  return best;
}

/** Where the text ends after so many lines; `undefined` when it has no more. */
function endOfLines(text: string, maxLines: number): number | undefined {
  let at = 0;
  for (let line = 0; line < maxLines; line++) {
    const end = text.indexOf('\n', at);
    if (end < 0) return undefined;
    at = end + 1;
  }
  return at === text.length ? undefined : at;
}

async function readScreen(id: string, context: ToolContext): Promise<ToolResult> {
  const { host, signal, loop } = context;
  const screen = await host.call('process_screen', { owner: ownerOf(context), id }, { signal });
  if ('error' in screen) {
    return processFailure(screen.error === 'not_found' && loop.processes.lost(id) ? 'lost_on_restore' : screen.error);
  }
  const { lines, rows, columns, cursor, process } = screen;
  return processSuccess({
    view: 'screen',
    screen: lines.join('\n'),
    rows,
    cols: columns,
    cursor: { row: cursor.row, col: cursor.column },
    running: process.state === 'running',
  });
}
