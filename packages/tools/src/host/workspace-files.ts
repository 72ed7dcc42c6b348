import {
  decodeText,
  directoryName,
  errnoOf,
  type FileKind,
  type FileSystem,
  joinPath,
  SystemError,
} from '@cloche/system';
import { makeParents } from './change-file.ts';
import type { ImportedFile, ListedEntry } from './tool-host.ts';

/** Returns what is in a directory, directories first, then by name. */
export function listDirectory(files: FileSystem, path: string): ListedEntry[] {
  const entries = files.readDirectory(path).map(({ name }) => describeEntry(files, joinPath(path, name)));
  const rank = ({ kind }: ListedEntry): number => (kind === 'directory' ? 0 : 1);
  return entries.sort((left, right) => rank(left) - rank(right) || (left.path < right.path ? -1 : 1));
}

/** Returns everything below a directory, parents first, up to `maxEntries`. Links are not followed. */
export function listTree(
  files: FileSystem,
  path: string,
  maxEntries: number,
): { entries: ListedEntry[]; isComplete: boolean } {
  const entries: ListedEntry[] = [];
  const pending = [path];
  while (pending.length > 0) {
    const directory = pending.pop() ?? path;
    const listed = listDirectory(files, directory);
    for (const entry of listed) {
      if (entries.length >= maxEntries) return { entries, isComplete: false };
      entries.push(entry);
    }
    pending.push(
      ...listed
        .filter(({ kind }) => kind === 'directory')
        .map((entry) => entry.path)
        .reverse(),
    );
  }
  return { entries, isComplete: true };
}

/** Removes a name and everything below it; a link itself, not what it leads to. */
export function removeTree(files: FileSystem, path: string): void {
  if (files.lstat(path).kind !== 'directory') {
    files.unlink(path);
    return;
  }
  for (const { name } of files.readDirectory(path)) removeTree(files, joinPath(path, name));
  files.removeDirectory(path);
}

/** Returns what stands in the way of an import: a directory where a file is to be, a file where a directory is to be, or too little room. */
export function importProblem(
  files: FileSystem,
  root: string,
  paths: readonly string[],
  bytes: number,
): string | undefined {
  const { freeBytes } = files.space();
  if (bytes > freeBytes) {
    return `the files have ${bytes.toLocaleString('en')} bytes and the workspace has room for ${freeBytes.toLocaleString('en')}; remove files that are not needed`;
  }
  for (const path of paths) {
    const names = path.replace(/\/$/, '').split('/');
    for (let count = 1; count <= names.length; count++) {
      const place = joinPath(root, names.slice(0, count).join('/'));
      const kind = kindAt(files, place);
      const isDirectory = count < names.length || path.endsWith('/');
      if (kind === undefined) break;
      if (isDirectory && kind !== 'directory')
        return `${place} is a file here and a folder in the import; rename or remove it first`;
      if (!isDirectory && kind === 'directory')
        return `${place} is a folder here and a file in the import; rename or remove it first`;
    }
  }
  return undefined;
}

/** Puts files below `root`, making directories as needed and replacing files of the same name. */
export function importFiles(files: FileSystem, root: string, imported: readonly ImportedFile[]): number {
  makeParents(files, root);
  for (const { path, bytes, mode, mtimeMs, isSymlink } of imported) {
    const names = path.replace(/\/$/, '').split('/');
    if (names.some((name) => name === '..' || name === '.' || name === '')) {
      throw new SystemError('EINVAL', 'import', path);
    }
    const target = joinPath(root, names.join('/'));
    if (path.endsWith('/')) {
      makeParents(files, target);
      continue;
    }
    makeParents(files, directoryName(target));
    if (isSymlink || isLink(files, target)) removeIfThere(files, target);
    if (isSymlink) {
      files.symlink(decodeText(bytes), target);
      continue;
    }
    files.writeFile(target, bytes, mode === undefined ? {} : { mode });
    if (mode !== undefined) files.changeMode(target, mode);
    if (mtimeMs !== undefined) files.setTimes(target, mtimeMs, mtimeMs);
  }
  return imported.length;
}

function describeEntry(files: FileSystem, path: string): ListedEntry {
  const { kind, size, mtimeMs } = files.lstat(path);
  const isPlain = kind === 'file' || kind === 'directory' || kind === 'symlink';
  return { path, kind: isPlain ? kind : 'other', size, mtimeMs };
}

/** Links to directories count as what they lead to: files are put through them. */
function kindAt(files: FileSystem, path: string): FileKind | undefined {
  try {
    return files.stat(path).kind;
  } catch {
    return undefined;
  }
}

function isLink(files: FileSystem, path: string): boolean {
  try {
    return files.lstat(path).kind === 'symlink';
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw error;
  }
}

function removeIfThere(files: FileSystem, path: string): void {
  try {
    files.unlink(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
}
