import { compileGlob, type WalkEntry, walkTree } from '@cloche/search';
import { isInside, joinPath, normalizePath, type YieldIfDue } from '@cloche/system';
import { describeProblem, type FileAccess, resolveForChange } from './file-facts.ts';
import type { GlobOutcome, GlobParams } from './tool-host.ts';

/** What long work in the host needs. */
export interface HostWork {
  readonly signal: AbortSignal;
  readonly yieldIfDue: YieldIfDue;
}

/** Finds the names below a directory that match a glob, newest first, ties by path. An absolute pattern ignores the root. */
export async function searchNames(
  access: FileAccess,
  { pattern, root, maxResults }: GlobParams,
  work: HostWork,
): Promise<GlobOutcome> {
  const { files } = access;
  const isAbsolute = pattern.startsWith('/');
  const start = isAbsolute ? fixedDirectory(pattern) : normalizePath(root);
  const wanted = isAbsolute ? pattern.slice(start === '/' ? 1 : start.length + 1) : pattern.replace(/^(?:\.\/)+/, '');
  try {
    if (files.stat(start).kind !== 'directory') return { kind: 'failed', text: `${start}: not a directory` };
    resolveForChange(access, start);
  } catch (error) {
    const { code, text } = describeProblem(error);
    return { kind: 'failed', text: `${start}: ${code === 'ENOENT' ? 'no such directory' : text.toLowerCase()}` };
  }
  const glob = compileGlob(wanted, { globstar: true });
  // A name like `app/[slug]/page.tsx` is found as it stands before its brackets are read as a class.
  const literal = existsAt(access, joinPath(start, wanted)) ? wanted : undefined;
  const found: { path: string; mtimeMs: number }[] = [];
  for (const entry of walkTree(files, start, { cwd: '/' })) {
    const turn = work.yieldIfDue();
    if (turn) await turn;
    work.signal.throwIfAborted();
    const relative = entry.path.slice(start === '/' ? 1 : start.length + 1);
    if (relative === '' || !(relative === literal || glob.matches(relative))) continue;
    if (access.confinedTo !== undefined && !isInside(access.confinedTo, entry.fullPath)) continue;
    found.push({ path: entry.fullPath, mtimeMs: modifiedAt(access, entry) });
  }
  found.sort((left, right) => right.mtimeMs - left.mtimeMs || (left.path < right.path ? -1 : 1));
  return { kind: 'found', paths: found.slice(0, maxResults).map(({ path }) => path), total: found.length };
}

/** The directories of an absolute pattern before its first wildcard. */
function fixedDirectory(pattern: string): string {
  const names = pattern.split('/');
  const firstWild = names.findIndex((name) => /[*?[\\]/.test(name));
  const fixed = names.slice(0, firstWild < 0 ? -1 : firstWild);
  return normalizePath(fixed.join('/'));
}

function existsAt({ files }: FileAccess, path: string): boolean {
  try {
    files.lstat(path);
    return true;
  } catch {
    return false;
  }
}

function modifiedAt({ files }: FileAccess, { fullPath }: WalkEntry): number {
  try {
    return files.lstat(fullPath).mtimeMs;
  } catch {
    return 0;
  }
}
