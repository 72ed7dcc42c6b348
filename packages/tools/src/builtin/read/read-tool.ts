import { decodeText, isValidUtf8, joinPath } from '@cloche/system';
import { z } from 'zod';
import { integer } from '../../contract/integer.ts';
import { defineTool, type PreparedCall, type Tool, type ToolContext } from '../../contract/tool.ts';
import { failure, success, type ToolResult } from '../../contract/tool-result.ts';
import type { FileFacts } from '../../host/tool-host.ts';
import { fileProblem, notAFile } from '../../output/describe-problem.ts';
import { limitText, MAX_FILE_BYTES, sanitizeText } from '../../output/limit-output.ts';
import { seenReadNeeds } from '../../permissions/file-needs.ts';
import { lookAhead } from '../look-ahead.ts';
import { PATH_LIMIT } from '../path-limit.ts';

/** Bytes at the start of a file in which a NUL byte shows that it is binary. */
const BINARY_CHECK_BYTES = 8000;

const inputSchema = z.object({
  file_path: z.string(),
  view_range: z.array(integer()).describe('[start_line, end_line] 1-indexed inclusive').optional(),
});

type ReadInput = z.infer<typeof inputSchema>;

/** Reads a text file, whole or some lines of it, as the reference SDK's `read`. */
export const readTool: Tool = defineTool({
  name: 'read',
  title: 'Read a file',
  description:
    'Read a UTF-8 text file; a relative path starts at the working directory. The text comes as it is, without line ' +
    'numbers. Files over 4 MiB are refused and more than 100 KiB of text is cut: ask for a part with view_range, ' +
    '[start_line, end_line], both counted from 1 and inclusive; an end of 0 or less means the end of the file.',
  inputSchema,
  annotations: { readOnly: true, concurrencySafe: true },
  fieldLimits: { file_path: PATH_LIMIT },
  prepare,
});

async function prepare(input: ReadInput, context: ToolContext): Promise<PreparedCall | ToolResult> {
  const { file_path: filePath, view_range: range = [] } = input;
  if (filePath === '') return failure('invalid_input', 'read: file_path is required');
  if (range.length !== 0 && range.length !== 2) {
    return failure('invalid_input', 'read: view_range must be [start_line, end_line]');
  }
  const { host, signal, workdir } = context;
  const path = joinPath(workdir, filePath);
  const { seen, seenAtRun } = await lookAhead(
    () => host.call('facts', { path, maxBytes: MAX_FILE_BYTES }, { signal }),
    context,
  );
  return {
    needs: seenReadNeeds(filePath, seen, context),
    subject: { summary: `Read ${filePath}`, detail: { kind: 'query', text: filePath } },
    run: async () => showFile(filePath, range, await seenAtRun()),
  };
}

async function showFile(filePath: string, range: readonly number[], facts: FileFacts): Promise<ToolResult> {
  if (facts.problem) return fileProblem('read', filePath, facts.problem);
  if (facts.kind === 'absent')
    return fileProblem('read', filePath, { code: 'ENOENT', text: 'no such file or directory' });
  if (facts.kind !== 'file') return notAFile('read', filePath, facts.kind);
  if (!facts.bytes) {
    return failure(
      'too_large',
      `read: ${filePath} exceeds the ${MAX_FILE_BYTES}-byte limit (it has ${facts.size}); look at a part with bash, such as head, tail or sed -n`,
    );
  }
  const { bytes } = facts;
  if (bytes.subarray(0, BINARY_CHECK_BYTES).includes(0)) {
    return success(`[binary file ${filePath} not shown — ${bytes.length} bytes]`);
  }
  const notes = isValidUtf8(bytes) ? [] : ['bytes that are not UTF-8 are shown as U+FFFD'];
  const text = decodeText(bytes).replace(/^\ufeff/, '');
  const shown = range.length === 2 ? selectLines(text, range[0] ?? 1, range[1] ?? 0) : text;
  const { text: limited, ...details } = await limitText(sanitizeText(shown), '');
  const noted = notes.length > 0 ? `${limited}\n[this file is not UTF-8: other bytes are shown as \ufffd]` : limited;
  return success(noted, { ...details, notes });
}

/** Lines `start` to `end`, both inclusive from 1; a final newline makes one more, empty, last line. */
function selectLines(text: string, start: number, end: number): string {
  const lines = text.split('\n');
  const first = Math.max(start, 1);
  const last = end <= 0 ? lines.length : end;
  return lines.slice(first - 1, Math.max(last, first - 1)).join('\n');
}
