import { encodeText, joinPath } from '@cloche/system';
import type { ToolContext } from '../contract/tool.ts';
import { failure, type ToolResult } from '../contract/tool-result.ts';
import type { ChangeFileOutcome, ChangeFileParams, FileFacts } from '../host/tool-host.ts';
import { fileProblem, notAFile } from '../output/describe-problem.ts';
import { MAX_FILE_BYTES } from '../output/limit-output.ts';

/** Asks for the facts a change starts from; answers with the error result when there is nothing to change. */
export async function factsForChange(
  tool: string,
  path: string,
  context: ToolContext,
): Promise<FileFacts | ToolResult> {
  const { host, workdir, signal } = context;
  const facts = await host.call('facts', { path: joinPath(workdir, path), maxBytes: MAX_FILE_BYTES }, { signal });
  if (facts.problem) return fileProblem(tool, path, facts.problem);
  if (facts.kind === 'directory' || facts.kind === 'other') return notAFile(tool, path, facts.kind);
  return facts;
}

/** Makes the change, if the file is still what the facts say; returns the error result otherwise. */
export async function changeFile(
  tool: string,
  path: string,
  change: { facts: FileFacts; text: string },
  context: ToolContext,
): Promise<ToolResult | undefined> {
  const outcome = await swapFile({ ...change, replaceLink: true }, context);
  switch (outcome.kind) {
    case 'changed':
      return undefined;
    case 'conflict':
      return failure(
        'changed_meanwhile',
        `${tool}: ${path} ${CONFLICTS[outcome.found]}; nothing was written. Read it again and retry.`,
      );
    case 'failed':
      return fileProblem(tool, path, outcome);
  }
}

/** Asks the host for the change; nothing happens when the file is no longer what the facts say. */
export function swapFile(
  { facts, text, replaceLink }: { facts: FileFacts; text: string; replaceLink: boolean },
  { host, signal }: Pick<ToolContext, 'host' | 'signal'>,
): Promise<ChangeFileOutcome> {
  const expected: ChangeFileParams['expected'] =
    facts.kind === 'absent' ? { kind: 'absent' } : { kind: 'hash', hash: facts.hash ?? '' };
  const params = { path: facts.linkPath, expected, bytes: encodeText(text), replaceLink };
  return host.call('change_file', params, { signal });
}

const CONFLICTS = {
  changed: 'was changed by something else after this call was prepared',
  created: 'was created by something else after this call was prepared',
  removed: 'was removed by something else after this call was prepared',
} as const;
