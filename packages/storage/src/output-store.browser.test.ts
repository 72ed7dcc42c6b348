import { encodeText } from '@cloche/system';
import { describe, expect, test } from 'vitest';
import { connectDatabase } from './database.ts';
import { createOutputStore } from './output-store.ts';
import { deleteStoredWorkspace, openStoredWorkspace } from './workspace-catalog.ts';

const options = { now: () => 1000, newId: () => crypto.randomUUID() };
const NOTHING = { removed: [], entries: [], contents: { numbers: [], lengths: [], bytes: new Uint8Array() } };

describe('the output store', () => {
  test('keeps outputs over a reopening, each for its owner', async () => {
    const connection = await connectDatabase(crypto.randomUUID());
    const { outputs } = await openStoredWorkspace(connection, 'w', options);
    expect(await outputs?.keep('loop', 'a', { bytes: encodeText('long'), totalBytes: 9 })).toBe(true);
    const again = (await openStoredWorkspace(connection, 'w', options)).outputs;
    expect(await again?.read('loop', 'a')).toEqual({ bytes: encodeText('long'), totalBytes: 9 });
    expect(await again?.read('other', 'a')).toBeUndefined();
    expect(await again?.read('loop', 'b')).toBeUndefined();
    await deleteStoredWorkspace(connection, 'w');
    expect(await again?.keep('loop', 'c', { bytes: encodeText('x'), totalBytes: 1 })).toBe(false);
    connection.close();
  });

  test('drops the oldest when the budget is spent', async () => {
    const name = crypto.randomUUID();
    const connection = await connectDatabase(name);
    await openStoredWorkspace(connection, 'w', options);
    const id = await connection.use((database) => database.getAllKeys('workspaces'));
    const outputs = createOutputStore(connection, id[0] ?? '', { maxBytes: 10 });
    for (const text of ['aaaa', 'bbbb', 'cccc'])
      await outputs.keep('loop', text, { bytes: encodeText(text), totalBytes: 4 });
    expect(await outputs.read('loop', 'aaaa')).toBeUndefined();
    expect((await outputs.read('loop', 'bbbb'))?.bytes).toEqual(encodeText('bbbb'));
    expect(await outputs.keep('loop', 'd', { bytes: new Uint8Array(11), totalBytes: 11 })).toBe(false);
    connection.close();
  });

  test('what loops remember is part of a commit', async () => {
    const connection = await connectDatabase(crypto.randomUUID());
    const store = await openStoredWorkspace(connection, 'w', options);
    await store.commit(NOTHING, {}, { main: { todos: 3 } });
    const { loops } = await (await openStoredWorkspace(connection, 'w', options)).restore();
    expect(loops).toEqual({ main: { todos: 3 } });
    connection.close();
  });
});
