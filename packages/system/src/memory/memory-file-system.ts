import type { Errno } from '../errno.ts';
import type {
  AccessRights,
  DirectoryEntry,
  FileHandle,
  FileStat,
  FileSystem,
  OpenOptions,
  WriteFileOptions,
} from '../file-system.ts';
import { SystemError } from '../system-error.ts';
import {
  type DirectoryInode,
  directoryPath,
  type FileInode,
  type Inode,
  isBelow,
  may,
  newDevice,
  newDirectory,
  newFile,
  newSymlink,
} from './inode.ts';
import { directoryHandle, fileHandle } from './inode-handle.ts';
import { statOf } from './inode-stat.ts';
import { type LastDirectory, type Resolved, resolvePath } from './resolve-path.ts';

/** How an in-memory file system is set up. */
export interface MemoryFileSystemOptions {
  /** Milliseconds since the epoch, for the times of files. */
  readonly now: () => number;
  /** Bytes of content and names it holds before it answers `ENOSPC`. Default 256 MiB. */
  readonly maxBytes?: number;
  /** Hears every change, before the call returns. */
  readonly observer?: InodeObserver;
}

/** Hears what changes, in terms of inodes. */
export interface InodeObserver {
  /** A directory got, lost or exchanged the inode called `name`. */
  entryChanged(directory: DirectoryInode, name: string): void;
  contentChanged(inode: FileInode): void;
  /** Mode or times changed. */
  attributesChanged(inode: Inode): void;
}

/** The file system and its tree, for the machine that owns it. */
export interface MemoryFileSystem extends FileSystem {
  readonly root: DirectoryInode;
  /** Makes a device that only `stat` and `readDirectory` see; opening is the process's work (`openForProcess`). */
  makeDevice(path: string): void;
  /** Makes a file with its bytes, mode and time at once, where nothing is yet. `EEXIST`, `ENOSPC` and others. */
  plantFile(path: string, bytes: Uint8Array, attributes: { mode: number; mtimeMs: number }): FileInode;
}

const DEFAULT_MAX_BYTES = 256 * 1024 * 1024;
/** What an inode is counted as, besides its content. */
const INODE_BYTES = 256;
const SILENT: InodeObserver = {
  entryChanged: () => undefined,
  contentChanged: () => undefined,
  attributesChanged: () => undefined,
};

/** Creates an empty file system in memory, whose user (1000) owns every file. */
export function createMemoryFileSystem(options: MemoryFileSystemOptions): MemoryFileSystem {
  return new InodeFileSystem(options);
}

class InodeFileSystem implements MemoryFileSystem {
  readonly root: DirectoryInode;
  readonly #now: () => number;
  readonly #maxBytes: number;
  readonly #observer: InodeObserver;
  #usedBytes = 0;
  #nextInode = 1;
  readonly #last: LastDirectory;

