import { formatPatch } from 'diff';
import type { FileDiff } from '../contract/tool-result.ts';
import { diffHunks } from './diff-hunks.ts';

const CONTEXT_LINES = 3;

/**
 * Returns the unified diff, three lines of context, of a file's text before and after. One that takes too long is
 * shown as whole removal and whole addition.
 */
export function diffFile(path: string, before: string, after: string): FileDiff {
  if (before === after) return { path, unified: '', addedLines: 0, removedLines: 0 };
  const from = before === '' ? '/dev/null' : `a${path}`;
  const hunks = diffHunks(before, after, CONTEXT_LINES);
  const names = { oldFileName: from, newFileName: `b${path}`, oldHeader: undefined, newHeader: undefined };
  const patch = hunks && formatPatch({ ...names, hunks });
  const unified = (patch ?? replaceAll(path, before, after))
    .replace(/^=+\n/, '')
    .replace(/^(---|\+\+\+) (.*)\t$/gm, '$1 $2');
  const lines = unified.split('\n').slice(2);
  return {
    path,
    unified,
    addedLines: lines.filter((line) => line.startsWith('+')).length,
    removedLines: lines.filter((line) => line.startsWith('-')).length,
  };
}

function replaceAll(path: string, before: string, after: string): string {
  const removed = before.split('\n').map((line) => `-${line}`);
  const added = after.split('\n').map((line) => `+${line}`);
  return [`--- a${path}`, `+++ b${path}`, `@@ -1,${removed.length} +1,${added.length} @@`, ...removed, ...added].join(
    '\n',
  );
}
