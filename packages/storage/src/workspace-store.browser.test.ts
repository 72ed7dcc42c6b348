import {
  decodeText,
  encodeText,
  packContents,
  unpackContents,
  type WorkspaceChanges,
  type WorkspaceEntry,
} from '@cloche/system';
import { afterEach, describe, expect, test } from 'vitest';
import { connectDatabase, type DatabaseConnection } from './database.ts';
import { readWorkspace } from './read-workspace.ts';
import {
  deleteStoredWorkspace,
  listStoredWorkspaces,
  openStoredWorkspace,
  renameStoredWorkspace,
} from './workspace-catalog.ts';
import type { RestoredWorkspace, WorkspaceStore } from './workspace-store.ts';

const options = { now: () => 1000, newId: () => crypto.randomUUID() };
const opened: DatabaseConnection[] = [];
let databases = 0;

async function connect(name = `test-${databases++}-${crypto.randomUUID()}`): Promise<DatabaseConnection> {
  const connection = await connectDatabase(name);
  opened.push(connection);
  return connection;
}

afterEach(() => {
  for (const connection of opened.splice(0)) connection.close();
});

const file = (path: string, content: number, text: string): WorkspaceEntry => ({
  kind: 'file',
  path,
  mode: 0o644,
  mtimeMs: 5,
  size: encodeText(text).length,
  content,
});

function changes(
  removed: string[],
  files: [path: string, content: number, text: string][],
  known: number[] = [],
): WorkspaceChanges {
  const contents = new Map(
    files.filter(([, content]) => !known.includes(content)).map(([, content, text]) => [content, encodeText(text)]),
  );
  return {
    removed,
    entries: files.map(([path, content, text]) => file(path, content, text)),
    contents: packContents(contents),
  };
}

function show({ snapshot }: RestoredWorkspace): Record<string, string> {
  const contents = unpackContents(snapshot.contents);
  return Object.fromEntries(
    snapshot.entries.map((entry) => [
      entry.path,
      entry.kind === 'file' ? decodeText(contents.get(entry.content) ?? encodeText('MISSING')) : entry.kind,
    ]),
  );
}

async function reopened(connection: DatabaseConnection, name = 'w'): Promise<RestoredWorkspace> {
  return (await openStoredWorkspace(connection, name, options)).restore();
}

/** Reads the records beside the store that owns them. */
async function reopenedSnapshot(connection: DatabaseConnection): Promise<RestoredWorkspace> {
  const [row] = await connection.use((database) => database.getAll('workspaces'));
  return readWorkspace(connection, row?.id ?? '');
}

