import { compileGlob } from '@cloche/search';
import { type DirectoryEntry, isInside, joinPath, normalizePath, type YieldIfDue } from '@cloche/system';
import { describeProblem, type FileAccess, resolveForChange } from './file-facts.ts';
import { FirstNames } from './first-names.ts';
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
  const matchesIn = createMatcher(access, start, wild, braces);
  const wantsDirectory = pattern.endsWith('/');
  const skipped: string[] = [];
  const enters = (name: string, path: string): boolean => {
    if (!skips.includes(name)) return true;
    if (skipped.length < MAX_NAMED_DIRECTORIES) skipped.push(path);
    return false;
  };
  const isAllowed = pathRule(access, start);
  const found = new FirstNames(maxResults, order);
  const take = (path: string, mtimeMs = modifiedAt(access, path)): void => {
    if (isAllowed(path)) found.add({ path, mtimeMs });
  };
  if (wild.length === 0) {
    if (kinds !== 'files') take(start);
    return { kind: 'found', paths: found.paths(), total: found.total, skipped };
  }
  let met = 0;
  const waiting = [{ path: start === '/' ? '/' : `${start}/`, relative: '' }];
  for (let directory = waiting.pop(); directory; directory = waiting.pop()) {
    const { path, relative } = directory;
    const matches = matchesIn(relative);
    const inside: typeof waiting = [];
    for (const { name, kind, mtimeMs } of readNames(access, path)) {
      if (met++ % MET_AT_ONCE === 0) {
        const turn = work.yieldIfDue();
        if (turn) await turn;
        work.signal.throwIfAborted();
      }
      const isDirectory = kind === 'directory';
      const isKind = isDirectory ? kinds !== 'files' : !wantsDirectory && (kinds !== 'files' || kind === 'file');
      if (isKind && matches?.(name)) take(path + name, mtimeMs);
      if (isDirectory && enters(name, path + name)) {
        inside.push({ path: `${path}${name}/`, relative: `${relative}${name}/` });
      }
    }
    // In the order of their names, so that what comes first is mostly found first.
    for (const one of inside.reverse()) waiting.push(one);
  }
  return { kind: 'found', paths: found.paths(), total: found.total, skipped };
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

/** Says for a directory, relative to the start and with its slash, which of its names match; `undefined` for none. */
type DirectoryMatcher = (directory: string) => ((name: string) => boolean) | undefined;

function createMatcher(access: FileAccess, start: string, wild: readonly string[], braces: boolean): DirectoryMatcher {
  const text = wild.join('/');
  const above = wild.slice(0, -1);
  const last = wild.at(-1) ?? '';
  // Alternatives may hold slashes, and `**` stands for any names.
  const isDivided = last !== '**' && !(braces && text.includes('{'));
  // A name like `[slug]/page.tsx` is found as it stands before its brackets are read as a class.
  const hasLiteral = existsAt(access, joinPath(start, text));
  if (!isDivided || hasLiteral) {
    const glob = compileGlob(text, { globstar: true, braces });
    return (directory) => (name) => directory + name === text || glob.matches(directory + name);
  }
  const names = compileGlob(last, { globstar: true });
  if (above.length === 0) return (directory) => (directory === '' ? names.matches : undefined);
  const directories = compileGlob(above.at(-1) === '**' ? above.join('/') : `${above.join('/')}/`, { globstar: true });
  return (directory) => (directories.matches(directory) ? names.matches : undefined);
}

/** Links are not followed: below a directory that is inside everything is. */
function pathRule({ confinedTo }: FileAccess, start: string): (path: string) => boolean {
  if (confinedTo === undefined || isInside(confinedTo, start)) return () => true;
  return (path) => isInside(confinedTo, path);
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

/** Returns what is in a directory, whose path ends with its slash; what cannot be read has no names. */
function readNames({ files }: FileAccess, path: string): readonly DirectoryEntry[] {
  try {
    return files.readDirectory(path === '/' ? path : path.slice(0, -1));
  } catch {
    return [];
  }
}

function modifiedAt({ files }: FileAccess, path: string): number {
  try {
    return files.lstat(path).mtimeMs;
  } catch {
    return 0;
  }
}
