import { type StructuredPatchHunk, structuredPatch } from 'diff';

/** Longest that a diff is computed for. */
const DIFF_TIMEOUT_MS = 500;
/** Characters that are compared at once. */
const STEP = 4096;

/**
 * Returns the places where two texts differ, with lines of context round them, or `undefined` when that takes too long.
 * What both texts begin and end with is not compared line by line: a small change to a large file is found at once.
 */
export function diffHunks(before: string, after: string, context: number): StructuredPatchHunk[] | undefined {
  if (before === after) return [];
  const start = startOfChange(before, after, context);
  const shared = endOfChange(before, after, { start, context });
  const patch = structuredPatch(
    'a',
    'b',
    before.slice(start, before.length - shared),
    after.slice(start, after.length - shared),
    undefined,
    undefined,
    { context, timeout: DIFF_TIMEOUT_MS },
  );
  const skipped = countNewlines(before, start);
  return patch?.hunks.map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + skipped,
    newStart: hunk.newStart + skipped,
  }));
}

/** Where the first differing line begins, `context` lines before it. */
function startOfChange(before: string, after: string, context: number): number {
  const limit = Math.min(before.length, after.length);
  let at = 0;
  while (at + STEP <= limit && before.slice(at, at + STEP) === after.slice(at, at + STEP)) at += STEP;
  while (at < limit && before.charCodeAt(at) === after.charCodeAt(at)) at++;
  let start = at;
  for (let lines = 0; lines <= context && start > 0; lines++) start = before.lastIndexOf('\n', start - 1);
  return start <= 0 ? 0 : start + 1;
}

/** How much both texts have in common at their ends, without the last differing line and `context` lines after it. */
function endOfChange(
  before: string,
  after: string,
  { start, context }: { readonly start: number; readonly context: number },
): number {
  const limit = Math.min(before.length, after.length) - start;
  let shared = 0;
  const stepFromEnd = (text: string): string => text.slice(text.length - shared - STEP, text.length - shared);
  while (shared + STEP <= limit && stepFromEnd(before) === stepFromEnd(after)) shared += STEP;
  while (
    shared < limit &&
    before.charCodeAt(before.length - 1 - shared) === after.charCodeAt(after.length - 1 - shared)
  )
    shared++;
  let end = before.length - shared;
  // The first newline ends the line that differs.
  for (let lines = 0; lines <= context; lines++) {
    const newline = before.indexOf('\n', end);
    if (newline < 0) return 0;
    end = newline + 1;
  }
  return before.length - end;
}

function countNewlines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
