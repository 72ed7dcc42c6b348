import { baseName, directoryName, type FileHandle, type FileSystem, joinPath } from '@cloche/system';

/**
 * Hears which paths changed through a file system: absolute, their directories without links; `/` when a file was changed
 * whose name is not known any more. Called after the change.
 */
export type ChangeObserver = (path: string) => void;

/** Makes a file system that tells of what is changed through it. */
export function observeFileSystem(files: FileSystem, onChange: ChangeObserver): FileSystem {
  /** The name itself, in the directory where it really is. */
  const nameChanged = (path: string): void => {
    try {
      onChange(joinPath(files.realPath(directoryName(path)), baseName(path)));
    } catch {
      // Nothing is there that could have changed.
      return;
    }
  };
  /** What the name leads to. */
  const fileChanged = (path: string): void => {
    nameChanged(path);
    try {
      if (files.lstat(path).kind === 'symlink') onChange(files.realPath(path));
    } catch {
      return;
    }
  };
  const after =
    <Args extends [string, ...unknown[]]>(change: (...args: Args) => void, tell: (path: string) => void) =>
    (...args: Args): void => {
      try {
        change(...args);
      } finally {
        // Also when it failed half way: a full disk leaves a part of the file.
        tell(args[0]);
      }
    };
  const { createBulkReader } = files;
  return {
    ...files,
    ...(createBulkReader ? { createBulkReader: () => createBulkReader() } : {}),
    writeFile: after(files.writeFile, fileChanged),
    makeDirectory: after(files.makeDirectory, nameChanged),
    removeDirectory: after(files.removeDirectory, nameChanged),
    unlink: after(files.unlink, nameChanged),
    changeMode: after(files.changeMode, fileChanged),
    setTimes: after(files.setTimes, fileChanged),
    truncate: after(files.truncate, fileChanged),
    rename(from, to) {
      files.rename(from, to);
      nameChanged(from);
      nameChanged(to);
    },
    link(existing, path) {
      files.link(existing, path);
      nameChanged(existing);
      nameChanged(path);
    },
    symlink(target, path) {
      files.symlink(target, path);
      nameChanged(path);
    },
    open(path, options) {
      const handle = files.open(path, options);
      const canChange = options.write === true || options.append === true || options.create === true;
      if (!canChange) return handle;
      fileChanged(path);
      const isStillThere = (): boolean => {
        try {
          return files.stat(path).inode === handle.stat().inode;
        } catch {
          return false;
        }
      };
      return observeHandle(handle, () => (isStillThere() ? fileChanged(path) : onChange('/')));
    },
  };
}

function observeHandle(handle: FileHandle, onChange: () => void): FileHandle {
  return {
    ...handle,
    write(position, bytes) {
      try {
        handle.write(position, bytes);
      } finally {
        onChange();
      }
    },
    truncate(size) {
      handle.truncate(size);
      onChange();
    },
  };
}
