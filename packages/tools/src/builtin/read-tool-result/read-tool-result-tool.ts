import { codePointCut, decodeText, describeError, isValidUtf8 } from '@cloche/system';
import { z } from 'zod';
import { integer } from '../../contract/integer.ts';
import { defineTool, type Tool, type ToolContext } from '../../contract/tool.ts';
import { failure, success, type ToolResult } from '../../contract/tool-result.ts';
import { MAX_CAPTURE_BYTES, type RetainedRecord } from '../../loop/retained-output.ts';
import { encodeBase64 } from '../../output/base64.ts';

/** Bytes of a page, by default and at most. */
const MAX_PAGE_BYTES = 65_536;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const inputSchema = z.strictObject({
  capture_id: z.string().describe('The id that the result named'),
  offset: integer().describe('The byte to begin with, from 0').optional(),
  max_bytes: integer().describe('Bytes to return, at most and by default 65536').optional(),
});

type PageInput = z.infer<typeof inputSchema>;

/** Pages through an output that was too long for its result. */
export const readToolResultTool: Tool = defineTool({
  name: 'read_tool_result',
  title: 'Read more of a result',
  description:
    'Read the rest of a result that was too long, page by page: the result names a capture_id. Go on with the next_offset that ' +
    'a page ends with. A page has at most 65,536 bytes. Only results of this conversation can be read. To look for something in ' +
    'a long output rather run the command again with grep.',
  inputSchema,
  annotations: { readOnly: true, concurrencySafe: true },
  strict: { nulls: 'omitted' },
  async prepare(input, context) {
    const problem = problemOf(input);
    if (problem !== undefined) return failure('invalid_input', `read_tool_result: ${problem}`);
    return {
      subject: { summary: 'Read more of a result', detail: { kind: 'query', text: input.capture_id } },
      run: () => readPage(input, context),
    };
  },
});

function problemOf({
  capture_id: id,
  offset = 0,
  max_bytes: maxBytes = MAX_PAGE_BYTES,
}: PageInput): string | undefined {
  if (id === '') return 'capture_id is required';
  if (!UUID.test(id)) return 'capture_id is not canonical: give the lower-case id as the result has it';
  if (offset < 0) return 'offset must be at least 0';
  if (maxBytes < 1) return 'max_bytes must be at least 1';
  return undefined;
}

async function readPage(input: PageInput, { loop }: ToolContext): Promise<ToolResult> {
  const { capture_id: id, offset = 0 } = input;
  let record: RetainedRecord | undefined;
  try {
    record = await loop.outputs.read(id);
  } catch (error) {
    return unreadable(`unavailable: ${describeError(error)}`);
  }
  if (!record) return unreadable('unknown capture: it is not of this conversation, or it was dropped for newer ones');
  if (offset > record.bytes.length) {
    return unreadable(`offset ${offset} is past the end: ${record.bytes.length} bytes are retained`);
  }
  return success(describePage(id, record, offset, Math.min(input.max_bytes ?? MAX_PAGE_BYTES, MAX_PAGE_BYTES)));
}

function describePage(id: string, { bytes, totalBytes }: RetainedRecord, offset: number, maxBytes: number): string {
  const isText = isValidUtf8(bytes);
  const end = isText ? endOfPage(bytes, offset, maxBytes) : Math.min(offset + maxBytes, bytes.length);
  const page = bytes.subarray(offset, end);
  const shown = isText ? decodeText(page).replaceAll('\0', '').toWellFormed() : encodeBase64(page);
  const range = page.length === 0 ? 'no bytes' : `bytes ${offset}-${end - 1}`;
  const footer = [
    `[capture ${id}: ${range} of ${bytes.length} retained (original ${totalBytes})`,
    ...(isText ? [] : ['encoding=base64']),
    end < bytes.length ? `next_offset=${end}` : 'end',
    ...(totalBytes > bytes.length
      ? [`truncated: ${totalBytes - bytes.length} bytes not retained (${reasonOf(bytes.length)})`]
      : []),
  ];
  return `${shown}\n${footer.join('; ')}]`;
}

/** A page of text ends at a code point; it has at least one. */
function endOfPage(bytes: Uint8Array, offset: number, maxBytes: number): number {
  let end = offset + codePointCut(bytes.subarray(offset), maxBytes);
  while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end++;
  return end;
}

function reasonOf(keptBytes: number): 'capture_ceiling' | 'source_limit' {
  return keptBytes >= MAX_CAPTURE_BYTES ? 'capture_ceiling' : 'source_limit';
}

function unreadable(reason: string): ToolResult {
  return failure('not_found', `error: read tool result: ${reason}`);
}
