import { errnoOf, type FileSystem, normalizePath, SystemError } from '@cloche/system';

/** Which parts of a path must exist: all but the last, all, or none. */
export type Existence = 'canonicalize' | 'existing' | 'missing';

const MAX_LINKS = 40;

/** Returns the absolute path without links, `.` and `..`. Throws `SystemError` when a part that must exist is missing. */
export function resolvePath(files: FileSystem, path: string, existence: Existence): string {
  if (path === '') throw new SystemError('ENOENT', 'realpath', path);
  let resolved = '';
  let waiting = path.split('/').filter((name) => name !== '');
  let links = 0;
  while (waiting.length > 0) {
    const [name = '', ...rest] = waiting;
    waiting = rest;
    if (name === '.') continue;
    if (name === '..') {
      resolved = resolved.slice(0, Math.max(resolved.lastIndexOf('/'), 0));
      continue;
    }
    const next = `${resolved}/${name}`;
    const target = linkTarget(
      files,
      next,
      existence === 'missing' || (existence === 'canonicalize' && rest.length === 0),
    );
    if (target === undefined) {
      resolved = next;
      continue;
    }
    if (++links > MAX_LINKS) throw new SystemError('ELOOP', 'realpath', path);
    if (target.startsWith('/')) resolved = '';
    waiting = [...target.split('/').filter((part) => part !== ''), ...rest];
  }
  return normalizePath(resolved === '' ? '/' : resolved);
}

function linkTarget(files: FileSystem, path: string, mayBeMissing: boolean): string | undefined {
  try {
    return files.lstat(path).kind === 'symlink' ? files.readLink(path) : undefined;
  } catch (error) {
    if (mayBeMissing && (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR')) return undefined;
    throw error;
  }
}
