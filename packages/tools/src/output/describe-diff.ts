import { encodedLength } from '@cloche/system';
import { diffHunks } from './diff-hunks.ts';
import { cutText } from './limit-output.ts';

const CONTEXT_LINES = 2;
const MAX_PREVIEW_BYTES = 8192;

/**
 * Returns a change as a model reads it: `--- a/` and `+++ b/` with the path as given, then lines that begin with two
 * spaces, `- ` or `+ `, two of context; `...` between places that are apart.
 */
export function describeDiff(path: string, before: string, after: string): string {
  const hunks = diffHunks(before, after, CONTEXT_LINES);
  const heading = `--- a/${path}\n+++ b/${path}`;
  if (!hunks) return `${heading}\n[the difference is too large to show]`;
  const shownHunks = hunks.map(({ lines }) =>
    lines
      .filter((line) => !line.startsWith('\\'))
      .map((line) => `${line.startsWith(' ') ? ' ' : line.charAt(0)} ${line.slice(1).replace(/\r$/, '')}`)
      .join('\n'),
  );
  const whole = shownHunks.join('\n...\n');
  const shown =
    encodedLength(whole) > MAX_PREVIEW_BYTES ? `${cutText(whole, MAX_PREVIEW_BYTES)}\n[more changes not shown]` : whole;
  return `${heading}\n${shown}`;
}
