import type { SaveState } from 'cloche';
import { describe, expect, test } from 'vitest';
import { createHistory, type History } from './history.ts';

const SAVED: SaveState = { kind: 'saved' };

/** Files in memory, as the workspace's are: directories are those that hold something, or were made. */
function createFiles(texts: Readonly<Record<string, string>>) {
  const files = new Map<string, { bytes: Uint8Array; mtimeMs: number }>();
  const directories = new Set<string>();
  const links = new Set<string>();
  let isBroken = false;
  let clock = 1_000_000;
  let reads = 0;
  const put = (path: string, text: string): void => {
    files.set(path, { bytes: new TextEncoder().encode(text), mtimeMs: clock++ });
  };
  for (const [path, text] of Object.entries(texts)) put(path, text);
  return {
    put,
    link: (path: string) => void links.add(path),
    breakWrites: () => void (isBroken = true),
    reads: () => reads,
    text: (path: string) => {
      const file = files.get(path);
      return file && new TextDecoder().decode(file.bytes);
    },
    paths: () => [...directories, ...files.keys()].sort(),
    api: {
      async tree() {
        const folders = Array.from(directories, (path) => ({
          path,
          kind: 'directory' as const,
          size: 0,
          mtimeMs: 0,
          mode: 0,
        }));
        const entries = Array.from(files, ([path, { bytes, mtimeMs }]) => {
          return { path, kind: 'file' as const, size: bytes.length, mtimeMs, mode: 0 };
        });
        const others = Array.from(links, (path) => ({ path, kind: 'symlink' as const, size: 1, mtimeMs: 0, mode: 0 }));
        return { entries: [...folders, ...entries, ...others], isComplete: true };
      },
      async read(path: string) {
        reads++;
        const file = files.get(path);
        if (!file) throw Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT' });
        return file.bytes;
      },
      async write(path: string, contents: string | Uint8Array) {
        if (isBroken) throw new Error('the machine is gone');
        put(path, typeof contents === 'string' ? contents : new TextDecoder().decode(contents));
        return SAVED;
      },
      async remove(path: string) {
        for (const each of [...files.keys(), ...directories, ...links]) {
          if (each !== path && !each.startsWith(`${path}/`)) continue;
          files.delete(each);
          links.delete(each);
          directories.delete(each);
        }
        return SAVED;
      },
      async makeDirectory(path: string) {
        directories.add(path);
        return SAVED;
      },
    },
  };
}

function open(texts: Readonly<Record<string, string>>) {
  const files = createFiles(texts);
  const notes: { text: string; id: string }[] = [];
  const history = createHistory({
    whenOpen: async () => ({ root: '/w', files: files.api }),
    mayChange: (tool) => tool !== 'read',
    note: (text, id) => void notes.push({ text, id }),
    now: () => 1_000_000_000,
  });
  return { files, notes, history };
}

function begin(history: History, callId: string, tool: string): void {
  history.hear({ kind: 'queued', callId, session: 's', loop: 'main', tool, input: {}, atMs: 0 });
  history.hear({ kind: 'running', callId, decidedBy: 'a test', atMs: 0 });
}

async function call(history: History, id: string, change: () => unknown, tool = 'bash'): Promise<void> {
  await history.refresh();
  begin(history, id, tool);
  await change();
  history.hear({ kind: 'faulted', callId: id, message: 'broke off after its changes' });
  await history.refresh();
}

