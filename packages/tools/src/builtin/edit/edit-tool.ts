import { decodeText, isValidUtf8, joinPath, normalizePath } from '@cloche/system';
import { z } from 'zod';
import { defineTool, type PreparedCall, type Tool, type ToolContext } from '../../contract/tool.ts';
import { failure, success, type ToolResult } from '../../contract/tool-result.ts';
import type { FileFacts } from '../../host/tool-host.ts';
import { fileProblem } from '../../output/describe-problem.ts';
import { diffFile } from '../../output/diff-files.ts';
import { MAX_FILE_BYTES } from '../../output/limit-output.ts';
import { changeFile, factsForChange } from '../change-file.ts';
import { CONTENT_LIMIT, PATH_LIMIT } from '../path-limit.ts';
import { explainNoMatch } from './explain-no-match.ts';
import { type Replacement, replaceText } from './replace-text.ts';

/** Line numbers named in the error for a text that is not unique. */
const MAX_NAMED_LINES = 10;

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
  if (input.old_string === '') return failure('invalid_input', 'edit: old_string is required');
  if (input.old_string === input.new_string) {
    return failure('no_change', 'edit: old_string and new_string are identical; there is nothing to change');
  }
  const facts = await factsForChange('edit', filePath, context);
  if ('content' in facts) return facts;
  const before = textOf(facts, filePath);
  if (typeof before !== 'string') return before;
  const replacement = replaceText(before, input.old_string, input.new_string);
  const problem = checkReplacement(replacement, before, input);
  if (problem) return problem;
  const diff = diffFile(facts.linkPath, before, replacement.text);
  return {
    needs: { paths: [{ access: 'write', path: facts.linkPath, text: filePath }] },
    subject: { summary: `Edit ${filePath}`, detail: { kind: 'diff', diff, isNewFile: false } },
    async run() {
      const failed = await changeFile('edit', filePath, { facts, text: replacement.text }, context);
      if (failed) return failed;
      const note = replacement.convertedEndings ? "; the new text got the file's own line endings" : '';
      return success(`edited ${filePath} (${replacement.count} replacement(s))${note}`, { diff });
    },
  };
}

function textOf({ kind, bytes, size }: FileFacts, filePath: string): string | ToolResult {
  if (kind === 'absent') return fileProblem('edit', filePath, { code: 'ENOENT', text: 'no such file or directory' });
  if (!bytes) {
    return failure(
      'too_large',
      `edit: ${filePath} exceeds the ${MAX_FILE_BYTES}-byte limit (it has ${size}); change it with bash, such as sed -i`,
    );
  }
  if (!isValidUtf8(bytes)) {
    return failure('not_text', `edit: ${filePath} is not UTF-8 text, so it was left as it is; change it with bash`);
  }
  return decodeText(bytes);
}

function checkReplacement(
  { count, lineNumbers, text }: Replacement,
  before: string,
  { file_path: filePath, old_string: oldString, replace_all: replaceAll = false }: EditInput,
): ToolResult | undefined {
  if (count === 0) {
    return failure('no_match', `edit: old_string not found in ${filePath}.${explainNoMatch(before, oldString)}`);
  }
  if (count > 1 && !replaceAll) {
    const lines = [...new Set(lineNumbers)];
    const named = lines.slice(0, MAX_NAMED_LINES).join(', ');
    const more = lines.length > MAX_NAMED_LINES ? ` and ${lines.length - MAX_NAMED_LINES} more` : '';
    return failure(
      'not_unique',
      `edit: old_string appears ${count} times in ${filePath} (must be unique): at ${lines.length === 1 ? 'line' : 'lines'} ${named}${more}. ` +
        'Add lines around it, or set replace_all.',
    );
  }
  if (text === before) {
    return failure('no_change', `edit: the replacement leaves ${filePath} as it is; there is nothing to change`);
  }
  return undefined;
}
