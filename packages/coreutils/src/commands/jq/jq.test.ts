import { describe, expect, test } from 'vitest';
import { createCommandTable } from '../../command-table.ts';
import { createInMemoryMachine } from '../../testing/in-memory-machine.ts';

describe('jq', () => {
  test('says which setting is missing where there is no engine', async () => {
    const machine = createInMemoryMachine(createCommandTable());
    expect(await machine.run(['jq', '.'], { stdin: '1' })).toEqual({
      stdout: '',
      stderr: 'jq: error: this machine runs no WebAssembly for commands (createCommandTable({ jq }))\n',
      status: 2,
    });
  });

  test('says why its code did not run', async () => {
    const jq = { run: () => Promise.reject(new Error('jq.worker.js answered 404')) };
    const machine = createInMemoryMachine(createCommandTable({ jq }));
    expect(await machine.run(['jq', '.'], { stdin: '1' })).toEqual({
      stdout: '',
      stderr: 'jq: error: jq.worker.js answered 404\n',
      status: 2,
    });
  });
});
