import {
  baseName,
  describeErrno,
  directoryName,
  errnoOf,
  type FileSystem,
  isInside,
  joinPath,
  normalizePath,
  SystemError,
} from '@cloche/system';
import type { FileFacts, RealPath } from './tool-host.ts';

/** Returns a cryptographic hash of bytes, lower-case hex: the same for the same bytes alone. */
export type HashBytes = (bytes: Uint8Array) => string;

/** What looking at files needs. */
export interface FileAccess {
  readonly files: FileSystem;
  readonly hash: HashBytes;
  /** When set, paths that lead out of this directory are refused. Absolute, without links. */
  readonly confinedTo?: string;
}

/** Looks at a path; what stands in the way is told in `problem`, never thrown. */
export function lookAtFile(access: FileAccess, path: string, maxBytes: number): FileFacts {
  const { files, hash } = access;
  const nothing = { resolvedPath: path, linkPath: path, kind: 'absent', isSymlink: false, size: 0, mode: 0 } as const;
  try {
    const paths = resolveForChange(access, path);
    const found = statIfThere(files, paths.resolvedPath);
    const isSymlink = paths.linkPath !== paths.resolvedPath;
    if (!found) return { ...nothing, ...paths, isSymlink };
    const { size, mode } = found;
    const kind = found.kind === 'file' || found.kind === 'directory' ? found.kind : 'other';
    const facts = { ...paths, kind, isSymlink, size, mode } as const;
    if (kind !== 'file' || size > maxBytes) return facts;
    const bytes = files.readFile(paths.resolvedPath);
    return { ...facts, bytes, hash: hash(bytes) };
  } catch (error) {
    return { ...nothing, problem: describeProblem(error) };
  }
}

/** Paths that are resolved in one call. */
export const MAX_REAL_PATHS = 256;

/** Returns where paths lead, in the same order; throws `E2BIG` for more than 256. */
export function realPaths({ files }: Pick<FileAccess, 'files'>, paths: readonly string[]): RealPath[] {
  if (paths.length > MAX_REAL_PATHS) throw new SystemError('E2BIG', 'realpath');
  return paths.map((path) => {
    try {
      return resolveForChange({ files }, path);
    } catch (error) {
      // What cannot be looked at, for one because links go round, leads to no file that is known.
      if (errnoOf(error) === undefined) throw error;
      return { resolvedPath: undefined, linkPath: undefined };
    }
  });
}

/**
 * Returns the path with every link followed as far as it exists, and the same with a final link left alone. Throws
 * `SystemError`; `EACCES` when it leads out of the confining directory.
 */
export function resolveForChange(
  access: Pick<FileAccess, 'files' | 'confinedTo'>,
  path: string,
): { resolvedPath: string; linkPath: string } {
  const { files, confinedTo } = access;
  const linkPath = joinPath(resolveExisting(files, directoryName(path)), baseName(path));
  const resolvedPath = isFinalNamePlain(path) ? resolveExisting(files, path) : resolveExisting(files, `${path}/.`);
  for (const resolved of [linkPath, resolvedPath]) {
    if (confinedTo !== undefined && !isInside(confinedTo, normalizePath(resolved)))
      throw new OutsideRoot(path, confinedTo);
  }
  return { resolvedPath, linkPath: isFinalNamePlain(path) ? linkPath : resolvedPath };
}

/** Returns the code and wording of a failure for a `problem` or a `failed` outcome; anything else is thrown on. */
export function describeProblem(error: unknown): { code: string; text: string } {
  if (error instanceof OutsideRoot) return { code: 'OUTSIDE', text: error.message };
  const code = errnoOf(error);
  if (code === undefined) throw error;
  return { code, text: describeErrno(code) };
}

class OutsideRoot extends Error {
  override readonly name = 'OutsideRoot';

  constructor(path: string, root: string) {
    super(`the path leads out of the workspace root ${root}; use a path inside it`);
    this.cause = path;
  }
}

/** Follows links through the longest part of the path that exists; the rest is appended as it is. */
function resolveExisting(files: FileSystem, path: string): string {
  const missing: string[] = [];
  let current = path;
  for (let links = 0; links < 80; links++) {
    try {
      const real = files.realPath(current);
      return missing.length === 0 ? real : normalizePath([real, ...missing].join('/'));
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT' || current === '/') throw error;
      const target = danglingTarget(files, current);
      if (target === undefined) {
        missing.unshift(baseName(current));
        current = directoryName(current);
      } else current = joinPath(directoryName(current), target);
    }
  }
  throw new SystemError('ELOOP', 'realpath', path);
}

function danglingTarget(files: FileSystem, path: string): string | undefined {
  try {
    return files.readLink(path);
  } catch {
    return undefined;
  }
}

function isFinalNamePlain(path: string): boolean {
  const name = baseName(path);
  return name !== '.' && name !== '..' && name !== '/' && !path.endsWith('/');
}

function statIfThere(files: FileSystem, path: string): ReturnType<FileSystem['stat']> | undefined {
  try {
    return files.stat(path);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
