import { describeError, joinPath } from '@cloche/system';
import type { ToolContext } from '../contract/tool.ts';
import { failure, type ToolResult } from '../contract/tool-result.ts';
import type { FileFacts } from '../host/tool-host.ts';
import type { Observation } from '../loop/read-evidence.ts';
import { MAX_FILE_BYTES } from '../output/limit-output.ts';
import { swapFile } from './change-file.ts';

/** A file as it is now and as the loop saw it. */
export interface SeenFile {
  readonly facts: FileFacts;
  readonly seen: Observation | undefined;
}

/** What a preset says when a change cannot be made. */
export interface ChangeStyle {
  /** It was changed, made or removed by something else just before. */
  conflict(path: string, found: 'changed' | 'created' | 'removed'): string;
  failed(path: string, problem: { code: string; text: string }): ToolResult;
}

/** Returns what is at a path and what the loop saw there; nothing is changed when either cannot be told. */
export async function lookAtSeenFile(
  tool: string,
  path: string,
  { host, workdir, signal, loop }: ToolContext,
): Promise<SeenFile | ToolResult> {
  const facts = await host.call('facts', { path: joinPath(workdir, path), maxBytes: MAX_FILE_BYTES }, { signal });
  try {
    return { facts, seen: await loop.evidence.lookup(facts.resolvedPath) };
  } catch (error) {
    return failure(
      'not_recorded',
      `${tool}: cannot tell whether ${path} was read (${describeError(error)}); nothing was changed`,
    );
  }
}

/**
 * Makes a change if the file is still what the facts say, through a symbolic link to where it leads, and remembers the
 * new content. Returns the error result when it was not made, or was made and could not be remembered.
 */
export async function changeSeenFile(
  change: { readonly verb: string; readonly path: string; readonly facts: FileFacts; readonly text: string },
  context: ToolContext,
  style: ChangeStyle,
): Promise<ToolResult | undefined> {
  const { verb, path, facts, text } = change;
  const outcome = await swapFile({ facts, text, replaceLink: false }, context);
  switch (outcome.kind) {
    case 'conflict':
      return failure('changed_meanwhile', style.conflict(path, outcome.found));
    case 'failed':
      return style.failed(path, outcome);
    case 'changed': {
      try {
        await context.loop.evidence.record(outcome.path, { hash: outcome.hash, isWhole: true });
        return undefined;
      } catch (error) {
        return failure(
          'not_recorded',
          `${verb} "${path}", but the evidence of its new content was not retained (${describeError(error)}); read it before you change it again`,
        );
      }
    }
  }
}
