import {
  type DirectoryInode,
  directoryPath,
  type FileInode,
  type Inode,
  type InodeObserver,
  isInside,
  type MemoryFileSystem,
  packContents,
  type WorkspaceChanges,
  type WorkspaceEntry,
} from '@cloche/system';
import type { WorkspaceJournal } from '@cloche/tools';
import { restoreWorkspace } from './restore-workspace.ts';

/** A journal that hears a file system, and becomes usable once it is attached to it. */
export interface ChangeJournal {
  readonly observer: InodeObserver;
  attach(files: MemoryFileSystem): WorkspaceJournal;
}

/**
 * Creates a journal of what changes below `root`.
 *
 * It notes inodes and names, which is cheap, and looks at the tree only when the changes are taken: what is then gone
 * is `removed`, what is there is an entry. A moved directory gives entries for all below it, but no bytes, since the
 * content numbers of its files are known to the store.
 */
export function createChangeJournal(root: string): ChangeJournal {
  const changedNames = new Map<DirectoryInode, Set<string>>();
  const changedInodes = new Set<Inode>();
  /** Content numbers of files whose bytes the store has. */
  let numbers = new WeakMap<FileInode, number>();
  let nextNumber = 1;
  /**
   * Link numbers of files that have or had several names. They are the store's, and not the inodes' own, which begin
   * anew in each machine and would one day mean another file.
   */
  let links = new WeakMap<FileInode, number>();
  let nextLink = 1;
  let onChange: (() => void) | undefined;

  const forget = (): void => {
    changedNames.clear();
    changedInodes.clear();
  };

  const observer: InodeObserver = {
    entryChanged(directory, name) {
      const names = changedNames.get(directory) ?? new Set();
      changedNames.set(directory, names.add(name));
      onChange?.();
    },
    contentChanged(inode) {
      numbers.delete(inode);
      changedInodes.add(inode);
      onChange?.();
    },
    attributesChanged(inode) {
      changedInodes.add(inode);
      onChange?.();
    },
  };

  const attach = (files: MemoryFileSystem): WorkspaceJournal => {
    const relativePathOf = (directory: DirectoryInode, name: string): string | undefined => {
      const parent = directoryPath(directory, files.root);
      if (parent === undefined || !isInside(root, parent)) return undefined;
      return `${parent === '/' ? '' : parent}/${name}`.slice(root.length + 1);
    };

    const collect = (found: Found[]): Pick<WorkspaceChanges, 'entries' | 'contents'> => {
      const entries = new Map<string, WorkspaceEntry>();
      const contents = new Map<number, Uint8Array>();
      for (const { path, inode, isShallow } of found) {
        for (const [below, node] of isShallow ? [[path, inode] as const] : walk(path, inode)) {
          if (node.kind === 'character-device' || entries.has(below)) continue;
          if (node.kind === 'file' && !numbers.has(node)) {
            numbers.set(node, nextNumber);
            contents.set(nextNumber++, node.content.read(0, node.content.size));
          }
          if (node.kind !== 'file' || node.locations.length === 1) {
            entries.set(below, entryOf(below, node, { numbers, links }));
            continue;
          }
          // The store learns of a link with all its names, also those that it heard of when there was only one.
          if (!links.has(node)) links.set(node, nextLink++);
          for (const { directory, name } of node.locations) {
            const other = relativePathOf(directory, name);
            if (other !== undefined) entries.set(other, entryOf(other, node, { numbers, links }));
          }
        }
      }
      const sorted = [...entries.values()].sort((left, right) => (left.path < right.path ? -1 : 1));
      return { entries: sorted, contents: packContents(contents) };
    };

    forget();
    return {
      restore(snapshot) {
        const restored = restoreWorkspace(files, root, snapshot);
        numbers = restored.numbers;
        nextNumber = restored.nextNumber;
        links = restored.links;
        nextLink = restored.nextLink;
        forget();
      },
      snapshot() {
        const found = [...rootDirectory(files, root).entries].map(([name, inode]) => ({ path: name, inode }));
        // A snapshot carries every byte, known to the store or not.
        const known = numbers;
        numbers = new WeakMap();
        const snapshot = collect(found);
        numbers = known;
        return snapshot;
      },
      take() {
        const removed: string[] = [];
        const found: Found[] = [];
        for (const [directory, names] of changedNames) {
          for (const name of names) {
            const path = relativePathOf(directory, name);
            if (path === undefined) continue;
            removed.push(path);
            const inode = directory.entries.get(name);
            if (inode) found.push({ path, inode });
          }
          addLocations(directory, found, relativePathOf);
        }
        for (const inode of changedInodes) addLocations(inode, found, relativePathOf);
        forget();
        return { removed, ...collect(found) };
      },
      onChange(listener) {
        onChange = listener;
      },
    };
  };

  return { observer, attach };
}

/** An inode that the store must hear of; `isShallow` leaves out what is below a directory. */
interface Found {
  readonly path: string;
  readonly inode: Inode;
  readonly isShallow?: boolean;
}

/** Adds every name of an inode whose own attributes or content changed. */
function addLocations(
  inode: Inode,
  found: Found[],
  relativePathOf: (directory: DirectoryInode, name: string) => string | undefined,
): void {
  for (const { directory, name } of inode.locations) {
    const path = relativePathOf(directory, name);
    if (path !== undefined) found.push({ path, inode, isShallow: true });
  }
}

function* walk(path: string, inode: Inode): Generator<[string, Inode]> {
  yield [path, inode];
  if (inode.kind !== 'directory') return;
  for (const [name, child] of inode.entries) yield* walk(`${path}/${name}`, child);
}

function rootDirectory(files: MemoryFileSystem, root: string): DirectoryInode {
  let directory = files.root;
  for (const name of root.split('/').filter(Boolean)) {
    const next = directory.entries.get(name);
    if (next?.kind === 'directory') directory = next;
  }
  return directory;
}

function entryOf(
  path: string,
  inode: Exclude<Inode, { kind: 'character-device' }>,
  { numbers, links }: { numbers: WeakMap<FileInode, number>; links: WeakMap<FileInode, number> },
): WorkspaceEntry {
  const { mode, mtimeMs } = inode;
  switch (inode.kind) {
    case 'directory':
      return { kind: 'directory', path, mode, mtimeMs };
    case 'symlink':
      return { kind: 'symlink', path, mtimeMs, target: inode.target };
    case 'file': {
      const number = inode.locations.length > 1 ? links.get(inode) : undefined;
      const link = number === undefined ? {} : { link: number };
      return { kind: 'file', path, mode, mtimeMs, size: inode.content.size, content: numbers.get(inode) ?? 0, ...link };
    }
  }
}
