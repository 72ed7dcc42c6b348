import { expect, test } from 'vitest';
import { createSupervisedOutput } from './terminal-supervisor.ts';

const WHOLE = 'noise\u0006abc;one\u0006ab two\u0006\u0006abc7;late';

test.each([1, 2, 3, 5, 100])('finds the program’s part in chunks of %i bytes', (size) => {
  const output = createSupervisedOutput('abc');
  let text = '';
  for (let start = 0; start < WHOLE.length; start += size) {
    text += Buffer.from(output.push(Buffer.from(WHOLE.slice(start, start + size)))).toString();
    if (text !== '') expect(output.isReady()).toBe(true);
  }
  expect(text).toBe('one\u0006ab two\u0006');
  expect(output.exitCode()).toBe(7);
});
