import { type FileSystem, joinPath } from '@cloche/system';
import { hasPatternCharacters, matchesPattern, type PatternOptions, unescapePattern } from './pattern.ts';

/** How patterns are matched against names. */
export interface PathnameOptions extends PatternOptions {
  /** `*` matches names that begin with a dot. */
  readonly includesHidden: boolean;
  /** Patterns that begin with a dot match `.` and `..` too. */
  readonly includesDots?: boolean;
  /** `**` goes through directories. */
  readonly isRecursive: boolean;
}

/**
 * Returns the paths that match a pattern, sorted, written as the pattern is (relative ones stay relative); none when
 * nothing matches. Names that begin with a dot need a dot in the pattern unless `includesHidden`.
 */
export function expandPathname(files: FileSystem, cwd: string, pattern: string, options: PathnameOptions): string[] {
  const isAbsolute = pattern.startsWith('/');
  const components = splitComponents(pattern).filter(
    ({ text }, index, all) => !(options.isRecursive && text === '**' && all[index + 1]?.text === '**'),
  );
  let found: string[] = [isAbsolute ? (/^\/+/.exec(pattern)?.[0] ?? '/') : ''];
  components.forEach(({ text, slashes }, index) => {
    const isLast = index === components.length - 1;
    found = found.flatMap((base) => matchComponent(files, cwd, base, text, { ...options, isLast, slashes }));
  });
  return found.sort(compareText);
}

interface ComponentOptions extends PathnameOptions {
  readonly isLast: boolean;
  /** The slashes after the component. */
  readonly slashes: string;
}

function splitComponents(pattern: string): { text: string; slashes: string }[] {
  return [...pattern.replace(/^\/+/, '').matchAll(/((?:[^/\\]|\\.)+)(\/*)/gs)].map((match) => ({
    text: match[1] ?? '',
    slashes: match[2] ?? '',
  }));
}

function matchComponent(
  files: FileSystem,
  cwd: string,
  base: string,
  text: string,
  options: ComponentOptions,
): string[] {
  const { slashes, isLast } = options;
  if (text === '**' && options.isRecursive) return matchTree(files, cwd, base, options);
  if (!hasPatternCharacters(text, options.extended)) {
    const path = base + unescapePattern(text);
    const isThere = exists(files, joinPath(cwd, path + (slashes ? '/' : '')));
    return isThere ? [path + slashes] : [];
  }
  const includesHidden = options.includesHidden || text.startsWith('.') || text.startsWith('\\.');
  const needsDirectory = !isLast || slashes !== '';
  const names = listNames(files, joinPath(cwd, base === '' ? '.' : base));
  if (options.includesDots) names.push('.', '..');
  return names
    .filter((name) => (includesHidden || !name.startsWith('.')) && matchesPattern(name, text, options))
    .map((name) => base + name)
    .filter((path) => !needsDirectory || isDirectory(files, joinPath(cwd, path)))
    .map((path) => path + slashes);
}

/** `**` alone: every directory below, and as the last component every file too; links are not followed. */
function matchTree(files: FileSystem, cwd: string, base: string, options: ComponentOptions): string[] {
  const { isLast, slashes } = options;
  const found: string[] = isLast && base === '' ? [] : [base];
  const visit = (prefix: string): void => {
    for (const entry of readEntries(files, joinPath(cwd, prefix === '' ? '.' : prefix))) {
      if (entry.name.startsWith('.') && !options.includesHidden) continue;
      const path = prefix + entry.name;
      if (entry.kind === 'directory') {
        found.push(isLast && slashes === '' ? path : `${path}/`);
        visit(`${path}/`);
      } else if (isLast && slashes === '') found.push(path);
    }
  };
  visit(base);
  return found;
}

function readEntries(files: FileSystem, path: string) {
  try {
    return files.readDirectory(path);
  } catch {
    return [];
  }
}

function listNames(files: FileSystem, path: string): string[] {
  return readEntries(files, path).map((entry) => entry.name);
}

function exists(files: FileSystem, path: string): boolean {
  try {
    files.lstat(path);
    return true;
  } catch {
    return false;
  }
}

function isDirectory(files: FileSystem, path: string): boolean {
  try {
    return files.stat(path).kind === 'directory';
  } catch {
    return false;
  }
}

/** Orders text by code points, as the C locale does. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
