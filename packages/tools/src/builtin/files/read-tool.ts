import { z } from 'zod';
import { integer } from '../../contract/integer.ts';
import { defineTool, type Tool } from '../../contract/tool.ts';
import { failure } from '../../contract/tool-result.ts';
import { PATH_LIMIT } from '../path-limit.ts';
import { prepareView, type ViewStyle } from '../read-view.ts';
import { pathProblem } from './workspace-path.ts';

const MAX_LINES = 2000;
const MAX_BYTES = 24_000;

const STYLE: ViewStyle = {
  maxLines: MAX_LINES,
  maxBytes: MAX_BYTES,
  maxLineBytes: 20_000,
  describeCut({ shown, next, cause }) {
    const why =
      cause === 'lines' ? `showed ${shown} lines, more remain; use offset to continue` : 'exceeded 25000 bytes';
    return `... [output truncated: ${why}]\n[continue with offset=${next}]`;
  },
  describeCutLines: (_, lines) =>
    `[${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, 10).join(', ')} cut at 20000 bytes; use grep, which shows a window round each match of a long line]`,
  describeBinary: (path, size, type) =>
    `[binary file ${path} not shown — ${size} bytes${type === undefined ? ', type unknown' : `, ${type}`}]`,
};

/** Reads a file of the workspace with line numbers. */
export const filesReadTool: Tool = defineTool({
  name: 'read',
  title: 'Read a file',
  description:
    'Read a text file or an image (PNG, JPEG, GIF, WebP) of the workspace. Each line comes with its number, right-aligned in ' +
    'six columns, and one tab; what follows that tab is the line exactly. At most 2000 lines and 25,000 bytes come at once; go ' +
    'on with offset (a line, from 1) and limit. Read a file before you edit or overwrite it. Example: {"path": "src/main.ts"}. ' +
    'Not for directories: use list_dir.',
  inputSchema: z.object({
    path: z.string().describe('Path in the workspace'),
    offset: integer().describe('The line to begin with, counted from 1').optional(),
    limit: integer().describe('How many lines').optional(),
  }),
  annotations: { readOnly: true, concurrencySafe: true },
  fieldLimits: { path: PATH_LIMIT },
  async prepare({ path, offset = 0, limit = 0 }, context) {
    const problem = pathProblem('read', 'path', path, context.workdir);
    if (problem) return problem;
    if (offset < 0 || limit < 0)
      return failure('invalid_input', `read: ${offset < 0 ? 'offset' : 'limit'} must be at least 0`);
    const request = {
      path,
      firstLine: Math.max(1, offset),
      isPart: offset > 0 || limit > 0,
      ...(limit > 0 ? { maxLines: limit } : {}),
    };
    return prepareView(request, context, STYLE);
  },
});
