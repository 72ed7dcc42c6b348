import { decodeText, encodedLength, isValidUtf8, joinPath, normalizePath } from '@cloche/system';
import { z } from 'zod';
import { defineTool, type PreparedCall, type Tool, type ToolContext } from '../../contract/tool.ts';
import { failure, success, type ToolResult } from '../../contract/tool-result.ts';
import { fileProblem } from '../../output/describe-problem.ts';
import { diffFile } from '../../output/diff-files.ts';
import { MAX_FILE_BYTES } from '../../output/limit-output.ts';
import { writeNeeds } from '../../permissions/file-needs.ts';
import { changeSeenFile, lookAtSeenFile, type SeenFile } from '../checked-change.ts';
import { CONTENT_LIMIT, PATH_LIMIT } from '../path-limit.ts';
import { codingStyle, unseenProblem } from './change-style.ts';

const inputSchema = z.object({ file_path: z.string(), content: z.string() });

/** Writes a whole file; one that exists must have been read. */
export const codingWriteTool: Tool = defineTool({
  name: 'write',
  title: 'Write a file',
  description:
    'Write a whole file, exactly the content given; missing parent directories are made. A file that exists must have been ' +
    'read whole before, and not have changed since. Use it for new files and to write a file anew; to change a part use edit. ' +
    'At most 4 MiB.',
  inputSchema,
  fieldLimits: { file_path: PATH_LIMIT, content: CONTENT_LIMIT },
  scope: ({ file_path }, { workdir }) => ({ kind: 'path', path: normalizePath(joinPath(workdir, file_path)) }),
  prepare,
});

async function prepare(
  { file_path: path, content }: z.infer<typeof inputSchema>,
  context: ToolContext,
): Promise<PreparedCall | ToolResult> {
  if (path === '') return failure('invalid_input', 'write: file_path is required');
  const file = await lookAtSeenFile('write', path, context);
  if ('content' in file) return file;
  const problem = problemOf(path, file);
  if (problem) return problem;
  const { facts } = file;
  const before = facts.bytes && isValidUtf8(facts.bytes) ? decodeText(facts.bytes) : '';
  const diff = diffFile(facts.resolvedPath, before, content);
  const isNewFile = facts.kind === 'absent';
  return {
    needs: writeNeeds(path, facts, context),
    subject: { summary: `${isNewFile ? 'Create' : 'Overwrite'} ${path}`, detail: { kind: 'diff', diff, isNewFile } },
    async run() {
      const failed = await changeSeenFile({ verb: 'wrote', path, facts, text: content }, context, codingStyle('write'));
      if (failed) return failed;
      const dropped = before.startsWith('\ufeff') && !content.startsWith('\ufeff');
      const note = dropped ? "; the old file's byte order mark is gone" : '';
      return success(`wrote ${path} (${encodedLength(content)} bytes)${note}`, { diff });
    },
  };
}

function problemOf(path: string, file: SeenFile): ToolResult | undefined {
  const { facts, seen } = file;
  if (facts.problem) return fileProblem('write', path, facts.problem);
  if (facts.kind === 'absent') return undefined;
  if (facts.kind !== 'file') {
    return failure('not_a_file', `write: cannot write ${path}: it is not a regular file; choose another path`);
  }
  if (!facts.bytes) {
    return failure(
      'too_large',
      `write: ${path} has ${facts.size} bytes, over the limit of ${MAX_FILE_BYTES}; remove it first`,
    );
  }
  const unseen = unseenProblem('write', path, file);
  if (unseen) return unseen;
  if (seen?.isWhole) return undefined;
  return failure(
    'not_read',
    `write: file ${path} must be read before writing: you have seen only a part of it. Read the rest by offset and limit, or use edit`,
  );
}
