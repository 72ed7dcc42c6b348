import { decodeText, isValidUtf8 } from '@cloche/system';
import { failure, type ToolResult } from '../../contract/tool-result.ts';
import type { FileFacts } from '../../host/tool-host.ts';
import { fileProblem } from '../../output/describe-problem.ts';
import { MAX_FILE_BYTES } from '../../output/limit-output.ts';
import { explainNoMatch } from './explain-no-match.ts';
import { type Replacement, replaceText } from './replace-text.ts';

/** Line numbers named in the error for a text that is not unique. */
const MAX_NAMED_LINES = 10;

/** One replacement as a model asks for it. */
export interface EditRequest {
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean | undefined;
}

/** Returns the text of a file that is to be edited, or why it cannot be. */
export function editableText({ kind, bytes, size }: FileFacts, path: string): string | ToolResult {
  if (kind === 'absent') return fileProblem('edit', path, { code: 'ENOENT', text: 'no such file or directory' });
  if (!bytes) {
    return failure(
      'too_large',
      `edit: ${path} exceeds the ${MAX_FILE_BYTES}-byte limit (it has ${size}); change it with bash, such as sed -i`,
    );
  }
  if (!isValidUtf8(bytes)) {
    return failure('not_text', `edit: ${path} is not UTF-8 text, so it was left as it is; change it with bash`);
  }
  return decodeText(bytes);
}

/** Returns what is wrong with a replacement whatever the file holds. */
export function checkRequest({ old_string: oldString, new_string: newString }: EditRequest): ToolResult | undefined {
  if (oldString === '') return failure('invalid_input', 'edit: old_string is required');
  if (oldString === newString) {
    return failure('no_change', 'edit: old_string and new_string are identical; there is nothing to change');
  }
  return undefined;
}

/** Replaces text, or returns the error result that tells what to mend. */
export function planEdit(path: string, before: string, request: EditRequest): Replacement | ToolResult {
  const { old_string: oldString, new_string: newString, replace_all: replaceAll = false } = request;
  const replacement = replaceText(before, oldString, newString);
  const { count, lineNumbers, text } = replacement;
  if (count === 0) {
    return failure('no_match', `edit: old_string not found in ${path}.${explainNoMatch(before, oldString)}`);
  }
  if (count > 1 && !replaceAll) {
    const lines = [...new Set(lineNumbers)];
    const named = lines.slice(0, MAX_NAMED_LINES).join(', ');
    const more = lines.length > MAX_NAMED_LINES ? ` and ${lines.length - MAX_NAMED_LINES} more` : '';
    return failure(
      'not_unique',
      `edit: old_string appears ${count} times in ${path} (must be unique): at ${lines.length === 1 ? 'line' : 'lines'} ${named}${more}. ` +
        'Add lines around it, or set replace_all.',
    );
  }
  if (text === before) {
    return failure('no_change', `edit: the replacement leaves ${path} as it is; there is nothing to change`);
  }
  return replacement;
}

/** Says that a new text got the file's line endings, when it did. */
export function endingsNote({ convertedEndings }: Pick<Replacement, 'convertedEndings'>): string {
  return convertedEndings ? "; the new text got the file's own line endings" : '';
}
