import { failure, type ToolErrorCode, type ToolResult } from '../contract/tool-result.ts';

/** Makes the error result for a path that the file system refused. */
export function fileProblem(tool: string, path: string, problem: { code: string; text: string }): ToolResult {
  const reason = REASONS[problem.code] ?? problem.text.charAt(0).toLowerCase() + problem.text.slice(1);
  const code: ToolErrorCode =
    problem.code === 'ENOENT' ? 'not_found' : problem.code === 'EFBIG' ? 'too_large' : 'file_failed';
  return failure(code, `${tool} ${path}: ${reason}`);
}

/** Makes the error result for something that is there but is not a file to read or change. */
export function notAFile(tool: string, path: string, kind: 'directory' | 'other'): ToolResult {
  const hint = kind === 'directory' ? '; it is a directory: use glob or bash ls to see what is in it' : '';
  return failure('not_a_file', `${tool}: ${path} is not a regular file${hint}`);
}

const REASONS: Readonly<Record<string, string>> = {
  EPERM: 'permission denied',
  EACCES: 'permission denied',
  ENOSPC: 'no space left on device; remove files that are not needed',
};
