import { compileGlob, type WalkEntry, walkTree } from '@cloche/search';
import { isInside, joinPath, normalizePath, type YieldIfDue } from '@cloche/system';
import { describeProblem, type FileAccess, resolveForChange } from './file-facts.ts';
import type { GlobOutcome, GlobParams } from './tool-host.ts';

/** What long work in the host needs. */
export interface HostWork {
  readonly signal: AbortSignal;
  readonly yieldIfDue: YieldIfDue;
}

/**
 * Finds the names that match a glob, newest first, ties by path. An absolute pattern ignores the root. The pattern's
 * leading names without wildcards may lead through links and `..`; a slash at its end asks for directories.
 */
export async function searchNames(
  access: FileAccess,
  { pattern: given, root, maxResults, kinds, order, braces = false, skips = [], namesAnywhere = false }: GlobParams,
  work: HostWork,
): Promise<GlobOutcome> {
  if (braces && hasTooManyBraces(given)) {
    return { kind: 'failed', text: 'the pattern has too many {alternatives}; use several searches' };
  }
  const pattern = namesAnywhere && !given.includes('/') ? `**/${given}` : given;
  const base = pattern.startsWith('/') ? '/' : normalizePath(root);
  const baseProblem = directoryProblem(access, base);
  if (baseProblem) return { kind: 'failed', text: baseProblem };
  const { fixed, wild } = dividePattern(pattern);
  if (wild.includes('..'))
    return { kind: 'failed', text: '".." cannot follow a wildcard in a pattern; name the directory in path' };
  const written = fixed.length === 0 ? base : joinPath(base, fixed.join('/'));
  const startProblem = directoryProblem(access, written);
  if (startProblem) return access.confinedTo === undefined ? NOTHING : { kind: 'failed', text: startProblem };
  const start = fixed.includes('..') ? access.files.realPath(written) : written;
  const matches = createMatcher(access, start, wild, { wantsDirectory: pattern.endsWith('/'), braces });
  const skipped: string[] = [];
  const enters = ({ depth, name, fullPath }: WalkEntry): boolean => {
    if (depth === 0 || !skips.includes(name)) return true;
    if (skipped.length < MAX_NAMED_DIRECTORIES) skipped.push(fullPath);
    return false;
  };
  const found: { path: string; mtimeMs: number }[] = [];
  let met = 0;
  for (const entry of walkTree(access.files, start, { cwd: '/', followLinks: 'root', enters })) {
    if (met++ % MET_AT_ONCE === 0) {
      const turn = work.yieldIfDue();
      if (turn) await turn;
      work.signal.throwIfAborted();
    }
    if (access.confinedTo !== undefined && !isInside(access.confinedTo, entry.fullPath)) continue;
    if (kinds === 'files' && entry.kind !== 'file') continue;
    if (matches(entry)) found.push({ path: entry.fullPath, mtimeMs: modifiedAt(access, entry) });
  }
  const byPath = (left: { path: string }, right: { path: string }): number => (left.path < right.path ? -1 : 1);
  found.sort((left, right) => (order === 'name' ? 0 : right.mtimeMs - left.mtimeMs) || byPath(left, right));
  return { kind: 'found', paths: found.slice(0, maxResults).map(({ path }) => path), total: found.length, skipped };
}

/** Skipped directories that are named in an answer. */
const MAX_NAMED_DIRECTORIES = 5;

/** Entries that are looked at between two looks at the clock. */
const MET_AT_ONCE = 64;

const NOTHING: GlobOutcome = { kind: 'found', paths: [], total: 0, skipped: [] };

/** Alternatives multiply: their number is bounded before they are written out. */
function hasTooManyBraces(pattern: string): boolean {
  return pattern.split('{').length > 5 || pattern.split(',').length > 41;
}

/** Divides a pattern into the leading names that stand for themselves and the rest, which has at least one name. */
function dividePattern(pattern: string): { fixed: string[]; wild: string[] } {
  const names = pattern.split('/').filter((name) => name !== '' && name !== '.');
  const firstWild = names.findIndex((name) => /[*?[\\{]/.test(name));
  const count = firstWild < 0 ? Math.max(names.length - 1, 0) : firstWild;
  return { fixed: names.slice(0, count), wild: names.slice(count) };
}

function createMatcher(
  access: FileAccess,
  start: string,
  wild: readonly string[],
  { wantsDirectory, braces }: { wantsDirectory: boolean; braces: boolean },
): (entry: WalkEntry) => boolean {
  const text = wild.join('/');
  const glob = compileGlob(text, { globstar: true, braces });
  // A name like `[slug]/page.tsx` is found as it stands before its brackets are read as a class.
  const literal = existsAt(access, joinPath(start, text)) ? text : undefined;
  const skipped = start === '/' ? 1 : start.length + 1;
  return ({ path, kind, depth }) => {
    if (wantsDirectory && kind !== 'directory') return false;
    if (depth === 0) return text === '';
    const relative = path.slice(skipped);
    return relative === literal || glob.matches(relative);
  };
}

function directoryProblem(access: FileAccess, path: string): string | undefined {
  try {
    if (access.files.stat(path).kind !== 'directory') return `${path}: not a directory`;
    resolveForChange(access, path);
    return undefined;
  } catch (error) {
    const { code, text } = describeProblem(error);
    return `${path}: ${code === 'ENOENT' ? 'no such directory' : text.toLowerCase()}`;
  }
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
