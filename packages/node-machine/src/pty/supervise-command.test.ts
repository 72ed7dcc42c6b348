import { describe, expect, test } from 'vitest';
import { createSupervisedOutput } from './supervise-command.ts';

const WHOLE = 'noise\u0006abc;one\u0006ab two\u0006\u0006abc7;late\u0006abc;later';

describe.each([1, 2, 3, 5, 100])('createSupervisedOutput, in chunks of %i bytes', (size) => {
  test('finds the program’s part, and what is given back', () => {
    const output = createSupervisedOutput('abc');
    let text = '';
    for (let start = 0; start < WHOLE.length; start += size) {
      text += Buffer.from(output.push(Buffer.from(WHOLE.slice(start, start + size)))).toString();
      if (text !== '') expect(output.isReady()).toBe(true);
    }
    expect(text).toBe('one\u0006ab two\u0006');
    expect(output.exitCode()).toBe(7);
    expect(Buffer.from(output.unreadInput() ?? []).toString()).toBe('late');
  });
});
