import { describe, expect, test } from 'vitest';
import { createCommandTable } from '../../command-table.ts';
import { createInMemoryMachine } from '../../testing/in-memory-machine.ts';

const run = (...argv: string[]) => createInMemoryMachine(createCommandTable()).run(argv);

describe('mktemp', () => {
  test('makes files and directories with new names', async () => {
    const machine = createInMemoryMachine(createCommandTable());
    const file = await machine.run(['mktemp']);
    expect(file.stdout).toMatch(/^\/tmp\/tmp\.[A-Za-z0-9]{10}\n$/);
    expect(machine.files.stat(file.stdout.trim())).toMatchObject({ kind: 'file', mode: 0o600 });
    const folder = await machine.run(['mktemp', '-d', 'work-XXXX.d']);
    expect(folder.stdout).toMatch(/^work-[A-Za-z0-9]{4}\.d\n$/);
    expect(machine.files.stat(`/work/${folder.stdout.trim()}`)).toMatchObject({ kind: 'directory', mode: 0o700 });
  });

  test('refuses a template with too few places', async () => {
    const { stderr, status } = await run('mktemp', 'workXX');
    expect({ stderr, status }).toEqual({ stderr: "mktemp: too few X's in template ‘workXX’\n", status: 1 });
  });
});
