import { z } from 'zod';
import { integer } from '../../contract/integer.ts';
import { defineTool, type Tool, type ToolContext } from '../../contract/tool.ts';
import type { ToolResult } from '../../contract/tool-result.ts';
import type { ProcessErrorCode, ProcessOutputEntry } from '../../host/processes/process-data.ts';
import { encodeBase64 } from '../../output/base64.ts';
import { safeText } from '../../output/safe-text.ts';
import { describeProcess, explainCode, processFailure, processSuccess } from './process-json.ts';

const DEFAULT_LIMIT_BYTES = 32_768;
/** Bytes of an answer with all its processes. */
const MAX_ANSWER_BYTES = 33_554_432;
/** What a byte of output can become in JSON, at worst. */
const GROWTH = { safe_text: 6, base64: 4 / 3 } as const;
const MAX_PROCESSES = 64;

const inputSchema = z.object({
  process_id: z.string().describe('The process, as its start named it').optional(),
  process_ids: z.array(z.string()).describe('Several processes, instead of process_id').optional(),
  cursor: integer()
    .describe('Where to go on: the next_cursor of the last answer; 0, the start, if left out')
    .optional(),
  limit_bytes: integer().describe('Output to return, 32768 bytes if left out').optional(),
  encoding: z
    .enum(['safe_text', 'base64'])
    .describe('safe_text without control sequences, or the raw bytes in base64')
    .optional(),
  wait: z
    .enum(['poll', 'any', 'all'])
    .describe('Answer at once (poll), when one has ended (any), or when all have')
    .optional(),
  timeout_ms: integer()
    .describe('Longest wait; what there is is answered then. 0 waits as long as it takes')
    .optional(),
});

type OutputInput = z.infer<typeof inputSchema>;

/** Reads what processes printed. */
export const processOutputTool: Tool = defineTool({
  name: 'process_output',
  title: 'Read the output of a process',
  description:
    'Read what a process in the background has printed, from a cursor on, and how it stands. Cursors count raw bytes from its ' +
    'start: give the next_cursor of the last answer to get only what is new. gap says that older output is gone. With wait ' +
    'any or all it waits for an end; you are told of ends anyway, so rather go on with other work. At most 32 MiB an answer.',
  inputSchema,
  annotations: { readOnly: true, concurrencySafe: true },
  scope: () => ({ kind: 'free' }),
  async prepare(input, context) {
    const problem = problemOf(input);
    if (problem !== undefined) return processFailure('invalid_arguments', problem);
    return {
      needs: { isCovered: true },
      subject: { summary: 'Read the output of a process', detail: { kind: 'query', text: idsOf(input).join(', ') } },
      run: () => read(input, context),
    };
  },
});

function idsOf({ process_id: id, process_ids: ids = [] }: OutputInput): readonly string[] {
  return id === undefined ? ids : [id];
}

function problemOf(input: OutputInput): string | undefined {
  const { process_id: id, process_ids: ids, cursor = 0, limit_bytes: limit = 1, timeout_ms: timeout = 0 } = input;
  if ((id === undefined) === (ids === undefined)) return 'give process_id or process_ids, one of them';
  const wanted = idsOf(input);
  if (wanted.length === 0 || wanted.includes('')) return 'name at least one process, and none by an empty id';
  if (wanted.length > MAX_PROCESSES) return `at most ${MAX_PROCESSES} processes at once`;
  if (new Set(wanted).size < wanted.length) return 'process_ids names a process twice';
  if (cursor < 0) return 'cursor must be at least 0';
  if (limit < 1) return 'limit_bytes must be at least 1';
  return timeout < 0 ? 'timeout_ms must be at least 0' : undefined;
}

async function read(input: OutputInput, { host, session, loop, signal }: ToolContext): Promise<ToolResult> {
  const { cursor = 0, encoding = 'safe_text', wait = 'poll', timeout_ms: timeoutMs = 0 } = input;
  const ids = idsOf(input);
  const most = Math.floor(MAX_ANSWER_BYTES / GROWTH[encoding] / ids.length);
  const limitBytes = Math.min(input.limit_bytes ?? DEFAULT_LIMIT_BYTES, most);
  const owner = { session, loop: loop.name };
  const { entries } = await host.call(
    'process_output',
    { owner, ids: [...ids], cursor, limitBytes, wait, timeoutMs },
    { signal },
  );
  const answers = entries.map((entry) => describeEntry(entry, encoding, loop.processes.lost(entry.id)));
  if (input.process_id === undefined) return processSuccess({ results: answers.map(({ answer }) => answer) });
  const [only] = answers;
  if (!only || only.code !== undefined) return processFailure(only?.code ?? 'not_found');
  return processSuccess(only.answer);
}

function describeEntry(
  entry: ProcessOutputEntry,
  encoding: 'safe_text' | 'base64',
  isLost: boolean,
): { readonly answer: object; readonly code?: ProcessErrorCode } {
  if ('error' in entry) {
    const code = isLost ? 'lost_on_restore' : entry.error;
    const status = isLost ? { status: 'lost_on_restore' } : {};
    return { answer: { process_id: entry.id, ...status, error: code, message: explainCode(code) }, code };
  }
  const { id, process, bytes, startCursor, hasGap } = entry;
  const isText = encoding === 'safe_text';
  const mayGoOn = process.state === 'running' || startCursor + bytes.length < process.totalBytes;
  const safe = safeText(bytes, { mayGoOn });
  const usedBytes = isText ? safe.usedBytes : bytes.length;
  const answer = {
    process_id: id,
    ...describeProcess(process),
    output: isText ? safe.text : encodeBase64(bytes),
    ...(isText ? {} : { encoding }),
    start_cursor: startCursor,
    next_cursor: startCursor + usedBytes,
    total_bytes: process.totalBytes,
    ...(hasGap ? { gap: true } : {}),
    ...(isText && safe.isNormalized ? { normalized: true } : {}),
    ...(safe.isBinary ? { binary: true } : {}),
  };
  return { answer };
}
