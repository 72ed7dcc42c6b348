import {
  decodeText,
  encodeText,
  packContents,
  unpackContents,
  type WorkspaceChanges,
  type WorkspaceEntry,
  type WorkspaceSnapshot,
} from '@cloche/system';
import { describeFileSystem } from '@cloche/system/conformance';
import { describe, expect, test } from 'vitest';
import { createVirtualFileSystem, type VirtualFileSystem } from './virtual-file-system.ts';

const create = (): VirtualFileSystem => createVirtualFileSystem({ now: Date.now, programNames: ['ls', 'cat'] });

describeFileSystem('virtual', () => ({ files: create().files, root: '/tmp' }), { describe, test, expect });

const describeEntry = (entry: WorkspaceEntry): string => {
  switch (entry.kind) {
    case 'file':
      return `${entry.path} ${entry.mode.toString(8)} ${entry.size}`;
    case 'directory':
      return `${entry.path}/`;
    case 'symlink':
      return `${entry.path} -> ${entry.target}`;
  }
};

/** What a store keeps: snapshots and changes applied to names and bytes. */
class KeptWorkspace {
  readonly entries = new Map<string, WorkspaceEntry>();
  readonly contents = new Map<number, Uint8Array>();

  apply({ removed, entries, contents }: WorkspaceChanges): void {
    for (const path of removed) {
      for (const known of this.entries.keys())
        if (known === path || known.startsWith(`${path}/`)) this.entries.delete(known);
    }
    for (const entry of entries) this.entries.set(entry.path, entry);
    for (const [number, bytes] of unpackContents(contents)) {
      if (this.contents.has(number)) throw new Error(`content ${number} came twice`);
      this.contents.set(number, bytes);
    }
  }

  /** What a machine gets that opens the workspace again. */
  snapshot(): WorkspaceSnapshot {
    const entries = [...this.entries.values()].sort((left, right) => (left.path < right.path ? -1 : 1));
    return { entries, contents: packContents(this.contents) };
  }

  show(): string[] {
    return [...this.entries.values()]
      .map((entry) =>
        entry.kind === 'file'
          ? `${describeEntry(entry)} ${decodeText(this.contents.get(entry.content) ?? encodeText('MISSING'))}`
          : describeEntry(entry),
      )
      .sort();
  }
}

/** Returns the names of each file that has several, as they are on the machine. */
function linkedNames({ files }: VirtualFileSystem): string[] {
  const names = new Map<number, string[]>();
  const visit = (path: string): void => {
    for (const { name, kind } of files.readDirectory(path)) {
      const below = `${path}/${name}`;
      if (kind === 'directory') visit(below);
      if (kind !== 'file') continue;
      const { inode } = files.lstat(below);
      names.set(inode, [...(names.get(inode) ?? []), below]);
    }
  };
  visit('/workspace');
  return [...names.values()]
    .filter(({ length }) => length > 1)
    .map((group) => group.sort().join(' '))
    .sort();
}

function show(snapshot: WorkspaceSnapshot): string[] {
  const kept = new KeptWorkspace();
  kept.apply({ removed: [], ...snapshot });
  return kept.show();
}

describe('createVirtualFileSystem', () => {
  test('has the usual directories, devices and programs', () => {
    const { files } = create();
    expect(files.readDirectory('/').map(({ name }) => name)).toEqual([
      'dev',
      'etc',
      'home',
      'proc',
      'tmp',
      'usr',
      'var',
      'workspace',
      'bin',
    ]);
    expect(files.stat('/bin/ls').mode).toBe(0o755);
    expect(files.stat('/dev/null').kind).toBe('character-device');
  });
});

describe('the change journal', () => {
  test('tells new, changed, moved and removed names once, and bytes only when they are new', () => {
    const { files, journal } = create();
    files.makeDirectory('/workspace/d');
    files.writeFile('/workspace/d/f', encodeText('one'));
    files.writeFile('/tmp/elsewhere', encodeText('not mine'));
    expect(journal.take().entries.map(describeEntry)).toEqual(['d/', 'd/f 644 3']);
    expect(journal.take()).toMatchObject({ removed: [], entries: [] });
    files.rename('/workspace/d', '/workspace/e');
    const moved = journal.take();
    expect([moved.removed, moved.entries.map(describeEntry), moved.contents.numbers]).toEqual([
      ['d', 'e'],
      ['e/', 'e/f 644 3'],
      [],
    ]);
    files.changeMode('/workspace/e/f', 0o755);
    expect(journal.take()).toMatchObject({ removed: [], contents: { numbers: [] } });
    files.rename('/tmp/elsewhere', '/workspace/now-mine');
    expect(decodeText(journal.take().contents.bytes)).toBe('not mine');
    files.unlink('/workspace/e/f');
    expect(journal.take().removed).toEqual(['e/f']);
  });

  test('restores what it gave, links and modes included', () => {
    const first = create();
    first.files.makeDirectory('/workspace/d', 0o555);
    first.files.changeMode('/workspace/d', 0o755);
    first.files.writeFile('/workspace/d/run', encodeText('#!'), { mode: 0o755 });
    first.files.link('/workspace/d/run', '/workspace/hard');
    first.files.symlink('d/run', '/workspace/soft');
    first.files.changeMode('/workspace/d', 0o555);
    first.files.setTimes('/workspace/d/run', 5000, 5000);
    const second = create();
    second.journal.restore(first.journal.snapshot());
    expect(second.files.stat('/workspace/d').mode).toBe(0o555);
    expect(second.files.stat('/workspace/hard')).toMatchObject({ links: 2, mode: 0o755, mtimeMs: 5000 });
    expect(second.files.readLink('/workspace/soft')).toBe('d/run');
    expect(second.journal.take()).toMatchObject({ removed: [], entries: [] });
    second.files.writeFile('/workspace/hard', encodeText('changed'));
    expect(decodeText(second.files.readFile('/workspace/d/run'))).toBe('changed');
  });

  test('agrees with the tree after any sequence of operations', () => {
    let state = 11;
    const random = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
      return (state >> 8) % below;
    };
    const names = ['a', 'b', 'c'];
    const path = (): string => `/workspace/${Array.from({ length: 1 + random(3) }, () => names[random(3)]).join('/')}`;
    for (let round = 0; round < 60; round++) {
      let machine = create();
      const kept = new KeptWorkspace();
      const reopen = (): void => {
        const before = linkedNames(machine);
        machine = create();
        machine.journal.restore(kept.snapshot());
        expect(linkedNames(machine)).toEqual(before);
      };
      const operations = [
        () => machine.files.writeFile(path(), encodeText(`text ${random(1000)}`)),
        () => machine.files.makeDirectory(path()),
        () => machine.files.rename(path(), path()),
        () => machine.files.unlink(path()),
        () => machine.files.removeDirectory(path()),
        () => machine.files.symlink('target', path()),
        () => machine.files.link(path(), path()),
        () => machine.files.changeMode(path(), 0o700 + random(64)),
        () => machine.files.rename(path(), '/tmp/out'),
        () => machine.files.rename('/tmp/out', path()),
      ];
      for (let step = 0; step < 80; step++) {
        try {
          operations[random(operations.length)]?.();
        } catch {
          // Many of them make no sense; they must change nothing.
        }
        if (random(5) === 0) kept.apply(machine.journal.take());
        if (step === 40) {
          kept.apply(machine.journal.take());
          reopen();
        }
      }
      kept.apply(machine.journal.take());
      expect(kept.show()).toEqual(show(machine.journal.snapshot()));
      reopen();
    }
  });
});
