/** What kind of thing a path names. */
export type FileKind = 'file' | 'directory' | 'symlink' | 'character-device' | 'fifo' | 'socket' | 'block-device';

/** Facts about a file. */
export interface FileStat {
  readonly kind: FileKind;
  /** Permission bits, 0 to 0o7777, without the kind. */
  readonly mode: number;
  /** Bytes; for a symbolic link the length of its target. */
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly atimeMs: number;
  readonly birthtimeMs: number;
  /** Number that tells files of one device apart; hard links share it. */
  readonly inode: number;
  readonly device: number;
  readonly links: number;
  readonly userId: number;
  readonly groupId: number;
  /** Blocks of 512 bytes in use. */
  readonly blocks: number;
}

/** A name in a directory. */
export interface DirectoryEntry {
  readonly name: string;
  readonly kind: FileKind;
  /** As `lstat` has it, from file systems that need not look for it. */
  readonly mtimeMs?: number;
}

/** How a file is opened. Without `read` and `write` it is opened for reading. */
export interface OpenOptions {
  readonly read?: boolean;
  readonly write?: boolean;
  /** Every write goes to the end of the file. Implies `write`. */
  readonly append?: boolean;
  readonly create?: boolean;
  /** With `create`: fails with `EEXIST` when the name exists, a dangling link included. */
  readonly exclusive?: boolean;
  readonly truncate?: boolean;
  /** Mode of a file that is created, already without the umask's bits. Default 0o644. */
  readonly mode?: number;
}

/** An open file. It stays usable after its name is removed, until `close`. */
export interface FileHandle {
  /** Returns the bytes of `[position, position + maxBytes)` that exist; empty at the end. They are a snapshot. */
  read(position: number, maxBytes: number): Uint8Array;
  /** Writes all of `bytes` at `position`; a gap is filled with zeros. `append` handles write at the end. */
  write(position: number, bytes: Uint8Array): void;
  truncate(size: number): void;
  stat(): FileStat;
  close(): void;
}

/** How a whole file is written. */
export interface WriteFileOptions {
  /** Mode of a file that is created. Default 0o644. An existing file keeps its mode. */
  readonly mode?: number;
  /** Fails with `EEXIST` when the name exists. */
  readonly exclusive?: boolean;
}

/** Reads many whole files, one after another, into one buffer. */
export interface BulkReader {
  /**
   * Returns a whole file as `readFile` does, but the bytes are only valid until the next call. Fails as `readFile` does.
   * The last name of `path` is that of a regular file itself, not of a link.
   */
  readFile(path: string, options?: { readonly maxBytes?: number }): Uint8Array;
}

/** Room on the device, in bytes. */
export interface FileSystemSpace {
  readonly totalBytes: number;
  readonly freeBytes: number;
}

/**
 * Files, synchronously: in every machine they are in the same thread or one synchronous call away.
 *
 * Paths are absolute; `.`, `..` and symbolic links are resolved component by component, as POSIX does (XBD 4.16), so
 * callers pass `joinPath(cwd, path)` without normalizing it. A trailing slash asks for a directory. Paths use the text
 * form of `bytes.ts`. Every method throws `SystemError`: `ENOENT`, `ENOTDIR`, `EISDIR`, `ELOOP` (more than 40 links),
 * `EACCES`, `EEXIST`, `ENOTEMPTY`, `EINVAL` (a NUL in a path among others), `ENAMETOOLONG` (a name over 255 bytes, a
 * path over 4,096), `ENOSPC`, `EXDEV`, `EROFS`, `EPERM`.
 */
export interface FileSystem {
  /** Returns facts about what `path` leads to, links followed. */
  stat(path: string): FileStat;
  /** Returns facts about `path` itself: a final link is not followed. */
  lstat(path: string): FileStat;
  /**
   * Returns the whole file. The bytes are a snapshot that the caller must not change. `EISDIR` for a directory, `EFBIG`
   * for a file of more than `maxBytes`.
   */
  readFile(path: string, options?: { readonly maxBytes?: number }): Uint8Array;
  /**
   * Returns a reader for many whole files, one after another. Only file systems that save work by it have it; the others
   * give their bytes at no cost by `readFile`.
   */
  createBulkReader?(): BulkReader;
  /** Replaces or creates the file. The buffer belongs to the file system afterwards and must not be changed. */
  writeFile(path: string, bytes: Uint8Array, options?: WriteFileOptions): void;
  open(path: string, options: OpenOptions): FileHandle;
  /** Returns the names in the order the directory keeps them, without `.` and `..`. */
  readDirectory(path: string): DirectoryEntry[];
  /** Creates one directory; `mode` is already without the umask's bits, default 0o755. */
  makeDirectory(path: string, mode?: number): void;
  /** Removes an empty directory. */
  removeDirectory(path: string): void;
  /** Removes a name that is not a directory (`EISDIR`). */
  unlink(path: string): void;
  /** Moves `from` to `to`, replacing a file or an empty directory there, as rename(2). */
  rename(from: string, to: string): void;
  /** Makes a second name for a file; a final link in `existing` is not followed. */
  link(existing: string, path: string): void;
  symlink(target: string, path: string): void;
  /** Returns the target as it was given. `EINVAL` when `path` is no link. */
  readLink(path: string): string;
  /** Returns the absolute path without links, `.` and `..`. */
  realPath(path: string): string;
  /** Sets the permission bits, links followed. */
  changeMode(path: string, mode: number): void;
  /** Sets times in milliseconds since the epoch, links followed unless `noFollow`. */
  setTimes(path: string, atimeMs: number, mtimeMs: number, options?: { noFollow?: boolean }): void;
  truncate(path: string, size: number): void;
  /** Fails with `EACCES` unless the user may do all of `rights`; `exists` asks only whether the path leads somewhere. */
  access(path: string, rights: 'exists' | AccessRights): void;
  space(): FileSystemSpace;
}

/** What `access` asks about. */
export interface AccessRights {
  readonly read?: boolean;
  readonly write?: boolean;
  readonly execute?: boolean;
}
