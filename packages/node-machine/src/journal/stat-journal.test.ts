import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createClock,
  createYielder,
  decodeText,
  encodeText,
  joinPath,
  unpackContents,
  type WorkspaceChanges,
  type WorkspaceEntry,
} from '@cloche/system';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createNodeFileSystem } from '../node-file-system.ts';
import { createStatJournal, DEFAULT_EXCLUDE, type StatJournal } from './stat-journal.ts';

let root = '';
let journal: StatJournal;
let store: Store;

/** What a store has after the changes that it was told: paths with what can be seen of them. */
interface Store {
  readonly entries: Map<string, WorkspaceEntry>;
  readonly contents: Map<number, Uint8Array>;
  apply(changes: WorkspaceChanges): void;
  shown(): Record<string, string>;
}

function createStore(): Store {
  const entries = new Map<string, WorkspaceEntry>();
  const contents = new Map<number, Uint8Array>();
  return {
    entries,
    contents,
    apply(changes) {
      for (const path of changes.removed) {
        for (const known of entries.keys()) if (known === path || known.startsWith(`${path}/`)) entries.delete(known);
      }
      for (const [number, bytes] of unpackContents(changes.contents)) {
        expect(contents.has(number)).toBe(false);
        contents.set(number, bytes.slice());
      }
      for (const entry of changes.entries) entries.set(entry.path, entry);
      // A store forgets bytes that nothing names.
      const named = new Set([...entries.values()].map((entry) => (entry.kind === 'file' ? entry.content : 0)));
      for (const number of contents.keys()) if (!named.has(number)) contents.delete(number);
    },
    shown() {
      const shown: Record<string, string> = {};
      for (const [path, entry] of [...entries].sort(([left], [right]) => (left < right ? -1 : 1))) {
        if (entry.kind === 'symlink') shown[path] = `-> ${entry.target}`;
        else if (entry.kind === 'directory') shown[path] = `d ${entry.mode.toString(8)}`;
        else {
          const bytes = contents.get(entry.content);
          shown[path] = `f ${entry.mode.toString(8)} ${bytes ? Buffer.from(bytes).toString('latin1') : 'NO BYTES'}`;
        }
      }
      return shown;
    },
  };
}

/** What is really there. */
function onDisk(directory = root, prefix = ''): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name of fs.readdirSync(directory, { encoding: 'buffer' })) {
    const text = decodeText(name);
    if (DEFAULT_EXCLUDE.includes(text)) continue;
    const place = Buffer.concat([Buffer.from(`${directory}/`), name]);
    const path = prefix + text;
    const stat = fs.lstatSync(place);
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isSymbolicLink()) shown[path] = `-> ${fs.readlinkSync(place)}`;
    else if (stat.isDirectory())
      Object.assign(shown, { [path]: `d ${mode}` }, onDisk(`${directory}/${text}`, `${path}/`));
    else shown[path] = `f ${mode} ${fs.readFileSync(place).toString('latin1')}`;
  }
  return Object.fromEntries(Object.entries(shown).sort(([left], [right]) => (left < right ? -1 : 1)));
}

function takeAll(): WorkspaceChanges {
  const changes = journal.take();
  store.apply(changes);
  return changes;
}

/** Another program's changes. */
function outside(change: () => void): void {
  const ended = journal.programStarted();
  change();
  ended();
}

beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'cloche-journal-')));
  const clock = createClock({
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after: () => () => undefined,
  });
  journal = createStatJournal({
    files: createNodeFileSystem(),
    root,
    exclude: DEFAULT_EXCLUDE,
    clock,
    after: () => () => undefined,
    yieldIfDue: createYielder(clock, () => new Promise((resolve) => setImmediate(resolve))),
    maxFileBytes: 1_000_000,
  });
  store = createStore();
});

afterEach(() => {
  journal.dispose();
  fs.rmSync(root, { recursive: true, force: true });
});

const put = (path: string, text: string): void => journal.files.writeFile(joinPath(root, path), encodeText(text));