describe('a workspace in IndexedDB', () => {
  test('gives back what was committed, over several commits', async () => {
    const connection = await connect();
    const store = await openStoredWorkspace(connection, 'w', options);
    expect(
      await store.commit(
        changes(
          [],
          [
            ['a', 1, 'one'],
            ['b', 2, 'two'],
          ],
        ),
        { s: { cwd: '/' } },
      ),
    ).toEqual({ persisted: true });
    expect(
      await store.commit(
        changes(
          ['a'],
          [
            ['b', 3, 'TWO'],
            ['c', 1, 'one'],
          ],
          [1],
        ),
        { s: { cwd: '/d' } },
      ),
    ).toEqual({ persisted: true });
    const restored = await reopened(connection);
    expect(show(restored)).toEqual({ b: 'TWO', c: 'one' });
    expect(restored.shells).toEqual({ s: { cwd: '/d' } });
  });

  test('removes a directory with all below it, also when a file takes its name', async () => {
    const connection = await connect();
    const store = await openStoredWorkspace(connection, 'w', options);
    const directory: WorkspaceEntry = { kind: 'directory', path: 'd', mode: 0o755, mtimeMs: 1 };
    const first = changes(
      [],
      [
        ['d/x', 1, 'x'],
        ['dx', 2, 'dx'],
      ],
    );
    await store.commit({ ...first, entries: [directory, ...first.entries] }, {});
    await store.commit(changes(['d'], [['d', 3, 'now a file']]), {});
    expect(show(await reopened(connection))).toEqual({ d: 'now a file', dx: 'dx' });
  });

  test('keeps a large file in parts and a name that is not UTF-8', async () => {
    const connection = await connect();
    const store = await openStoredWorkspace(connection, 'w', options);
    const large = new Uint8Array(20_000_000).map((_, index) => index % 251);
    const entry: WorkspaceEntry = {
      kind: 'file',
      path: 'b\udcff',
      mode: 0o644,
      mtimeMs: 1,
      size: large.length,
      content: 1,
    };
    await store.commit({ removed: [], entries: [entry], contents: packContents(new Map([[1, large]])) }, {});
    const { snapshot } = await reopened(connection);
    expect(snapshot.entries[0]?.path).toBe('b\udcff');
    expect(snapshot.contents.bytes.length).toBe(20_000_000);
    expect(snapshot.contents.bytes[19_999_999]).toBe(19_999_999 % 251);
  });

  test('compacts its log and chunks without losing anything', async () => {
    const connection = await connect();
    const store = await openStoredWorkspace(connection, 'w', options);
    const big = 'x'.repeat(40_000);
    for (let round = 0; round < 300; round++) {
      await store.commit(changes([], [[`f${round % 7}`, round + 1, `${round} ${big}`]]), {});
    }
    await store.close();
    const [row] = await listStoredWorkspaces(connection);
    expect(row).toMatchObject({ name: 'w', fileCount: 7 });
    const counts = await connection.use(async (database) => [
      await database.count('log'),
      await database.count('chunks'),
    ]);
    expect(counts[0]).toBeLessThan(256);
    expect(counts[1]).toBeLessThan(120);
    const restored = show(await reopened(connection));
    expect(Object.keys(restored)).toHaveLength(7);
    // 293 is the last round whose remainder by 7 is 6.
    expect(restored['f6']).toBe(`293 ${big}`);
  });

  test('refuses the commits of an owner that was replaced, and its restores', async () => {
    const connection = await connect();
    const first = await openStoredWorkspace(connection, 'w', options);
    const second = await openStoredWorkspace(connection, 'w', options);
    expect(await first.commit(changes([], [['a', 1, 'late']]), {})).toMatchObject({
      persisted: false,
      reason: expect.stringMatching(/another tab has taken over/),
    });
    expect(await second.commit(changes([], [['b', 1, 'mine']]), {})).toEqual({ persisted: true });
    expect(show(await reopened(connection))).toEqual({ b: 'mine' });
    await expect(first.restore()).rejects.toMatchObject({ code: 'in_use' });
  });

  test('keeps what a failed commit left, gives it back, and stores it with the next', async () => {
    const connection = await connect();
    const store = await openStoredWorkspace(connection, 'w', options);
    await store.commit(changes([], [['a', 1, 'one']]), {});
    // What structured cloning refuses makes the commit fail, as a full disk would.
    const failing = { s: { callback: () => undefined } };
    expect(await store.commit(changes(['a'], [['b', 2, 'two']]), failing)).toMatchObject({ persisted: false });
    expect(show(await reopenedSnapshot(connection))).toEqual({ a: 'one' });
    expect(show(await store.restore())).toEqual({ b: 'two' });
    expect(await store.commit(changes([], [['c', 3, 'three']]), {})).toEqual({ persisted: true });
    expect(show(await reopened(connection))).toEqual({ b: 'two', c: 'three' });
  });

  test('reopens a connection that the browser closed', async () => {
    const connection = await connect();
    const store: WorkspaceStore = await openStoredWorkspace(connection, 'w', options);
    await connection.use(async (database) => database.close());
    expect(await store.commit(changes([], [['a', 1, 'after']]), {})).toEqual({ persisted: true });
    expect(show(await reopened(connection))).toEqual({ a: 'after' });
  });

  test('names a file whose record is damaged, gives the others, and leaves the record', async () => {
    const connection = await connect();
    const store = await openStoredWorkspace(connection, 'w', options);
    await store.commit(changes([], [['good', 1, 'good']]), {});
    await store.commit(changes([], [['bad', 2, 'bad']]), {});
    await connection.use(async (database) => {
      const key = (await database.getAllKeys('chunks'))[1];
      // What a damaged record may look like is not what the type says.
      if (key) await database.put('chunks', JSON.parse('{"pieces":"nonsense"}'), key);
    });
    const restored = await reopened(connection);
    expect(show(restored)).toEqual({ good: 'good' });
    expect(restored.damaged).toEqual([{ path: 'bad', reason: 'its stored bytes are damaged or missing' }]);
  });

  test('says that the index is damaged, and changes nothing', async () => {
    const connection = await connect();
    const store = await openStoredWorkspace(connection, 'w', options);
    await store.commit(changes([], [['a', 1, 'a']]), {});
    await connection.use(async (database) => {
      const id = (await database.getAllKeys('workspaces'))[0];
      if (id) await database.put('index', JSON.parse('{"sequence":"x"}'), id);
    });
    await expect(openStoredWorkspace(connection, 'w', options)).rejects.toMatchObject({ code: 'corrupt' });
    expect(await connection.use((database) => database.count('chunks'))).toBe(1);
  });

  test('is refused by an older version of the code, untouched', async () => {
    const name = `newer-${crypto.randomUUID()}`;
    const newer = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name, 99);
      request.onsuccess = () => resolve(request.result);
    });
    newer.close();
    await expect(connectDatabase(name)).rejects.toMatchObject({ code: 'newer_version' });
  });

  test('is listed, renamed and deleted by name', async () => {
    const connection = await connect();
    for (const name of ['b', 'a']) await openStoredWorkspace(connection, name, options);
    expect((await listStoredWorkspaces(connection)).map(({ name }) => name)).toEqual(['a', 'b']);
    await renameStoredWorkspace(connection, 'a', 'c');
    await expect(renameStoredWorkspace(connection, 'c', 'b')).rejects.toMatchObject({ code: 'already_exists' });
    await expect(renameStoredWorkspace(connection, 'no', 'd')).rejects.toMatchObject({ code: 'not_found' });
    await expect(openStoredWorkspace(connection, '  ', options)).rejects.toMatchObject({ code: 'invalid_name' });
    await deleteStoredWorkspace(connection, 'c');
    await expect(deleteStoredWorkspace(connection, 'c')).rejects.toMatchObject({ code: 'not_found' });
    expect((await listStoredWorkspaces(connection)).map(({ name }) => name)).toEqual(['b']);
  });
});
