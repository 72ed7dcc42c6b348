import { structuredPatch } from 'diff';
import { describe, expect, test } from 'vitest';
import { diffHunks } from './diff-hunks.ts';

describe('diffHunks', () => {
  const lines = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_, index) => `line ${from + index}\n`).join('');

  test.each<[string, string]>([
    ['', 'a\n'],
    ['a\n', ''],
    ['a', 'b'],
    ['a\nb', 'a\nb\n'],
    ['a\nb\n', 'a\nb'],
    ['x\nx\nx\n', 'x\nx\n'],
    ['x\nx\n', 'x\nx\nx\n'],
    [lines(0, 50), lines(0, 20) + lines(25, 50)],
    [lines(0, 50), `${lines(0, 20)}new\n${lines(20, 50)}`],
    [lines(0, 50), `new\n${lines(0, 50)}`],
    [lines(0, 50), `${lines(0, 50)}new`],
    [lines(0, 50).replace('line 10', 'x').replace('line 40', 'y'), lines(0, 50)],
    ['\n\n\na', '\n\n\nb'],
    ['ab\nc\n', 'abb\nc\n'],
  ])('%j to %j gives what comparing all lines gives', (before, after) => {
    for (const context of [0, 2, 3]) {
      const whole = structuredPatch('a', 'b', before, after, undefined, undefined, { context });
      const rebuilt = diffHunks(before, after, context) ?? [];
      expect(applyHunks(before, rebuilt)).toBe(after);
      if (!before.startsWith('x')) expect(rebuilt).toEqual(whole.hunks);
    }
  });
});

/** Applies hunks by their line numbers. */
function applyHunks(before: string, hunks: NonNullable<ReturnType<typeof diffHunks>>): string {
  const old = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const parts: string[] = [];
  let next = 0;
  for (const { oldStart, lines } of hunks) {
    while (next < oldStart - 1) parts.push(old[next++] ?? '');
    for (const [index, line] of lines.entries()) {
      const ending = lines[index + 1]?.startsWith('\\') ? '' : '\n';
      if (line.startsWith(' ')) parts.push(old[next++] ?? '');
      else if (line.startsWith('-')) next++;
      else if (line.startsWith('+')) parts.push(line.slice(1) + ending);
    }
  }
  return parts.join('') + old.slice(next).join('');
}
