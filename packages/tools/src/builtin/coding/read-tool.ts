import { z } from 'zod';
import { integer } from '../../contract/integer.ts';
import { defineTool, type Tool } from '../../contract/tool.ts';
import { failure, type ToolResult } from '../../contract/tool-result.ts';
import { PATH_LIMIT } from '../path-limit.ts';
import { prepareView, type ViewRequest, type ViewStyle } from '../read-view.ts';

const inputSchema = z.object({
  file_path: z.string(),
  offset: integer().describe('The line to begin with, counted from 1').optional(),
  limit: integer().describe('How many lines; by default as many as a result holds').optional(),
  view_range: z
    .array(integer())
    .describe(
      '[start_line, end_line] 1-indexed inclusive, instead of offset and limit; an end of 0 is the end of the file',
    )
    .optional(),
});

type ReadInput = z.infer<typeof inputSchema>;

const STYLE: ViewStyle = {
  maxLines: 2000,
  maxBytes: 30_000,
  maxLineBytes: 2000,
  describeCut: ({ next, shown, total }) =>
    `[lines ${next - shown}-${next - 1} of ${total}; continue with offset=${next}]`,
  describeCutLines: (path, lines) =>
    `[${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, 10).join(', ')} cut at 2000 bytes; see the rest with bash, such as: sed -n ${lines[0]}p ${path} | cut -b 2001-6000]`,
  describeBinary: (path, size, type) =>
    `[binary file ${path} not shown — ${size} bytes]\n${type === undefined ? 'Its type is unknown' : `It begins like a ${type}`}; look into it with bash, such as xxd.`,
};

/** Reads a file with line numbers, and remembers that it was read. */
export const codingReadTool: Tool = defineTool({
  name: 'read',
  title: 'Read a file',
  description:
    'Read a text file or an image (PNG, JPEG, GIF, WebP). Each line comes with its number, right-aligned in six columns, and ' +
    'one tab; what follows that tab is the line exactly, its own tabs included. At most 2000 lines and 30,000 bytes come at ' +
    'once, from offset on; a cut result says how to continue. Read a file before you edit or overwrite it. To look for ' +
    'something use grep, and to see what is in a directory list_dir.',
  inputSchema,
  annotations: { readOnly: true, concurrencySafe: true },
  fieldLimits: { file_path: PATH_LIMIT },
  async prepare(input, context) {
    const request = requestOf(input);
    if ('content' in request) return request;
    return prepareView(request, context, STYLE);
  },
});

function requestOf({ file_path: path, offset, limit, view_range: range = [] }: ReadInput): ViewRequest | ToolResult {
  if (path === '') return failure('invalid_input', 'read: file_path is required');
  if (range.length !== 0 && range.length !== 2)
    return failure('invalid_input', 'read: view_range must be [start_line, end_line]');
  if (limit !== undefined && limit < 1) return failure('invalid_input', 'read: limit must be at least 1');
  const [start, end] = range;
  if (start !== undefined && end !== undefined) {
    const firstLine = Math.max(1, start);
    const hasEnd = end > 0;
    if (hasEnd && end < firstLine)
      return failure('invalid_input', 'read: the end of view_range comes before its start');
    return { path, firstLine, isPart: true, ...(hasEnd ? { maxLines: end - firstLine + 1 } : {}) };
  }
  const isPart = offset !== undefined || limit !== undefined;
  return { path, firstLine: Math.max(1, offset ?? 1), isPart, ...(limit === undefined ? {} : { maxLines: limit }) };
}
