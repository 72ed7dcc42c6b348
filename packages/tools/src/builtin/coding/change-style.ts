import { failure, type ToolResult } from '../../contract/tool-result.ts';
import { fileProblem } from '../../output/describe-problem.ts';
import type { ChangeStyle, SeenFile } from '../checked-change.ts';

/** What the coding tools say when a change cannot be made. */
export function codingStyle(tool: string): ChangeStyle {
  return {
    conflict: (path, found) => `${tool}: ${CONFLICTS[found](path)}`,
    failed: (path, problem) => fileProblem(tool, path, problem),
  };
}

const CONFLICTS = {
  changed: (path: string) => `file ${path} was changed by something else just now; nothing was written. Read it again.`,
  created: (path: string) => `file ${path} already exists: something else made it just now. Read it before writing.`,
  removed: (path: string) => `file ${path} was deleted by something else just now; nothing was written.`,
};

/** Returns why a file that exists may not be changed: it was not read, or it is no longer what was read. */
export function unseenProblem(
  tool: 'write' | 'edit' | 'multi_edit',
  path: string,
  { facts, seen }: SeenFile,
): ToolResult | undefined {
  const aim = tool === 'write' ? 'writing' : 'editing';
  if (!seen) return failure('not_read', `${tool}: file ${path} must be read before ${aim}: use read, then try again`);
  if (seen.hash === facts.hash) return undefined;
  return failure(
    'changed_meanwhile',
    `${tool}: file ${path} must be read before ${aim}: it changed since you read it. Read it again, then try again`,
  );
}
