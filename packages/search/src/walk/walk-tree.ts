import { type DirectoryEntry, type FileKind, type FileStat, type FileSystem, joinPath } from '@cloche/system';

/** A file or directory that a walk meets. */
export interface WalkEntry {
  /** The root as it was given, and the names below it. */
  readonly path: string;
  /** Absolute, for the file system. */
  readonly fullPath: string;
  readonly name: string;
  /** 0 for the root. */
  readonly depth: number;
  /** What the entry is; what it leads to where links are followed and it leads somewhere. */
  readonly kind: FileKind;
  /** The way down from the root ends here because the directory contains itself by a link. */
  readonly isLoop: boolean;
}

/** How a tree is walked. */
export interface WalkOptions {
  /** What a relative root is relative to. */
  readonly cwd: string;
  /** `directory`: as the directory keeps its names; `sorted`: by their code points. Default `directory`. */
  readonly order?: 'directory' | 'sorted';
  /** Whether links lead on: `never`, only the `root` itself, or `always`. Default `never`. */
  readonly followLinks?: 'never' | 'root' | 'always';
  /** Entries deeper are not met. The root has depth 0. */
  readonly maxDepth?: number;
  /** A directory comes after what is in it. */
  readonly contentsFirst?: boolean;
  /** Says whether the walk goes into a directory; asked after the entry was given out, unless `contentsFirst`. */
  readonly enters?: (entry: WalkEntry) => boolean;
  /** Hears of what could not be read; the walk goes on. */
  readonly onError?: (path: string, error: unknown) => void;
}

/**
 * Walks the tree at `root`, which is given out first. It is a generator so that the caller can rest between entries.
 * Loops by links are found by device and inode of the directories above.
 */
export function* walkTree(
  files: FileSystem,
  root: string,
  options: WalkOptions,
): Generator<WalkEntry, void, undefined> {
  const fullPath = joinPath(options.cwd, root);
  const followsRoot = options.followLinks === 'root' || options.followLinks === 'always';
  const stat = statRoot(files, fullPath, followsRoot);
  if ('error' in stat) {
    options.onError?.(root, stat.error);
    return;
  }
  const name = root.slice(root.lastIndexOf('/') + 1);
  yield* walkFrom(files, { path: root, fullPath, name, depth: 0, kind: stat.kind, isLoop: false }, options);
}

/** What tells a directory from every other. */
type Identity = Pick<FileStat, 'device' | 'inode'>;

/** A directory that the walk is in. */
interface Level {
  readonly directory: WalkEntry;
  readonly names: readonly DirectoryEntry[];
  next: number;
  /** What the paths of its entries begin with. */
  readonly path: string;
  readonly fullPath: string;
  /** The directories from the root to here, where links are followed. */
  readonly above: readonly Identity[];
}

/** Keeps its own stack: generators inside one another would hand each entry up through all levels. */
function* walkFrom(files: FileSystem, root: WalkEntry, options: WalkOptions): Generator<WalkEntry, void, undefined> {
  const { contentsFirst = false } = options;
  const followsLinks = options.followLinks === 'always';
  const levels: Level[] = [];
  const isLast = (entry: WalkEntry): boolean => contentsFirst && entry.kind === 'directory';
  const enter = (entry: WalkEntry, above: readonly Identity[]): boolean => {
    const level = openLevel(files, entry, above, options);
    if (level) levels.push(level);
    return level !== undefined;
  };
  if (!isLast(root)) yield root;
  if (!enter(root, []) && isLast(root)) yield root;
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const found = level.names[level.next++];
    if (!found) {
      levels.pop();
      if (contentsFirst) yield level.directory;
      continue;
    }
    const { name, kind } = found;
    const fullPath = level.fullPath + name;
    const target = followsLinks && kind === 'symlink' ? statTarget(files, fullPath) : undefined;
    const entry: WalkEntry = {
      path: level.path + name,
      fullPath,
      name,
      depth: level.directory.depth + 1,
      kind: target?.kind ?? kind,
      isLoop: target !== undefined && level.above.some((parent) => isSame(parent, target)),
    };
    if (!isLast(entry)) yield entry;
    if (!enter(entry, level.above) && isLast(entry)) yield entry;
  }
}

/** Goes into a directory; `undefined` when the entry is none, or the walk does not go in. */
function openLevel(
  files: FileSystem,
  entry: WalkEntry,
  above: readonly Identity[],
  options: WalkOptions,
): Level | undefined {
  if (entry.kind !== 'directory' || entry.isLoop) return undefined;
  if (entry.depth >= (options.maxDepth ?? Number.POSITIVE_INFINITY)) return undefined;
  if (options.enters && !options.enters(entry)) return undefined;
  const names = readNames(files, entry, options);
  if (!names) return undefined;
  return {
    directory: entry,
    names,
    next: 0,
    path: withSlash(entry.path),
    fullPath: withSlash(entry.fullPath),
    above: options.followLinks === 'always' ? [...above, files.stat(entry.fullPath)] : above,
  };
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

function statRoot(files: FileSystem, path: string, followsLink: boolean): FileStat | { error: unknown } {
  try {
    if (followsLink) return statTarget(files, path) ?? files.lstat(path);
    return files.lstat(path);
  } catch (error) {
    return { error };
  }
}

function readNames(files: FileSystem, directory: WalkEntry, options: WalkOptions): DirectoryEntry[] | undefined {
  try {
    const names = files.readDirectory(directory.fullPath);
    if (options.order !== 'sorted') return names;
    return names.toSorted((left, right) => compareCodePoints(left.name, right.name));
  } catch (error) {
    options.onError?.(directory.path, error);
    return undefined;
  }
}

function statTarget(files: FileSystem, path: string): FileStat | undefined {
  try {
    return files.stat(path);
  } catch {
    return undefined;
  }
}

function isSame(left: Identity, right: Identity): boolean {
  return left.inode === right.inode && left.device === right.device;
}

/** Orders texts by code point, as the bytes of their UTF-8 do. */
export function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return rank(a) - rank(b);
  }
  return left.length - right.length;
}

/** UTF-16 units in the order of what they begin: surrogate pairs come after U+FFFF. */
function rank(unit: number): number {
  if (unit >= 0xdc00 && unit <= 0xdfff) return unit - 0xdc00 + 0x80;
  return unit >= 0xd800 ? (unit < 0xe000 ? unit + 0x2000 : unit - 0x800) : unit;
}
