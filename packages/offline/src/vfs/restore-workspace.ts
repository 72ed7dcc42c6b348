import {
  type FileInode,
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
  /** Link numbers of files with several names. */
  readonly links: WeakMap<FileInode, number>;
  /** Higher than every link number in the snapshot. */
  readonly nextLink: number;
}

/**
 * Puts a stored workspace below `root`, which is empty. File contents are views of the snapshot's bytes: nothing is
 * copied until a file is changed. Modes and times of directories are set last, so that a read-only one can be filled.
 */
export function restoreWorkspace(
  files: MemoryFileSystem,
  root: string,
  { entries, contents }: WorkspaceSnapshot,
): RestoredNumbers {
  const bytesOf = unpackContents(contents);
  const numbers = new WeakMap<FileInode, number>();
  const firstOfLink = new Map<number, string>();
  const links = new WeakMap<FileInode, number>();
  let highest = 0;
  let highestLink = 0;
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
        const bytes = bytesOf.get(entry.content) ?? new Uint8Array(0);
        const inode = files.plantFile(path, bytes, entry);
        numbers.set(inode, entry.content);
        if (entry.link !== undefined) links.set(inode, entry.link);
        highestLink = Math.max(highestLink, entry.link ?? 0);
        highest = Math.max(highest, entry.content);
        break;
      }
    }
  }
  for (const entry of entries.toReversed()) {
    if (entry.kind === 'file') continue;
    const path = joinPath(root, entry.path);
    if (entry.kind === 'directory') files.changeMode(path, entry.mode);
    files.setTimes(path, entry.mtimeMs, entry.mtimeMs, { noFollow: true });
  }
  return { numbers, nextNumber: highest + 1, links, nextLink: highestLink + 1 };
}
