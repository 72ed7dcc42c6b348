import { decodeText, directoryName, errnoOf, type FileSystem, joinPath } from '@cloche/system';
import { type IgnoreRules, type IgnoreVerdict, parseIgnoreRules } from './ignore-rules.ts';

/** Decides about paths by the ignore files of the directories above them. */
export interface IgnoreFiles {
  /** @param path  absolute and normalized */
  isIgnored(path: string, isDirectory: boolean): boolean;
}

/** Which ignore files count. */
export interface IgnoreFilesOptions {
  /** Names of ignore files that always count; later ones have the last word. */
  readonly names: readonly string[];
  /** Names that count only inside a git repository. */
  readonly gitNames: readonly string[];
  /** `gitNames` count outside of repositories too. */
  readonly ignoresRepository?: boolean;
  /** Rules that are asked last, where no ignore file decides; the last of them has the last word. */
  readonly fallback?: { readonly directory: string; readonly rules: readonly IgnoreRules[] };
  /** The directory above which no ignore files count. Default: the root. */
  readonly top?: string;
}

/** The rules of one directory, those with the last word last. */
interface DirectoryRules {
  readonly always: readonly IgnoreRules[];
  readonly git: readonly IgnoreRules[];
  readonly isRepository: boolean;
}

/** Creates a decision by ignore files, which are read once each. A directory's rules go before those above it. */
export function createIgnoreFiles(files: FileSystem, options: IgnoreFilesOptions): IgnoreFiles {
  const known = new Map<string, DirectoryRules>();
  const rulesIn = (directory: string): DirectoryRules => {
    const found = known.get(directory);
    if (found) return found;
    const rules: DirectoryRules = {
      always: options.names.flatMap((name) => readRules(files, joinPath(directory, name))),
      git: [
        ...readRules(files, joinPath(directory, '.git/info/exclude')),
        ...options.gitNames.flatMap((name) => readRules(files, joinPath(directory, name))),
      ],
      isRepository: exists(files, joinPath(directory, '.git')),
    };
    known.set(directory, rules);
    return rules;
  };
  return {
    isIgnored(path, isDirectory) {
      const above = directoriesAbove(path, options.top ?? '/');
      const repository = above.findIndex((directory) => rulesIn(directory).isRepository);
      const always = firstVerdict(above, path, isDirectory, (directory) => rulesIn(directory).always);
      if (always !== undefined) return always === 'ignored';
      const inRepository = options.ignoresRepository ? above : above.slice(0, repository + 1);
      const git = firstVerdict(inRepository, path, isDirectory, (directory) => rulesIn(directory).git);
      return (git ?? fallbackVerdict(path, isDirectory, options.fallback)) === 'ignored';
    },
  };
}

function fallbackVerdict(path: string, isDirectory: boolean, fallback: IgnoreFilesOptions['fallback']): IgnoreVerdict {
  if (!fallback) return undefined;
  const base = fallback.directory === '/' ? '/' : `${fallback.directory}/`;
  if (!path.startsWith(base)) return undefined;
  return firstVerdict([fallback.directory], path, isDirectory, () => fallback.rules);
}

function firstVerdict(
  directories: readonly string[],
  path: string,
  isDirectory: boolean,
  rulesOf: (directory: string) => readonly IgnoreRules[],
): IgnoreVerdict {
  for (const directory of directories) {
    const relative = path.slice(directory === '/' ? 1 : directory.length + 1);
    const rules = rulesOf(directory);
    for (let index = rules.length - 1; index >= 0; index--) {
      const verdict = rules[index]?.verdict(relative, isDirectory);
      if (verdict !== undefined) return verdict;
    }
  }
  return undefined;
}

/** Returns the directories from `top` on that a path is in, the nearest first. */
function directoriesAbove(path: string, top: string): string[] {
  const directories: string[] = [];
  for (let at = path; at !== '/' && at !== top; ) {
    at = directoryName(at);
    directories.push(at);
  }
  return directories;
}

function readRules(files: FileSystem, path: string): IgnoreRules[] {
  try {
    return [parseIgnoreRules(decodeText(files.readFile(path)))];
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return [];
  }
}

function exists(files: FileSystem, path: string): boolean {
  try {
    files.access(path, 'exists');
    return true;
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
}