describe('createStatJournal', () => {
  test('tells of what this process changed without looking at the whole tree', () => {
    put('a', 'one');
    fs.writeFileSync(`${root}/unseen`, 'made behind its back');
    expect(takeAll().entries.map(({ path }) => path)).toEqual(['a']);
    expect(takeAll()).toMatchObject({ removed: [], entries: [] });
  });

  test('finds what a program changed once it has ended', () => {
    put('a', 'one');
    put('b', 'two');
    takeAll();
    outside(() => {
      fs.writeFileSync(`${root}/a`, 'ONE');
      fs.rmSync(`${root}/b`);
      fs.mkdirSync(`${root}/d/e`, { recursive: true });
      fs.symlinkSync('../a', `${root}/d/link`);
      fs.mkdirSync(`${root}/node_modules`);
      fs.writeFileSync(`${root}/node_modules/x`, '');
    });
    takeAll();
    expect(store.shown()).toEqual(onDisk());
    expect(store.entries.has('node_modules')).toBe(false);
  });

  test('sees a change that leaves size and time as they were', () => {
    put('a', 'one');
    const { mtime, atime } = fs.statSync(`${root}/a`);
    takeAll();
    outside(() => {
      fs.writeFileSync(`${root}/a`, 'two');
      fs.utimesSync(`${root}/a`, atime, mtime);
    });
    takeAll();
    expect(store.shown()).toEqual(onDisk());
  });

  test('keeps names with newlines and names that are not UTF-8', () => {
    outside(() => {
      fs.writeFileSync(`${root}/a\nb`, 'newline');
      fs.writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0x41])]), 'bytes');
    });
    takeAll();
    expect(store.shown()).toEqual({ 'a\nb': 'f 644 newline', '\udcffA': 'f 644 bytes' });
    put('\udcfe', 'more');
    expect(takeAll().entries.map(({ path }) => path)).toEqual(['\udcfe']);
  });

  test('moves a directory without its bytes, and does not name bytes that the store may have forgotten', () => {
    put('a', 'one');
    journal.files.makeDirectory(`${root}/d`);
    put('d/b', 'two');
    takeAll();
    journal.files.rename(`${root}/d`, `${root}/e`);
    store.apply(journal.take());
    expect(store.shown()).toEqual(onDisk());
    const outsideRoot = `${root}-moved`;
    fs.renameSync(`${root}/e`, outsideRoot);
    outside(() => undefined);
    takeAll();
    fs.renameSync(outsideRoot, `${root}/e`);
    outside(() => undefined);
    takeAll();
    expect(store.shown()).toEqual(onDisk());
  });

  test('tells hard links by a common number', () => {
    put('a', 'one');
    takeAll();
    journal.files.link(`${root}/a`, `${root}/b`);
    const { entries } = takeAll();
    expect(entries.map(({ path }) => path)).toEqual(['a', 'b']);
    expect(new Set(entries.map((entry) => (entry.kind === 'file' ? entry.link : 0))).size).toBe(1);
    journal.files.unlink(`${root}/a`);
    takeAll();
    expect(store.shown()).toEqual(onDisk());
  });

  test('follows links to the file that really changed', () => {
    journal.files.makeDirectory(`${root}/d`);
    put('d/a', 'one');
    journal.files.symlink('d', `${root}/to`);
    journal.files.symlink('d/a', `${root}/file`);
    takeAll();
    put('to/a', 'two');
    takeAll();
    expect(store.shown()['d/a']).toBe('f 644 two');
    put('file', 'three');
    const handle = journal.files.open(`${root}/to/b`, { write: true, create: true });
    takeAll();
    handle.write(0, encodeText('late'));
    handle.close();
    takeAll();
    expect(store.shown()).toEqual(onDisk());
  });

  test('finds what is written to a file that was moved meanwhile', () => {
    put('a', 'one');
    const handle = journal.files.open(`${root}/a`, { write: true });
    journal.files.rename(`${root}/a`, `${root}/b`);
    takeAll();
    handle.write(0, encodeText('two'));
    handle.close();
    takeAll();
    expect(store.shown()).toEqual(onDisk());
  });

  test('restores a snapshot whose contents are there already, and then knows it', () => {
    put('a', 'one');
    journal.files.makeDirectory(`${root}/d`, 0o700);
    put('d/b', 'two');
    journal.files.link(`${root}/a`, `${root}/d/c`);
    journal.files.symlink('nowhere', `${root}/link`);
    journal.files.setTimes(`${root}/a`, 1_000_000, 1_000_000);
    const snapshot = journal.snapshot();
    const before = onDisk();
    for (const name of fs.readdirSync(root)) fs.rmSync(`${root}/${name}`, { recursive: true });
    fs.mkdirSync(`${root}/d`);
    fs.writeFileSync(`${root}/d/b`, 'two');
    const first = snapshot.entries.find(({ path }) => path === 'a');
    const number = first?.kind === 'file' ? first.content : 0;
    const bytes = unpackContents(snapshot.contents).get(number) ?? new Uint8Array(0);
    journal.restore({ entries: snapshot.entries, contents: { numbers: [number], lengths: [bytes.length], bytes } });
    expect(onDisk()).toEqual(before);
    expect(fs.statSync(`${root}/a`).mtimeMs).toBe(1_000_000);
    expect(journal.take()).toMatchObject({ removed: [], entries: [] });
    outside(() => undefined);
    expect(journal.take()).toMatchObject({ removed: [], entries: [] });
  });

  test('says that a file is too large', () => {
    put('big', 'x'.repeat(1_000_001));
    expect(() => journal.take()).toThrow(`EFBIG: file too large, store '${root}/big'`);
  });

  test.each(Array.from({ length: 30 }, (_, seed) => seed))(
    'gives a store what is on the disk after anything (seed %i)',
    (seed) => {
      let state = seed + 1;
      const next = (limit: number): number => {
        state = (state * 48_271) % 2_147_483_647;
        return state % limit;
      };
      const names = ['a', 'b', 'c', 'node_modules', 'é', 'x\ny'];
      const path = (): string => Array.from({ length: 1 + next(3) }, () => names[next(names.length)]).join('/');
      const { files } = journal;
      const own: ((place: string, other: string) => void)[] = [
        (place) => files.writeFile(place, encodeText(`${next(3)}`)),
        (place) => files.writeFile(place, encodeText('x'.repeat(next(50)))),
        (place) => files.makeDirectory(place),
        (place, other) => files.rename(place, other),
        (place) => files.unlink(place),
        (place) => files.removeDirectory(place),
        (place) => files.changeMode(place, next(2) ? 0o755 : 0o700),
        (place, other) => files.link(place, other),
        (place) => files.symlink(names[next(names.length)] ?? '', place),
        (place) => files.truncate(place, next(3)),
      ];
      const foreign: ((place: string, other: string) => void)[] = [
        (place) => fs.writeFileSync(place, `${next(3)}`),
        (place) => fs.mkdirSync(place, { recursive: true }),
        (place, other) => fs.renameSync(place, other),
        (place) => fs.rmSync(place, { recursive: true }),
        (place) => fs.chmodSync(place, next(2) ? 0o755 : 0o700),
        (place, other) => fs.linkSync(place, other),
        (place) => fs.symlinkSync('a', place),
      ];
      for (let step = 0; step < 150; step++) {
        const place = joinPath(root, path());
        const other = joinPath(root, path());
        const change = (table: readonly ((place: string, other: string) => void)[]): void => {
          try {
            table[next(table.length)]?.(place, other);
          } catch {
            return;
          }
        };
        if (next(4) === 0) outside(() => change(foreign));
        else change(own);
        if (next(3) > 0) continue;
        takeAll();
        expect(store.shown()).toEqual(onDisk());
      }
    },
  );
});
