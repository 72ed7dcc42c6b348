import { createHash } from 'node:crypto';
import {
  type FileSystem,
  joinPath,
  packContents,
  SystemError,
  type WorkspaceChanges,
  type WorkspaceEntry,
  type WorkspaceSnapshot,
} from '@cloche/system';
import { type ExactStat, exactStat } from './exact-stat.ts';
import type { ScannedTree } from './scan-tree.ts';

/** What the store has of one path. */
interface KnownPath {
  readonly stat: ExactStat;
  readonly content: number;
  readonly link: number | undefined;
  /** Of a file that was so new that a later change could have the same time: its hash. */
  readonly hash: string | undefined;
}

/** A part of the tree that was looked at: all below `start`, a relative path, `''` for the whole. */
export interface ScannedPart extends ScannedTree {
  readonly start: string;
}

/** What the store knows of a tree of real files. */
export interface KnownTree {
  /** Returns what is different now, and knows it from now on. */
  compare(parts: readonly ScannedPart[]): WorkspaceChanges;
  /** Says whether something is different in the whole tree, without reading files. */
  differs(tree: ScannedTree): boolean;
  has(path: string): boolean;
  /** Knows a tree that was just restored. */
  reset(tree: ScannedTree, snapshot: WorkspaceSnapshot): void;
}

/** What is read of a tree. */
export interface KnownTreeOptions {
  readonly files: FileSystem;
  readonly root: string;
  readonly now: () => number;
  /** A larger file is not stored (`EFBIG`). */
  readonly maxFileBytes: number;
}

/** What is gathered for the store. */
interface Changed {
  readonly removed: string[];
  readonly entries: WorkspaceEntry[];
  readonly contents: Map<number, Uint8Array>;
}

/** Times of files are told apart by this much at least; some hosts only have seconds. */
const FINE_TICK_MS = 100;
const COARSE_TICK_MS = 2100;
const READ_ATTEMPTS = 3;

