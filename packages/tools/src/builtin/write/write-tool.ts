import { decodeText, encodedLength, isValidUtf8, joinPath, normalizePath } from '@cloche/system';
import { z } from 'zod';
import { defineTool, type PreparedCall, type Tool, type ToolContext } from '../../contract/tool.ts';
import { failure, success, type ToolResult } from '../../contract/tool-result.ts';
import { diffFile } from '../../output/diff-files.ts';
import { writeNeeds } from '../../permissions/file-needs.ts';
import { changeFile, factsForChange } from '../change-file.ts';
import { CONTENT_LIMIT, PATH_LIMIT } from '../path-limit.ts';

const inputSchema = z.object({ file_path: z.string(), content: z.string() });

type WriteInput = z.infer<typeof inputSchema>;

/** Writes a whole file, as the reference SDK's `write`. */
export const writeTool: Tool = defineTool({
  name: 'write',
  title: 'Write a file',
  description:
    'Write a UTF-8 text file, replacing what is there; a relative path starts at the working directory and missing ' +
    'parent directories are made. The content is stored exactly as given. To change a part of a file use edit instead.',
  inputSchema,
  annotations: { readOnly: false, destructive: true },
  fieldLimits: { file_path: PATH_LIMIT, content: CONTENT_LIMIT },
  scope: ({ file_path }, { workdir }) => ({ kind: 'path', path: normalizePath(joinPath(workdir, file_path)) }),
  prepare,
});

async function prepare(input: WriteInput, context: ToolContext): Promise<PreparedCall | ToolResult> {
  const { file_path: filePath, content } = input;
  if (filePath === '') return failure('invalid_input', 'write: file_path is required');
  const facts = await factsForChange('write', filePath, context);
  if ('content' in facts) return facts;
  const before = facts.bytes && isValidUtf8(facts.bytes) ? decodeText(facts.bytes) : '';
  const diff = diffFile(facts.linkPath, before, content);
  const isNewFile = facts.kind === 'absent';
  return {
    needs: writeNeeds(filePath, facts, context),
    subject: {
      summary: `${isNewFile ? 'Create' : 'Overwrite'} ${filePath}`,
      detail: { kind: 'diff', diff, isNewFile },
    },
    async run() {
      const problem = await changeFile('write', filePath, { facts, text: content }, context);
      if (problem) return problem;
      const dropped = before.startsWith('\ufeff') && !content.startsWith('\ufeff');
      const note = dropped ? " (the old file's byte order mark is gone)" : '';
      return success(`wrote ${encodedLength(content)} bytes to ${filePath}${note}`, { diff });
    },
  };
}
