import { describe, expect, test } from 'vitest';
import { createCommandTable } from '../../command-table.ts';
import { createInMemoryMachine } from '../../testing/in-memory-machine.ts';

const run = (...argv: string[]) => createInMemoryMachine(createCommandTable()).run(argv);

describe('man', () => {
  test.each([
    ['prints the help of a command', ['man', 'basename'], /^Usage: basename /, '', 0],
    ['passes over a section', ['man', '1', 'basename'], /^Usage: basename /, '', 0],
    ['lists commands by a part of their name', ['man', '-k', 'basena'], /^basename \(1\)\n$/, '', 0],
    ['knows no pages for other names', ['man', 'no-such'], /^$/, 'No manual entry for no-such\n', 16],
    ['finds nothing for a keyword', ['man', '-k', 'no-such'], /^$/, 'no-such: nothing appropriate.\n', 16],
  ])('%s', async (_, argv, stdout, stderr, status) => {
    const answer = await run(...argv);
    expect(answer.stdout).toMatch(stdout);
    expect(answer).toMatchObject({ stderr, status });
  });
});
