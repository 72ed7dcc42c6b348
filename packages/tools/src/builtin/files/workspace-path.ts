import { isInside, joinPath, normalizePath } from '@cloche/system';
import { failure, type ToolResult } from '../../contract/tool-result.ts';

/** Returns the error result for a path that is empty or leads out of the workspace, as it is written. */
export function pathProblem(tool: string, field: string, path: string, workdir: string): ToolResult | undefined {
  if (path === '') return failure('invalid_input', `${tool}: ${field} is required`);
  if (isInside(workdir, normalizePath(joinPath(workdir, path)))) return undefined;
  return failure('invalid_input', `${tool}: "${path}" escapes the workspace; use a path inside it`);
}
