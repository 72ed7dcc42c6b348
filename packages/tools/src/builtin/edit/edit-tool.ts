import { joinPath, normalizePath } from '@cloche/system';
import { z } from 'zod';
import { defineTool, type PreparedCall, type Tool, type ToolContext } from '../../contract/tool.ts';
import { failure, success, type ToolResult } from '../../contract/tool-result.ts';
import { diffFile } from '../../output/diff-files.ts';
import { editNeeds, refuseAfterReading } from '../../permissions/file-needs.ts';
import { changeFile, factsForChange } from '../change-file.ts';
import { CONTENT_LIMIT, PATH_LIMIT } from '../path-limit.ts';
import { checkRequest, editableText, endingsNote, planEdit } from './plan-edit.ts';

const inputSchema = z.object({
  file_path: z.string(),
  old_string: z.string(),
  new_string: z.string(),
  replace_all: z.boolean().optional(),
});

type EditInput = z.infer<typeof inputSchema>;

/** Replaces text in a file, as the reference SDK's `edit`. */
export const editTool: Tool = defineTool({
  name: 'edit',
  title: 'Edit a file',
  description:
    'Replace old_string with new_string in a file. old_string must be unique unless replace_all. Both are literal text; ' +
    'match white space exactly, but line endings need not match: the file keeps its own. An empty new_string deletes.',
  inputSchema,
  annotations: { readOnly: false, destructive: true },
  fieldLimits: { file_path: PATH_LIMIT, old_string: CONTENT_LIMIT, new_string: CONTENT_LIMIT },
  scope: ({ file_path }, { workdir }) => ({ kind: 'path', path: normalizePath(joinPath(workdir, file_path)) }),
  prepare,
});

async function prepare(input: EditInput, context: ToolContext): Promise<PreparedCall | ToolResult> {
  const { file_path: filePath } = input;
  if (filePath === '') return failure('invalid_input', 'edit: file_path is required');
  const wrong = checkRequest(input);
  if (wrong) return wrong;
  const facts = await factsForChange('edit', filePath, context);
  if ('content' in facts) return facts;
  const before = editableText(facts, filePath);
  if (typeof before !== 'string') return before;
  const replacement = planEdit(filePath, before, input);
  if ('content' in replacement) return refuseAfterReading(replacement, filePath, facts, context);
  const diff = diffFile(facts.linkPath, before, replacement.text);
  return {
    needs: editNeeds(filePath, facts, context),
    subject: { summary: `Edit ${filePath}`, detail: { kind: 'diff', diff, isNewFile: false } },
    async run() {
      const failed = await changeFile('edit', filePath, { facts, text: replacement.text }, context);
      if (failed) return failed;
      return success(`edited ${filePath} (${replacement.count} replacement(s))${endingsNote(replacement)}`, { diff });
    },
  };
}
