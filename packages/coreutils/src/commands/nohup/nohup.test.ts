import { describe, expect, test } from 'vitest';
import { createCommandTable } from '../../command-table.ts';
import { createInMemoryMachine } from '../../testing/in-memory-machine.ts';

const run = (...argv: string[]) => createInMemoryMachine(createCommandTable()).run(argv);

describe('nohup', () => {
  test('runs a command and answers its status', async () => {
    expect(await run('nohup', 'echo', 'hi')).toMatchObject({ stdout: 'hi\n', status: 0 });
    expect(await run('nohup', 'no-such-command')).toMatchObject({ status: 127 });
    expect(await run('nohup')).toMatchObject({ status: 125 });
  });
});
