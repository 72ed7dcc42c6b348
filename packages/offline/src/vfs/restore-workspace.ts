import {
  type FileInode,
  type Inode,
  joinPath,
  type MemoryFileSystem,
  unpackContents,
  type WorkspaceSnapshot,
} from '@cloche/system';

/** The content numbers of a workspace that was restored. */
export interface RestoredNumbers {
  readonly numbers: WeakMap<FileInode, number>;
  /** Higher than every number in the snapshot. */
  readonly nextNumber: number;
}

/**
 * Puts a stored workspace below `root`, which is empty. File contents are views of the snapshot's bytes: nothing is
 * copied until a file is changed. Modes and times are set last, so that a read-only directory can be filled.
 */
export function restoreWorkspace(
  files: MemoryFileSystem,
  root: string,
  { entries, contents }: WorkspaceSnapshot,
): RestoredNumbers {
  const bytesOf = unpackContents(contents);
  const numbers = new WeakMap<FileInode, number>();
  const firstOfLink = new Map<number, string>();
  let highest = 0;
  for (const number of contents.numbers) highest = Math.max(highest, number);
  for (const entry of entries) {
    const path = joinPath(root, entry.path);
    switch (entry.kind) {
      case 'directory':
        files.makeDirectory(path);
        break;
      case 'symlink':
        files.symlink(entry.target, path);
        break;
      case 'file': {
        const first = entry.link === undefined ? undefined : firstOfLink.get(entry.link);
        if (first !== undefined) {
          files.link(first, path);
          break;
        }
        if (entry.link !== undefined) firstOfLink.set(entry.link, path);
        files.writeFile(path, bytesOf.get(entry.content) ?? new Uint8Array(0));
        const inode = inodeAt(files, path);
        if (inode?.kind === 'file') numbers.set(inode, entry.content);
        highest = Math.max(highest, entry.content);
        break;
      }
    }
  }
  for (const entry of [...entries].reverse()) {
    const path = joinPath(root, entry.path);
    if (entry.kind !== 'symlink') files.changeMode(path, entry.mode);
    files.setTimes(path, entry.mtimeMs, entry.mtimeMs, { noFollow: true });
  }
  return { numbers, nextNumber: highest + 1 };
}

function inodeAt(files: MemoryFileSystem, path: string): Inode | undefined {
  let inode: Inode | undefined = files.root;
  for (const name of path.split('/').filter(Boolean)) {
    if (inode?.kind !== 'directory') return undefined;
    inode = inode.entries.get(name);
  }
  return inode;
}
