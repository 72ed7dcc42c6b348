import { joinPath, normalizePath } from '@cloche/system';
import { z } from 'zod';
import { defineTool, type PreparedCall, type Tool, type ToolContext } from '../../contract/tool.ts';
import { failure, success, type ToolResult } from '../../contract/tool-result.ts';
import { diffFile } from '../../output/diff-files.ts';
import { editNeeds, refuseAfterReading } from '../../permissions/file-needs.ts';
import { changeSeenFile, lookAtSeenFile, type SeenFile } from '../checked-change.ts';
import { checkRequest, editableText, endingsNote, planEdit } from '../edit/plan-edit.ts';
import { CONTENT_LIMIT, PATH_LIMIT } from '../path-limit.ts';
import { deletedText, filesStyle, isSeen, unseenText } from './change-style.ts';
import { pathProblem } from './workspace-path.ts';

const inputSchema = z.object({
  path: z.string().describe('Path in the workspace'),
  old_string: z.string(),
  new_string: z.string(),
  replace_all: z.boolean().optional(),
});

/** Replaces text in a file of the workspace that was read. */
export const filesEditTool: Tool = defineTool({
  name: 'edit',
  title: 'Edit a file',
  description:
    'Replace old_string with new_string in a file of the workspace that you have read and that has not changed since. Both are ' +
    'literal; leave out the line numbers that read shows. old_string must be unique unless replace_all. Line endings need not ' +
    'match: the file keeps its own. Example: {"path": "a.ts", "old_string": "let a", "new_string": "const a"}. Not for new files: ' +
    'use write.',
  inputSchema,
  fieldLimits: { path: PATH_LIMIT, old_string: CONTENT_LIMIT, new_string: CONTENT_LIMIT },
  scope: ({ path }, { workdir }) => ({ kind: 'path', path: normalizePath(joinPath(workdir, path)) }),
  prepare,
});

async function prepare(input: z.infer<typeof inputSchema>, context: ToolContext): Promise<PreparedCall | ToolResult> {
  const { path } = input;
  const wrong = pathProblem('edit', 'path', path, context.workdir) ?? checkRequest(input);
  if (wrong) return wrong;
  const file = await lookAtSeenFile('edit', path, context);
  if ('content' in file) return file;
  const unseen = problemOf(path, file);
  if (unseen) return unseen;
  const { facts } = file;
  const before = editableText(facts, path);
  if (typeof before !== 'string') return before;
  const replacement = planEdit(path, before, input);
  if ('content' in replacement) return refuseAfterReading(replacement, path, facts, context);
  const diff = diffFile(facts.resolvedPath, before, replacement.text);
  return {
    needs: editNeeds(path, facts, context),
    subject: { summary: `Edit ${path}`, detail: { kind: 'diff', diff, isNewFile: false } },
    async run() {
      const change = { verb: 'edited', path, facts, text: replacement.text };
      const failed = await changeSeenFile(change, context, filesStyle);
      if (failed) return failed;
      const note = endingsNote(replacement);
      return success(`edited "${path}": replaced ${replacement.count} occurrence(s)${note}`, { diff });
    },
  };
}

function problemOf(path: string, file: SeenFile): ToolResult | undefined {
  const { facts, seen } = file;
  if (facts.problem) return failure('file_failed', `cannot read "${path}": ${facts.problem.text.toLowerCase()}`);
  if (facts.kind === 'absent' && seen) return failure('changed_meanwhile', deletedText(path));
  if (facts.kind === 'absent')
    return failure('not_found', `cannot edit "${path}": it does not exist, so it ${NOT_READ}`);
  if (facts.kind !== 'file') return failure('not_a_file', `cannot edit "${path}": it is not a regular file`);
  if (isSeen(file)) return undefined;
  return failure(seen ? 'changed_meanwhile' : 'not_read', unseenText(`refusing to edit "${path}"`));
}

const NOT_READ = 'was not read this session, or it changed since you read it';
