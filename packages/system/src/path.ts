/** POSIX paths as strings. Nothing here looks at a file system; `..` after a symbolic link is the file system's work. */

/**
 * Returns `path` when it is absolute, else `path` below `directory`. `..` and `.` stay as they are. An empty path stays
 * empty: it names nothing (POSIX XBD 4.16), least of all the directory.
 */
export function joinPath(directory: string, path: string): string {
  if (path === '' || path.startsWith('/')) return path;
  return directory.endsWith('/') ? directory + path : `${directory}/${path}`;
}

/** Returns the absolute path without `.`, `..`, doubled and trailing slashes, by its text alone. */
export function normalizePath(path: string): string {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name === '..') names.pop();
    else names.push(name);
  }
  return `/${names.join('/')}`;
}

/** Returns the last name of `path` as POSIX `basename` does: `/` for the root, no trailing slashes. */
export function baseName(path: string): string {
  const trimmed = trimSlashes(path);
  if (trimmed === '/' || trimmed === '') return trimmed;
  return trimmed.slice(trimmed.lastIndexOf('/') + 1);
}

/** Returns the directory part of `path` as POSIX `dirname` does: `.` when it has none. */
export function directoryName(path: string): string {
  const trimmed = trimSlashes(path);
  const slash = trimmed.lastIndexOf('/');
  if (slash < 0) return '.';
  return trimSlashes(trimmed.slice(0, slash + 1));
}

/** Returns whether `path` is `directory` or below it; both are absolute and normalized. */
export function isInside(directory: string, path: string): boolean {
  if (directory === '/') return path.startsWith('/');
  return path === directory || path.startsWith(`${directory}/`);
}

/** Returns `path` relative to `directory`, both absolute and normalized; `.` when they are the same. */
export function relativePath(directory: string, path: string): string {
  const from = directory.split('/').filter(Boolean);
  const to = path.split('/').filter(Boolean);
  let shared = 0;
  while (shared < from.length && shared < to.length && from[shared] === to[shared]) shared++;
  const names = [...from.slice(shared).map(() => '..'), ...to.slice(shared)];
  return names.join('/') || '.';
}

function trimSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}