  constructor(options: MemoryFileSystemOptions) {
    this.#now = options.now;
    this.#maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
    this.#observer = options.observer ?? SILENT;
    this.root = newDirectory(this.#newInode(0o755));
    this.#last = { path: undefined, directory: this.root };
  }

  stat(path: string): FileStat {
    return statOf(this.#find(path, 'stat'));
  }

  lstat(path: string): FileStat {
    return statOf(this.#find(path, 'lstat', { followLast: false }));
  }

  readFile(path: string, { maxBytes = Number.POSITIVE_INFINITY }: { maxBytes?: number } = {}): Uint8Array {
    const inode = this.#find(path, 'open');
    if (inode.kind === 'directory') throw new SystemError('EISDIR', 'read');
    if (inode.kind !== 'file') throw new SystemError('ENXIO', 'open', path);
    if (!may(inode, 0o400)) throw new SystemError('EACCES', 'open', path);
    if (inode.content.size > maxBytes) throw new SystemError('EFBIG', 'open', path);
    return inode.content.read(0, inode.content.size);
  }

  writeFile(path: string, bytes: Uint8Array, options: WriteFileOptions = {}): void {
    const inode = this.#openFile(path, {
      write: true,
      create: true,
      exclusive: options.exclusive ?? false,
      mode: options.mode ?? 0o644,
    });
    this.#reserve(bytes.length - inode.content.size, 'write');
    inode.content.replace(bytes);
    this.#touchContent(inode);
  }

  open(path: string, options: OpenOptions): FileHandle {
    const wantsWrite = options.write === true || options.append === true;
    const resolved = this.#resolve(path, 'open', { followLast: options.exclusive !== true });
    if (!wantsWrite && !options.create && resolved.inode?.kind === 'directory') return directoryHandle(resolved.inode);
    const inode = this.#openFile(path, options);
    if (options.truncate && wantsWrite && inode.content.size > 0) this.#setSize(inode, 0);
    return this.#openHandle(inode, options.append === true);
  }

  readDirectory(path: string): DirectoryEntry[] {
    const inode = this.#find(path, 'scandir');
    if (inode.kind !== 'directory') throw new SystemError('ENOTDIR', 'scandir', path);
    if (!may(inode, 0o400)) throw new SystemError('EACCES', 'scandir', path);
    const entries: DirectoryEntry[] = [];
    for (const [name, { kind, mtimeMs }] of inode.entries) entries.push({ name, kind, mtimeMs });
    return entries;
  }

  makeDirectory(path: string, mode = 0o755): void {
    const { directory, name, inode } = this.#resolve(path, 'mkdir', { followLast: false });
    if (inode) throw new SystemError('EEXIST', 'mkdir', path);
    this.#checkMayChange(directory, 'mkdir', path);
    this.#reserve(INODE_BYTES, 'mkdir', path);
    this.#addEntry(directory, name, newDirectory(this.#newInode(mode)));
  }

  removeDirectory(path: string): void {
    const { directory, name, inode } = this.#resolve(path, 'rmdir', { followLast: false });
    if (!inode) throw new SystemError('ENOENT', 'rmdir', path);
    if (inode.kind !== 'directory') throw new SystemError('ENOTDIR', 'rmdir', path);
    if (/\/\.\/*$/.test(path)) throw new SystemError('EINVAL', 'rmdir', path);
    if (inode === this.root) throw new SystemError('EBUSY', 'rmdir', path);
    if (inode.entries.size > 0) throw new SystemError('ENOTEMPTY', 'rmdir', path);
    this.#checkMayChange(directory, 'rmdir', path);
    this.#removeEntry(directory, name, inode);
  }

  unlink(path: string): void {
    const { directory, name, inode, wantsDirectory } = this.#resolve(path, 'unlink', { followLast: false });
    if (!inode) throw new SystemError('ENOENT', 'unlink', path);
    if (inode.kind === 'directory') throw new SystemError('EISDIR', 'unlink', path);
    if (wantsDirectory) throw new SystemError('ENOTDIR', 'unlink', path);
    this.#checkMayChange(directory, 'unlink', path);
    this.#removeEntry(directory, name, inode);
  }

  rename(from: string, to: string): void {
    const fail = (code: Errno): SystemError => new SystemError(code, 'rename', from, to);
    const source = this.#resolve(from, 'rename', { followLast: false }, to);
    const target = this.#resolve(to, 'rename', { followLast: false }, to);
    const moved = source.inode;
    if (!moved) throw fail('ENOENT');
    if (source.name === '' || target.name === '') throw fail('EBUSY');
    if (/(^|\/)\.{1,2}\/*$/.test(from) || /(^|\/)\.{1,2}\/*$/.test(to)) throw fail('EINVAL');
    if (moved.kind !== 'directory' && (source.wantsDirectory || target.wantsDirectory)) throw fail('ENOTDIR');
    const replaced = target.inode;
    if (replaced === moved) return;
    if (replaced && moved.kind === 'directory' && replaced.kind !== 'directory') throw fail('ENOTDIR');
    if (replaced?.kind === 'directory') {
      if (moved.kind !== 'directory') throw fail('EISDIR');
      if (replaced.entries.size > 0) throw fail('ENOTEMPTY');
    }
    if (moved.kind === 'directory' && isBelow(target.directory, moved)) throw fail('EINVAL');
    this.#checkMayChange(source.directory, 'rename', from);
    this.#checkMayChange(target.directory, 'rename', to);
    if (replaced) this.#removeEntry(target.directory, target.name, replaced);
    this.#detach(source.directory, source.name, moved);
    this.#addEntry(target.directory, target.name, moved);
  }

  link(existing: string, path: string): void {
    const inode = this.#find(existing, 'link', { followLast: false }, path);
    if (inode.kind === 'directory') throw new SystemError('EPERM', 'link', existing, path);
    const target = this.#resolve(path, 'link', { followLast: false });
    if (target.inode) throw new SystemError('EEXIST', 'link', existing, path);
    if (target.wantsDirectory) throw new SystemError('ENOENT', 'link', existing, path);
    this.#checkMayChange(target.directory, 'link', path);
    this.#addEntry(target.directory, target.name, inode);
    inode.ctimeMs = this.#now();
  }

  symlink(target: string, path: string): void {
    if (target === '') throw new SystemError('ENOENT', 'symlink', target, path);
    if (target.includes('\0')) throw new SystemError('EINVAL', 'symlink', target, path);
    const place = this.#resolve(path, 'symlink', { followLast: false });
    if (place.inode) throw new SystemError('EEXIST', 'symlink', target, path);
    if (place.wantsDirectory) throw new SystemError('ENOENT', 'symlink', target, path);
    this.#checkMayChange(place.directory, 'symlink', path);
    this.#reserve(INODE_BYTES, 'symlink', path);
    this.#addEntry(place.directory, place.name, newSymlink(this.#newInode(0o777), target));
  }

  readLink(path: string): string {
    const inode = this.#find(path, 'readlink', { followLast: false });
    if (inode.kind !== 'symlink') throw new SystemError('EINVAL', 'readlink', path);
    return inode.target;
  }

  realPath(path: string): string {
    const { directory, name, inode } = this.#resolve(path, 'realpath');
    if (!inode) throw new SystemError('ENOENT', 'realpath', path);
    const parent = directoryPath(directory, this.root);
    if (parent === undefined) throw new SystemError('ENOENT', 'realpath', path);
    if (name === '') return parent;
    return parent === '/' ? `/${name}` : `${parent}/${name}`;
  }

  changeMode(path: string, mode: number): void {
    const inode = this.#find(path, 'chmod');
    inode.mode = mode & 0o7777;
    this.#touchAttributes(inode);
  }

  setTimes(path: string, atimeMs: number, mtimeMs: number, options: { noFollow?: boolean } = {}): void {
    const inode = this.#find(path, 'utime', { followLast: options.noFollow !== true });
    inode.atimeMs = atimeMs;
    inode.mtimeMs = mtimeMs;
    this.#touchAttributes(inode);
  }

  truncate(path: string, size: number): void {
    const inode = this.#find(path, 'truncate');
    if (inode.kind === 'directory') throw new SystemError('EISDIR', 'truncate', path);
    if (inode.kind !== 'file' || size < 0) throw new SystemError('EINVAL', 'truncate', path);
    if (!may(inode, 0o200)) throw new SystemError('EACCES', 'truncate', path);
    this.#setSize(inode, size);
  }

  access(path: string, rights: 'exists' | AccessRights): void {
    const inode = this.#find(path, 'access');
    if (rights === 'exists') return;
    const wanted = (rights.read ? 0o400 : 0) | (rights.write ? 0o200 : 0) | (rights.execute ? 0o100 : 0);
    if (!may(inode, wanted)) throw new SystemError('EACCES', 'access', path);
  }

  space(): { totalBytes: number; freeBytes: number } {
    return { totalBytes: this.#maxBytes, freeBytes: this.#maxBytes - this.#usedBytes };
  }

  makeDevice(path: string): void {
    const { directory, name, inode } = this.#resolve(path, 'mknod', { followLast: false });
    if (inode) throw new SystemError('EEXIST', 'mknod', path);
    this.#addEntry(directory, name, newDevice(this.#newInode(0o666)));
  }

  plantFile(path: string, bytes: Uint8Array, { mode, mtimeMs }: { mode: number; mtimeMs: number }): FileInode {
    const { directory, name, inode } = this.#resolve(path, 'open', { followLast: false });
    if (inode) throw new SystemError('EEXIST', 'open', path);
    this.#reserve(INODE_BYTES + bytes.length, 'open', path);
    const planted = newFile(this.#newInode(mode), bytes);
    planted.mtimeMs = mtimeMs;
    this.#addEntry(directory, name, planted);
    return planted;
  }

  #newInode(mode: number): { number: number; mode: number; now: number } {
    return { number: this.#nextInode++, mode: mode & 0o7777, now: this.#now() };
  }

  #resolve(path: string, syscall: string, options: { followLast?: boolean } = {}, dest?: string): Resolved {
    return resolvePath(path, {
      root: this.root,
      last: this.#last,
      followLast: options.followLast ?? true,
      maySearch: (directory) => may(directory, 0o100),
      fail: (code) => new SystemError(code, syscall, path, dest),
    });
  }

  #find(path: string, syscall: string, options: { followLast?: boolean } = {}, dest?: string): Inode {
    const { inode, wantsDirectory } = this.#resolve(path, syscall, options, dest);
    if (!inode) throw new SystemError('ENOENT', syscall, path, dest);
    if (wantsDirectory && inode.kind === 'symlink') return this.#find(path, syscall, { followLast: true }, dest);
    return inode;
  }

  /** Finds or creates the file that `options` ask for and checks that it may be opened so. */
  #openFile(path: string, options: OpenOptions): FileInode {
    const resolved = this.#resolve(path, 'open', { followLast: options.exclusive !== true });
    const { inode } = resolved;
    if (!inode) {
      if (!options.create) throw new SystemError('ENOENT', 'open', path);
      return this.#createFile(resolved, options.mode ?? 0o644, path);
    }
    if (options.create && options.exclusive) throw new SystemError('EEXIST', 'open', path);
    if (inode.kind === 'directory') throw new SystemError('EISDIR', 'open', path);
    if (inode.kind !== 'file') throw new SystemError(inode.kind === 'symlink' ? 'ELOOP' : 'ENXIO', 'open', path);
    const wantsWrite = options.write === true || options.append === true;
    const wanted = (wantsWrite ? 0o200 : 0) | (options.read || !wantsWrite ? 0o400 : 0);
    if (!may(inode, wanted)) throw new SystemError('EACCES', 'open', path);
    return inode;
  }

  #createFile({ directory, name, wantsDirectory }: Resolved, mode: number, path: string): FileInode {
    if (wantsDirectory) throw new SystemError('EISDIR', 'open', path);
    if (directory !== this.root && directory.locations.length === 0) throw new SystemError('ENOENT', 'open', path);
    this.#checkMayChange(directory, 'open', path);
    this.#reserve(INODE_BYTES, 'open', path);
    const inode = newFile(this.#newInode(mode));
    this.#addEntry(directory, name, inode);
    return inode;
  }

  #openHandle(inode: FileInode, isAppending: boolean): FileHandle {
    return fileHandle(inode, {
      write: (position, bytes) => {
        const at = isAppending ? inode.content.size : position;
        this.#reserve(Math.max(0, at + bytes.length - inode.content.size), 'write');
        inode.content.write(at, bytes);
        this.#touchContent(inode);
      },
      setSize: (size) => this.#setSize(inode, size),
      closed: () => this.#releaseIfUnused(inode),
    });
  }

  #setSize(inode: FileInode, size: number): void {
    this.#reserve(size - inode.content.size, 'ftruncate');
    inode.content.truncate(size);
    this.#touchContent(inode);
  }

