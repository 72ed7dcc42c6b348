import { encodedLength } from '../bytes.ts';
import type { Errno } from '../errno.ts';
import type { SystemError } from '../system-error.ts';
import type { DirectoryInode, Inode } from './inode.ts';

const MAX_LINKS = 40;
const MAX_PATH_BYTES = 4096;
const MAX_NAME_BYTES = 255;

/** Where a path leads: the directory that holds its last name, and what is there now. */
export interface Resolved {
  readonly directory: DirectoryInode;
  /** The last name; empty when the path is the root itself. */
  readonly name: string;
  readonly inode: Inode | undefined;
  /** The path ended with a slash (or `.`), and so asks for a directory. */
  readonly wantsDirectory: boolean;
}

/** The directory that the last simple path led to: the next path is often one of its neighbours. */
export interface LastDirectory {
  /** Without its slash; `undefined` when no directory is known, or names or modes have changed since. */
  path: string | undefined;
  directory: DirectoryInode;
}

/** What a resolution needs to know. */
export interface ResolveOptions {
  readonly last: LastDirectory;
  readonly root: DirectoryInode;
  readonly followLast: boolean;
  readonly maySearch: (directory: DirectoryInode) => boolean;
  /** Names the system call and its path in errors. */
  readonly fail: (code: Errno) => SystemError;
}

/** Walks an absolute path, component by component (POSIX XBD 4.16 Pathname Resolution). */
export function resolvePath(path: string, options: ResolveOptions): Resolved {
  const { root, fail } = options;
  if (path.includes('\0')) throw fail('EINVAL');
  if (path === '') throw fail('ENOENT');
  if (path.length * 3 > MAX_PATH_BYTES && encodedLength(path) >= MAX_PATH_BYTES) throw fail('ENAMETOOLONG');
  const simple = resolveSimply(path, options);
  if (simple) return simple;
  let links = 0;
  let directory = root;
  let pending = path.split('/');
  let found: Resolved = { directory: root, name: '', inode: root, wantsDirectory: true };
  for (let index = 0; index < pending.length; index++) {
    const name = pending[index] ?? '';
    const isLast = isLastName(pending, index);
    if (name === '' || name === '.') {
      if (found.inode !== directory) found = placeOf(directory);
      continue;
    }
    if (!options.maySearch(directory)) throw fail('EACCES');
    if (name === '..') {
      directory = directory.locations[0]?.directory ?? root;
      found = placeOf(directory);
      continue;
    }
    if (name.length * 3 > MAX_NAME_BYTES && encodedLength(name) > MAX_NAME_BYTES) throw fail('ENAMETOOLONG');
    const inode = directory.entries.get(name);
    const wantsDirectory = isLast && index < pending.length - 1;
    if (inode?.kind === 'symlink' && (!isLast || options.followLast)) {
      if (++links > MAX_LINKS) throw fail('ELOOP');
      const rest = pending.slice(index + 1);
      if (inode.target.startsWith('/')) directory = root;
      pending = [...inode.target.split('/'), ...rest];
      found = placeOf(directory);
      index = -1;
      continue;
    }
    if (isLast) {
      if (inode && inode.kind !== 'directory' && inode.kind !== 'symlink' && wantsDirectory) throw fail('ENOTDIR');
      return { directory, name, inode, wantsDirectory };
    }
    if (!inode) throw fail('ENOENT');
    if (inode.kind !== 'directory') throw fail('ENOTDIR');
    directory = inode;
    found = placeOf(directory);
  }
  return found;
}

/** Resolves a path of plain names that are all there, without links, which most paths are; `undefined` for the others. */
function resolveSimply(path: string, { root, last, maySearch }: ResolveOptions): Resolved | undefined {
  const lastSlash = path.lastIndexOf('/');
  const isNear = last.path?.length === lastSlash && path.startsWith(last.path);
  let directory = isNear ? last.directory : root;
  for (let start = isNear ? lastSlash + 1 : 1; ; ) {
    const slash = start > lastSlash ? -1 : path.indexOf('/', start);
    const name = slash < 0 ? path.slice(start) : path.slice(start, slash);
    if (name === '' || name === '.' || name === '..' || !maySearch(directory)) return undefined;
    const inode = directory.entries.get(name);
    if (slash < 0 && directory !== root) {
      last.path = path.slice(0, lastSlash);
      last.directory = directory;
    }
    if (!inode || inode.kind === 'symlink') return undefined;
    if (slash < 0) return { directory, name, inode, wantsDirectory: false };
    if (inode.kind !== 'directory') return undefined;
    directory = inode;
    start = slash + 1;
  }
}

/** The last real name is followed only by empty names (slashes); `a/.` and `a/..` have no last name of their own. */
function isLastName(names: readonly string[], index: number): boolean {
  for (let next = index + 1; next < names.length; next++) if (names[next] !== '') return false;
  return true;
}

function placeOf(directory: DirectoryInode): Resolved {
  const location = directory.locations[0];
  if (!location) return { directory, name: '', inode: directory, wantsDirectory: true };
  return { directory: location.directory, name: location.name, inode: directory, wantsDirectory: true };
}