/** Creates the knowledge of an empty tree. */
export function createKnownTree({ files, root, now, maxFileBytes }: KnownTreeOptions): KnownTree {
  const known = new Map<string, KnownPath>();
  /** Contents by inode, so that a file that was moved keeps its number. */
  let byInode = new Map<bigint, KnownPath>();
  let linkNumbers: ReadonlyMap<bigint, number> = new Map();
  let nextContent = 1;
  let nextLink = 1;

  const isFresh = ({ mtimeNs }: ExactStat): boolean => {
    const tick = mtimeNs % 1_000_000_000n === 0n ? COARSE_TICK_MS : FINE_TICK_MS;
    return Math.abs(now() - Number(mtimeNs / 1_000_000n)) < tick;
  };

  /** Link numbers of files that have several names here. */
  const numberLinks = (found: ReadonlyMap<string, ExactStat>): ReadonlyMap<bigint, number> => {
    const names = new Map<bigint, number>();
    for (const { kind, links, inode } of found.values()) {
      if (kind === 'file' && links > 1 && inode !== 0n) names.set(inode, (names.get(inode) ?? 0) + 1);
    }
    const numbers = new Map<bigint, number>();
    for (const [inode, count] of names) if (count > 1) numbers.set(inode, linkNumbers.get(inode) ?? nextLink++);
    return numbers;
  };

  const readStable = (path: string, first: ExactStat): { bytes: Uint8Array; stat: ExactStat } => {
    const place = joinPath(root, path);
    let stat = first;
    for (let attempt = 1; ; attempt++) {
      if (stat.size > maxFileBytes) throw new SystemError('EFBIG', 'store', place);
      const bytes = readEvenIfHidden(files, place, stat.mode);
      const after = exactStat(place);
      if (!after) throw new SystemError('ENOENT', 'open', place);
      const isStable = after.size === bytes.length && after.mtimeNs === stat.mtimeNs;
      stat = after;
      if (isStable || attempt === READ_ATTEMPTS) return { bytes, stat: isStable ? after : { ...after, mtimeNs: -1n } };
    }
  };

  const describe = (path: string, { stat, content, link }: KnownPath): WorkspaceEntry => {
    const { mode } = stat;
    const mtimeMs = Number(stat.mtimeNs < 0n ? stat.ctimeNs : stat.mtimeNs) / 1_000_000;
    switch (stat.kind) {
      case 'directory':
        return { kind: 'directory', path, mode, mtimeMs };
      case 'symlink':
        return { kind: 'symlink', path, mtimeMs, target: files.readLink(joinPath(root, path)) };
      default:
        return { kind: 'file', path, mode, mtimeMs, size: stat.size, content, ...(link === undefined ? {} : { link }) };
    }
  };

  const knowFile = (path: string, stat: ExactStat, before: KnownPath | undefined, changed: Changed): KnownPath => {
    const link = stat.links > 1 ? linkNumbers.get(stat.inode) : undefined;
    const origin = before ?? byInode.get(stat.inode);
    if (origin && origin.hash === undefined && hasSameBytes(origin.stat, stat)) return { ...origin, stat, link };
    const read = readStable(path, stat);
    const hash = isFresh(read.stat) ? hashOf(read.bytes) : undefined;
    if (origin?.hash !== undefined && origin.hash === (hash ?? hashOf(read.bytes))) {
      return { stat: read.stat, content: origin.content, link, hash };
    }
    changed.contents.set(nextContent, read.bytes);
    return { stat: { ...read.stat, size: read.bytes.length }, content: nextContent++, link, hash };
  };

  const look = (path: string, stat: ExactStat, changed: Changed): void => {
    const before = known.get(path);
    const comparable = before?.stat.kind === stat.kind ? before : undefined;
    const link = stat.links > 1 ? linkNumbers.get(stat.inode) : undefined;
    const isSame = comparable?.hash === undefined && comparable?.link === link && isSameStat(comparable?.stat, stat);
    if (isSame) return;
    const now: KnownPath =
      stat.kind === 'file'
        ? knowFile(path, stat, comparable, changed)
        : { stat, content: 0, link: undefined, hash: undefined };
    known.set(path, now);
    if (stat.kind === 'file' && stat.inode !== 0n) byInode.set(stat.inode, now);
    if (before && !comparable) changed.removed.push(path);
    if (!comparable || !isSameToStore(comparable, now)) changed.entries.push(describe(path, now));
  };

  const comparePart = ({ found, unreadable, start }: ScannedPart, changed: Changed): void => {
    if (start === '') linkNumbers = numberLinks(found);
    for (const [path, stat] of found) {
      try {
        look(path, stat, changed);
      } catch (error) {
        // What went away meanwhile is told the next time.
        if (exactStat(joinPath(root, path))) throw error;
      }
    }
    for (const path of known.keys()) {
      const isLookedAt = start === '' || path === start || path.startsWith(`${start}/`);
      if (!isLookedAt || found.has(path) || unreadable.some((directory) => isBelow(directory, path))) continue;
      known.delete(path);
      if (!isBelow(changed.removed.at(-1), path)) changed.removed.push(path);
    }
  };

  /** What is not in the tree any more may be forgotten by the store, so that it can be no origin later. */
  const forgetMoved = (isNeeded: boolean): void => {
    if (!isNeeded) return;
    byInode = new Map();
    for (const path of known.values()) {
      if (path.stat.kind === 'file' && path.stat.inode !== 0n) byInode.set(path.stat.inode, path);
    }
  };

  return {
    compare(parts) {
      const changed: Changed = { removed: [], entries: [], contents: new Map() };
      for (const part of parts) comparePart(part, changed);
      forgetMoved(changed.removed.length > 0);
      changed.entries.sort((left, right) => (left.path < right.path ? -1 : 1));
      return { ...changed, contents: packContents(changed.contents) };
    },
    has: (path) => known.has(path),
    differs({ found, unreadable }) {
      if (found.size !== known.size && unreadable.length === 0) return true;
      for (const [path, stat] of found) {
        const before = known.get(path);
        if (!before || !isSameStat(before.stat, stat)) return true;
      }
      return false;
    },
    reset({ found }, { entries }) {
      known.clear();
      byInode = new Map();
      const links = new Map<bigint, number>();
      for (const entry of entries) {
        const stat = found.get(entry.path);
        if (!stat || stat.kind !== entry.kind) continue;
        const content = entry.kind === 'file' ? entry.content : 0;
        const link = entry.kind === 'file' ? entry.link : undefined;
        const restored: KnownPath = { stat, content, link, hash: undefined };
        known.set(entry.path, restored);
        if (stat.kind === 'file' && stat.inode !== 0n) byInode.set(stat.inode, restored);
        if (link !== undefined) links.set(stat.inode, link);
        nextContent = Math.max(nextContent, content + 1);
        nextLink = Math.max(nextLink, (link ?? 0) + 1);
      }
      linkNumbers = links;
    },
  };
}

function isSameStat(left: ExactStat | undefined, right: ExactStat): boolean {
  return left !== undefined && hasSameBytes(left, right) && left.mode === right.mode && left.ctimeNs === right.ctimeNs;
}

function hasSameBytes(left: ExactStat, right: ExactStat): boolean {
  return (
    left.kind === right.kind && left.size === right.size && left.mtimeNs === right.mtimeNs && left.inode === right.inode
  );
}

/** Directories change with each name in them; that alone is no news. */
function isSameToStore(left: KnownPath, right: KnownPath): boolean {
  return (
    left.content === right.content &&
    left.link === right.link &&
    left.stat.mode === right.stat.mode &&
    left.stat.mtimeNs === right.stat.mtimeNs &&
    left.stat.size === right.stat.size &&
    (left.stat.kind !== 'symlink' || left.stat.ctimeNs === right.stat.ctimeNs)
  );
}

/** Says whether a path is below a directory; the whole tree's name is empty. */
function isBelow(directory: string | undefined, path: string): boolean {
  return directory !== undefined && (directory === '' || path.startsWith(`${directory}/`));
}

/** A file that its owner may not read is one that the owner may change. */
function readEvenIfHidden(files: FileSystem, path: string, mode: number): Uint8Array {
  try {
    return files.readFile(path);
  } catch (error) {
    if (!(error instanceof SystemError) || error.code !== 'EACCES') throw error;
    files.changeMode(path, mode | 0o400);
    try {
      return files.readFile(path);
    } finally {
      files.changeMode(path, mode);
    }
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
