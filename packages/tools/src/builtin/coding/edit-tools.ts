import { joinPath, normalizePath } from '@cloche/system';
import { z } from 'zod';
import { defineTool, type PreparedCall, type Tool, type ToolContext } from '../../contract/tool.ts';
import { failure, success, type ToolResult } from '../../contract/tool-result.ts';
import { describeDiff } from '../../output/describe-diff.ts';
import { fileProblem, notAFile } from '../../output/describe-problem.ts';
import { diffFile } from '../../output/diff-files.ts';
import { editNeeds, refuseAfterReading } from '../../permissions/file-needs.ts';
import { changeSeenFile, lookAtSeenFile } from '../checked-change.ts';
import { checkRequest, type EditRequest, editableText, endingsNote, planEdit } from '../edit/plan-edit.ts';
import { CONTENT_LIMIT, PATH_LIMIT } from '../path-limit.ts';
import { codingStyle, unseenProblem } from './change-style.ts';

const MAX_EDITS = 100;

const replacement = { old_string: z.string(), new_string: z.string(), replace_all: z.boolean().optional() };

/** Replaces text in a file that was read. */
export const codingEditTool: Tool = defineTool({
  name: 'edit',
  title: 'Edit a file',
  description:
    'Replace old_string with new_string in a file that you have read. Both are literal; copy old_string from read without the ' +
    'line number and the tab behind it, white space exactly. It must be unique in the file unless replace_all. Line endings need ' +
    'not match: the file keeps its own. An empty new_string deletes. Answers with the difference. For several changes to one ' +
    'file use multi_edit; for a new file use write.',
  inputSchema: z.object({ file_path: z.string(), ...replacement }),
  fieldLimits: { file_path: PATH_LIMIT, old_string: CONTENT_LIMIT, new_string: CONTENT_LIMIT },
  scope: ({ file_path }, { workdir }) => ({ kind: 'path', path: normalizePath(joinPath(workdir, file_path)) }),
  prepare: ({ file_path: path, ...edit }, context) => prepareEdits({ tool: 'edit', path, edits: [edit] }, context),
});

/** Replaces several texts in a file that was read: all of them or none. */
export const multiEditTool: Tool = defineTool({
  name: 'multi_edit',
  title: 'Edit a file in several places',
  description:
    'Make several replacements in one file that you have read: all of them, or none when one fails. They are applied in order, ' +
    'each to the text that the ones before have left; each is as for edit. At most 100. For one replacement use edit.',
  inputSchema: z.object({ file_path: z.string(), edits: z.array(z.object(replacement)) }),
  fieldLimits: { file_path: PATH_LIMIT },
  scope: ({ file_path }, { workdir }) => ({ kind: 'path', path: normalizePath(joinPath(workdir, file_path)) }),
  async prepare({ file_path: path, edits }, context) {
    if (edits.length === 0) return failure('invalid_input', 'multi_edit: edits must not be empty');
    if (edits.length > MAX_EDITS)
      return failure('too_large', `multi_edit: at most ${MAX_EDITS} edits at once; make several calls`);
    return prepareEdits({ tool: 'multi_edit', path, edits }, context);
  },
});

interface EditPlan {
  readonly tool: 'edit' | 'multi_edit';
  readonly path: string;
  readonly edits: readonly EditRequest[];
}

async function prepareEdits(plan: EditPlan, context: ToolContext): Promise<PreparedCall | ToolResult> {
  const { tool, path, edits } = plan;
  if (path === '') return failure('invalid_input', `${tool}: file_path is required`);
  const wrong = firstProblem(plan, checkRequest);
  if (wrong) return wrong;
  const file = await lookAtSeenFile(tool, path, context);
  if ('content' in file) return file;
  const { facts } = file;
  if (facts.problem) return fileProblem(tool, path, facts.problem);
  if (facts.kind === 'directory' || facts.kind === 'other') return notAFile(tool, path, facts.kind);
  const before = editableText(facts, path);
  if (typeof before !== 'string') return before;
  const unseen = unseenProblem(tool, path, file);
  // What was seen changed: a text that is there exactly once still means one place.
  if (unseen && (!file.seen || edits.some((edit) => !isOnce(path, before, edit)))) return unseen;
  const done = applyEdits(plan, before);
  if ('content' in done) return refuseAfterReading(done, path, facts, context);
  const diff = diffFile(facts.resolvedPath, before, done.text);
  return {
    needs: editNeeds(path, facts, context),
    subject: { summary: `Edit ${path}`, detail: { kind: 'diff', diff, isNewFile: false } },
    async run() {
      const change = { verb: 'edited', path, facts, text: done.text };
      const failed = await changeSeenFile(change, context, codingStyle(tool));
      if (failed) return failed;
      const others = unseen
        ? '\nThe file carries other changes since you read it; read it again before you go on.'
        : '';
      return success(`${headline(plan, done)}\n${describeDiff(path, before, done.text)}${others}`, { diff });
    },
  };
}

interface DoneEdits {
  readonly text: string;
  readonly count: number;
  readonly note: string;
}

function applyEdits(plan: EditPlan, before: string): DoneEdits | ToolResult {
  let done: DoneEdits = { text: before, count: 0, note: '' };
  const problem = firstProblem(plan, (edit) => {
    const replaced = planEdit(plan.path, done.text, edit);
    if ('content' in replaced) return replaced;
    done = { text: replaced.text, count: done.count + replaced.count, note: done.note || endingsNote(replaced) };
    return undefined;
  });
  if (problem) return problem;
  if (done.text === before)
    return failure('no_change', `${plan.tool}: the edits leave ${plan.path} as it is; there is nothing to change`);
  return done;
}

/** Returns the first problem of the edits, with the number of its edit when there are several. */
function firstProblem(
  { tool, edits }: EditPlan,
  check: (edit: EditRequest) => ToolResult | undefined,
): ToolResult | undefined {
  for (const [index, edit] of edits.entries()) {
    const problem = check(edit);
    if (!problem) continue;
    if (tool === 'edit') return problem;
    const text = problem.content.map((part) => part.text ?? '').join('');
    return failure(
      problem.details.code ?? 'invalid_input',
      `Error in edit ${index + 1}: ${text.replace(/^edit: /, '')} Nothing was written.`,
    );
  }
  return undefined;
}

function isOnce(path: string, text: string, edit: EditRequest): boolean {
  const replaced = planEdit(path, text, { ...edit, replace_all: false });
  return !('content' in replaced);
}

function headline({ tool, path, edits }: EditPlan, { count, note }: DoneEdits): string {
  if (tool === 'edit') return `edited ${path} (${count} replacement(s))${note}`;
  return `Applied ${edits.length} edits to ${path} (${count} replacement(s))${note}`;
}