describe('a history', () => {
  test('brings back what a call and all after it wrote, removed and made', async () => {
    const { files, history, notes } = open({ '/w/a': 'one', '/w/gone': 'here' });
    await call(history, 'c1', () => files.put('/w/a', 'two'));
    await call(history, 'c2', async () => {
      files.put('/w/a', 'three');
      await files.api.remove('/w/gone');
      await files.api.makeDirectory('/w/new');
      files.put('/w/new/b', 'b');
    });
    await history.restore('c2', 'bash make');
    expect(files.text('/w/a')).toBe('two');
    expect(files.text('/w/gone')).toBe('here');
    expect(files.paths()).toEqual(['/w/a', '/w/gone']);
    expect(notes).toEqual([{ id: 'restore-0', text: 'Restored 3 files to before bash make.' }]);
    await history.restore('c1', 'bash');
    expect(files.text('/w/a')).toBe('one');
  });

  test('undoes a restore', async () => {
    const { files, history } = open({ '/w/a': 'one' });
    await call(history, 'c1', () => files.put('/w/a', 'two'));
    await history.restore('c1', 'bash');
    expect(files.text('/w/a')).toBe('one');
    await history.restore('restore-0', 'an earlier restore');
    expect(files.text('/w/a')).toBe('two');
  });

  test('offers nothing for calls that changed nothing, or only look', async () => {
    const { files, history } = open({ '/w/a': 'one' });
    await call(history, 'c1', () => undefined);
    await call(history, 'c2', () => files.put('/w/a', 'the person, meanwhile'), 'read');
    expect(history.restorable('c1')).toBeUndefined();
    expect(history.restorable('c2')).toBeUndefined();
    await expect(history.restore('c1', 'bash')).rejects.toThrow('nothing was changed');
  });

  test('waits for the end of a call', async () => {
    const { files, history } = open({ '/w/a': 'one' });
    await call(history, 'c1', () => files.put('/w/a', 'two'));
    begin(history, 'c2', 'bash');
    expect(history.isBusy.value).toBe(true);
    await expect(history.restore('c1', 'bash')).rejects.toThrow('a call runs');
    expect(files.text('/w/a')).toBe('two');
  });

  test('says why it keeps nothing where there is too much, also for the call that mends it', async () => {
    const { files, history } = open({ '/w/a': 'one' });
    await call(history, 'c1', () => files.put('/w/a', 'x'.repeat(9 * 1024 * 1024)));
    expect(history.restorable('c1')).toEqual({
      kind: 'not-kept',
      reason: 'What files were before is not kept in this workspace: its files have more than 8 MiB.',
    });
    await call(history, 'c2', () => files.put('/w/a', 'small'));
    expect(history.restorable('c2')).toMatchObject({ kind: 'not-kept' });
  });

  test('reads no file again that did not change', async () => {
    const { files, history } = open({ '/w/a': 'one', '/w/b': 'two' });
    await history.refresh();
    await history.refresh();
    expect(files.reads()).toBe(2);
    files.put('/w/b', 'new');
    await history.refresh();
    expect(files.reads()).toBe(3);
  });

  test('says of links that they do not come back', async () => {
    const { files, history } = open({ '/w/a': 'one' });
    files.link('/w/old');
    await call(history, 'c1', async () => {
      await files.api.remove('/w/old');
      files.link('/w/new');
    });
    expect(history.restorable('c1')).toMatchObject({
      steps: [
        { path: '/w/new', kind: 'removes-for-good' },
        { path: '/w/old', kind: 'loses' },
      ],
    });
    await history.restore('c1', 'bash mv');
    expect(history.told.value).toBe('Restored 1 file to before bash mv.');
  });

  test('gives a restore that breaks off a line too, so that what it did can be undone', async () => {
    const { files, history, notes } = open({ '/w/a': 'one' });
    await call(history, 'c1', () => {
      files.put('/w/a', 'two');
      files.put('/w/b', 'new');
    });
    files.breakWrites();
    await expect(history.restore('c1', 'bash')).rejects.toThrow('the machine is gone');
    expect(notes).toEqual([{ id: 'restore-0', text: 'A restore to before bash broke off.' }]);
    expect(history.restorable('restore-0')).toMatchObject({ steps: [{ path: '/w/b', kind: 'brings-back' }] });
    expect(history.isBusy.value).toBe(false);
  });
});
