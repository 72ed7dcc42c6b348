import { errnoOf, type FileSystem, joinPath } from '@cloche/system';
import { type ExactStat, exactStat } from './exact-stat.ts';

/** What is below a root, by path relative to it; parents stand before what is below them. */
export interface ScannedTree {
  readonly found: ReadonlyMap<string, ExactStat>;
  /** Directories that could not be read: what was known of them stays. */
  readonly unreadable: readonly string[];
}

/** What of a tree is looked at. */
export interface ScanScope {
  readonly files: FileSystem;
  readonly root: string;
  readonly isExcluded: (name: string) => boolean;
}

/**
 * Looks at everything below `start` (a relative path, `''` for the root), and yields after each directory, so that a caller
 * can let others run. Links are not followed; devices, sockets and pipes are left out.
 */
export function* scanTree({ files, root, isExcluded }: ScanScope, start = ''): Generator<undefined, ScannedTree> {
  const found = new Map<string, ExactStat>();
  const unreadable: string[] = [];
  const pending: string[] = [];
  const look = (path: string): void => {
    const stat = exactStat(joinPath(root, path));
    if (!stat || stat.kind === 'character-device') return;
    found.set(path, stat);
    if (stat.kind === 'directory') pending.push(path);
  };
  if (start === '') pending.push('');
  else look(start);
  for (let directory = pending.pop(); directory !== undefined; directory = pending.pop()) {
    const names = namesIn(files, directory === '' ? root : joinPath(root, directory));
    // A root that is gone is a mishap, and not a wish to have everything removed.
    if (names === 'unreadable' || (names === 'gone' && directory === '')) unreadable.push(directory);
    if (typeof names === 'string') continue;
    for (const name of names) if (!isExcluded(name)) look(directory === '' ? name : `${directory}/${name}`);
    yield undefined;
  }
  return { found, unreadable };
}

function namesIn(files: FileSystem, path: string): readonly string[] | 'gone' | 'unreadable' {
  try {
    return files.readDirectory(path).map(({ name }) => name);
  } catch (error) {
    const code = errnoOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'gone' : 'unreadable';
  }
}

/** Runs a scan to its end at once. */
export function finishScan(scan: Generator<undefined, ScannedTree>): ScannedTree {
  for (;;) {
    const step = scan.next();
    if (step.done) return step.value;
  }
}
