import { decodeText, encodedLength, isValidUtf8, joinPath, normalizePath } from '@cloche/system';
import { z } from 'zod';
import { defineTool, type PreparedCall, type Tool, type ToolContext } from '../../contract/tool.ts';
import { failure, success, type ToolResult } from '../../contract/tool-result.ts';
import { diffFile } from '../../output/diff-files.ts';
import { writeNeeds } from '../../permissions/file-needs.ts';
import { changeSeenFile, lookAtSeenFile, type SeenFile } from '../checked-change.ts';
import { CONTENT_LIMIT, PATH_LIMIT } from '../path-limit.ts';
import { filesStyle, isSeen, unseenText } from './change-style.ts';
import { pathProblem } from './workspace-path.ts';

const inputSchema = z.object({ path: z.string().describe('Path in the workspace'), content: z.string() });

/** Writes a whole file of the workspace; one that exists must have been read. */
export const filesWriteTool: Tool = defineTool({
  name: 'write',
  title: 'Write a file',
  description:
    'Write a whole file of the workspace, exactly the content given; missing parent directories are made. A new file needs ' +
    'nothing before; one that exists must have been read, and not have changed since. Use it for new files and to write a file ' +
    'anew, and edit to change a part. At most 4 MiB. Example: {"path": "notes.md", "content": "# Notes\\n"}.',
  inputSchema,
  fieldLimits: { path: PATH_LIMIT, content: { ...CONTENT_LIMIT, instead: 'Write several smaller files.' } },
  scope: ({ path }, { workdir }) => ({ kind: 'path', path: normalizePath(joinPath(workdir, path)) }),
  prepare,
});

async function prepare(
  { path, content }: z.infer<typeof inputSchema>,
  context: ToolContext,
): Promise<PreparedCall | ToolResult> {
  const outside = pathProblem('write', 'path', path, context.workdir);
  if (outside) return outside;
  const file = await lookAtSeenFile('write', path, context);
  if ('content' in file) return file;
  const problem = problemOf(path, file);
  if (problem) return problem;
  const { facts } = file;
  const isNewFile = facts.kind === 'absent';
  const before = facts.bytes && isValidUtf8(facts.bytes) ? decodeText(facts.bytes) : '';
  const diff = diffFile(facts.resolvedPath, before, content);
  const verb = isNewFile ? 'wrote' : 'overwrote';
  return {
    needs: writeNeeds(path, facts, context),
    subject: { summary: `${isNewFile ? 'Create' : 'Overwrite'} ${path}`, detail: { kind: 'diff', diff, isNewFile } },
    async run() {
      const failed = await changeSeenFile({ verb, path, facts, text: content }, context, filesStyle);
      return failed ?? success(`${verb} "${path}" (${encodedLength(content)} bytes)`, { diff });
    },
  };
}

function problemOf(path: string, file: SeenFile): ToolResult | undefined {
  const { facts } = file;
  if (facts.problem) return failure('file_failed', `cannot read "${path}": ${facts.problem.text.toLowerCase()}`);
  if (facts.kind === 'absent') return undefined;
  if (facts.kind !== 'file') return failure('not_a_file', `cannot write "${path}": it is not a regular file`);
  if (isSeen(file)) return undefined;
  return failure('not_read', unseenText(`refusing to overwrite existing file "${path}"`));
}
