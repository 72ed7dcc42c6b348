import { compileGlob, type Glob } from '@cloche/search';
import type { FileStat } from '@cloche/system';
import type { ParsedArguments } from '../../arguments/parse-options.ts';
import type { TreeOption } from './tree-usage.ts';

/** What `tree` was asked for, about the entries. */
export interface TreeSettings {
  readonly showsHidden: boolean;
  readonly directoriesOnly: boolean;
  readonly follows: boolean;
  readonly staysOnDevice: boolean;
  readonly maxDepth: number;
  readonly maxEntries: number;
  readonly wanted: NamePattern | undefined;
  readonly ignored: NamePattern | undefined;
  readonly matchesDirectories: boolean;
  readonly prunes: boolean;
  /** Sizes of directories are with what is in them. */
  readonly sumsSizes: boolean;
  readonly sort: TreeSort;
  readonly reverses: boolean;
  readonly groups: 'directories-first' | 'files-first' | 'none';
}

/** What entries are sorted by. */
export type TreeSort = 'name' | 'version' | 'size' | 'mtime' | 'ctime' | 'none';

/** Patterns of names; one with a slash at its end is about directories. */
export type NamePattern = (name: string, isDirectory: boolean) => boolean;

const SORTS: ReadonlyMap<string, TreeSort> = new Map([
  ['name', 'name'],
  ['version', 'version'],
  ['size', 'size'],
  ['mtime', 'mtime'],
  ['ctime', 'ctime'],
]);

const SORT_OPTIONS: Readonly<Record<'versionSort' | 'timeSort' | 'changeTime' | 'unsorted', TreeSort>> = {
  versionSort: 'version',
  timeSort: 'mtime',
  changeTime: 'ctime',
  unsorted: 'none',
};

/** Reads the settings, or says what is wrong with the values of options. */
export function readTreeSettings(given: ParsedArguments<TreeOption>): TreeSettings | { readonly fault: string } {
  const level = given.value('level');
  const maxDepth = level === undefined ? Number.POSITIVE_INFINITY : Number.parseInt(level, 10);
  if (!(maxDepth > 0)) return { fault: 'Invalid level, must be greater than 0.' };
  const sort = sortOf(given);
  if (sort === undefined) {
    const names = [...SORTS.keys()].join(',');
    return { fault: `Sort type '${given.value('sort') ?? ''}' not valid, should be one of: ${names}` };
  }
  const entries = Number.parseInt(given.value('fileLimit') ?? '', 10);
  const ignoreCase = given.has('ignoreCase');
  const groups = given.last('filesFirst', 'directoriesFirst');
  return {
    showsHidden: given.has('all'),
    directoriesOnly: given.has('directories'),
    follows: given.has('follow'),
    staysOnDevice: given.has('oneFileSystem'),
    maxDepth,
    maxEntries: entries > 0 ? entries : Number.POSITIVE_INFINITY,
    wanted: patternOf(given.values('pattern'), ignoreCase),
    ignored: patternOf(given.values('ignore'), ignoreCase),
    matchesDirectories: given.has('matchDirectories'),
    prunes: given.has('prune') && !given.has('directories'),
    sumsSizes: given.has('usage'),
    sort,
    reverses: given.has('reverse'),
    groups: groups === undefined ? 'none' : groups === 'filesFirst' ? 'files-first' : 'directories-first',
  };
}

/** Returns the time that is printed and that `-t` and `-c` sort by. */
export function treeTime(stat: FileStat, usesChangeTime: boolean): number {
  return usesChangeTime ? stat.ctimeMs : stat.mtimeMs;
}

function sortOf(given: ParsedArguments<TreeOption>): TreeSort | undefined {
  const last = given.last('sort', 'versionSort', 'timeSort', 'changeTime', 'unsorted');
  if (last === undefined) return 'name';
  return last === 'sort' ? SORTS.get((given.value('sort') ?? '').toLowerCase()) : SORT_OPTIONS[last];
}

function patternOf(written: readonly string[], ignoreCase: boolean): NamePattern | undefined {
  if (written.length === 0) return undefined;
  const patterns = written
    .flatMap((alternatives) => alternatives.split('|'))
    .map((pattern): { readonly glob: Glob; readonly isForDirectories: boolean } => {
      const isForDirectories = pattern.length > 1 && pattern.endsWith('/');
      const bare = isForDirectories ? pattern.slice(0, -1) : pattern;
      return { glob: compileGlob(bare, { slashIsOrdinary: true, ignoreCase }), isForDirectories };
    });
  return (name, isDirectory) =>
    patterns.some(({ glob, isForDirectories }) => (isDirectory || !isForDirectories) && glob.matches(name));
}
