import {
  errnoOf,
  type FileSystem,
  joinPath,
  SystemError,
  unpackContents,
  type WorkspaceSnapshot,
} from '@cloche/system';

/**
 * Puts a stored workspace below `root`. Files whose bytes the snapshot does not carry are there already; modes, times,
 * links and the other files are set here. Those of directories come last, so that a read-only one can be filled.
 */
export function restoreTree(files: FileSystem, root: string, { entries, contents }: WorkspaceSnapshot): void {
  const bytesOf = unpackContents(contents);
  const firstOfLink = new Map<number, string>();
  for (const entry of entries) {
    const path = joinPath(root, entry.path);
    switch (entry.kind) {
      case 'directory':
        makeDirectory(files, path);
        break;
      case 'symlink':
        files.symlink(entry.target, path);
        files.setTimes(path, entry.mtimeMs, entry.mtimeMs, { noFollow: true });
        break;
      case 'file': {
        const first = entry.link === undefined ? undefined : firstOfLink.get(entry.link);
        if (first !== undefined) {
          files.link(first, path);
          break;
        }
        if (entry.link !== undefined) firstOfLink.set(entry.link, path);
        const bytes = bytesOf.get(entry.content);
        if (bytes) files.writeFile(path, bytes);
        else if (files.lstat(path).size !== entry.size) throw new SystemError('EIO', 'restore', path);
        files.changeMode(path, entry.mode);
        files.setTimes(path, entry.mtimeMs, entry.mtimeMs);
        break;
      }
    }
  }
  for (const entry of entries.toReversed()) {
    if (entry.kind !== 'directory') continue;
    const path = joinPath(root, entry.path);
    files.setTimes(path, entry.mtimeMs, entry.mtimeMs);
    files.changeMode(path, entry.mode);
  }
}

function makeDirectory(files: FileSystem, path: string): void {
  try {
    files.makeDirectory(path);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
}