  #addEntry(directory: DirectoryInode, name: string, inode: Inode): void {
    directory.entries.set(name, inode);
    inode.locations.push({ directory, name });
    this.#touchDirectory(directory, name);
  }

  #removeEntry(directory: DirectoryInode, name: string, inode: Inode): void {
    this.#detach(directory, name, inode);
    inode.ctimeMs = this.#now();
    if (inode.kind === 'file') this.#releaseIfUnused(inode);
    else if (inode.locations.length === 0) this.#usedBytes -= INODE_BYTES;
  }

  #detach(directory: DirectoryInode, name: string, inode: Inode): void {
    directory.entries.delete(name);
    const index = inode.locations.findIndex((place) => place.directory === directory && place.name === name);
    inode.locations.splice(index, 1);
    this.#touchDirectory(directory, name);
  }

  #releaseIfUnused(inode: FileInode): void {
    if (inode.locations.length > 0 || inode.handles > 0) return;
    this.#usedBytes -= inode.content.size + INODE_BYTES;
  }

  #reserve(bytes: number, syscall: string, path?: string): void {
    if (bytes > 0 && this.#usedBytes + bytes > this.#maxBytes) throw new SystemError('ENOSPC', syscall, path);
    this.#usedBytes += bytes;
  }

  #checkMayChange(directory: DirectoryInode, syscall: string, path: string): void {
    if (!may(directory, 0o300)) throw new SystemError('EACCES', syscall, path);
  }

  #touchContent(inode: FileInode): void {
    inode.mtimeMs = inode.ctimeMs = this.#now();
    this.#observer.contentChanged(inode);
  }

  #touchAttributes(inode: Inode): void {
    this.#last.path = undefined;
    inode.ctimeMs = this.#now();
    this.#observer.attributesChanged(inode);
  }

  #touchDirectory(directory: DirectoryInode, name: string): void {
    this.#last.path = undefined;
    directory.mtimeMs = directory.ctimeMs = this.#now();
    this.#observer.entryChanged(directory, name);
  }
}
