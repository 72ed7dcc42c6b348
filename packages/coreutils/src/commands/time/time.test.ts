import { describe, expect, test } from 'vitest';
import { createCommandTable } from '../../command-table.ts';
import { createInMemoryMachine } from '../../testing/in-memory-machine.ts';

const run = (...argv: string[]) => createInMemoryMachine(createCommandTable()).run(argv);

describe('time', () => {
  test('runs a command, answers its status and prints times behind it', async () => {
    const { stdout, stderr, status } = await run('time', '-p', 'echo', 'hello');
    expect({ stdout, status }).toEqual({ stdout: 'hello\n', status: 0 });
    expect(stderr).toMatch(/^real \d+\.\d\d\nuser 0\.00\nsys 0\.00\n$/);
  });

  test('answers 127 for a command that is not there', async () => {
    const { stderr, status } = await run('time', 'no-such-command');
    expect(status).toBe(127);
    expect(stderr).toContain('time: cannot run no-such-command: No such file or directory\n');
  });
});
