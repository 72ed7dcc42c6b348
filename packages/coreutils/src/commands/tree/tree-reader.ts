import { compareCodePoints } from '@cloche/search';
import { errnoOf, type FileStat, type FileSystem, joinPath } from '@cloche/system';
import { compareVersions } from '../../text/version-order.ts';
import { type TreeSettings, treeTime } from './tree-settings.ts';

/** A file or directory of a tree. */
export interface TreeNode {
  readonly name: string;
  /** As it is shown with full paths. */
  readonly path: string;
  /** 0 for what was asked for. */
  readonly depth: number;
  readonly absolute: string;
  /** Facts about the name itself; none for what is missing. */
  readonly stat: FileStat | undefined;
  /** Where a link leads, and the facts about that. */
  readonly link: { readonly target: string; readonly stat: FileStat | undefined } | undefined;
  /** It matches a pattern that is about directories too, so that all of it is listed. */
  readonly isMatched: boolean;
  /** Why it is not descended into. */
  note?: string;
  /** What is in it, once it is opened. */
  entries?: readonly TreeNode[];
  /** Bytes, with what is in it where sizes are summed. */
  size: number;
}

/** Reads trees of directories, in the order in which they are drawn. */
export interface TreeReader {
  root(name: string): TreeNode;
  /** Reads what is in a directory, once; a node is opened before it is drawn. */
  open(node: TreeNode): Promise<readonly TreeNode[]>;
}

/** What a reader needs. */
export interface TreeReaderContext {
  readonly files: FileSystem;
  /** Where names are looked for; none where every name is that of the root of `files`. */
  readonly cwd: string | undefined;
  /** Returns whether a path is left out. */
  isIgnored(absolute: string, isDirectory: boolean): boolean;
  /** Is told of directories that could not be opened. */
  onFault(): void;
  yieldIfDue(): Promise<void> | undefined;
}

/** Returns whether a node is a directory or a link to one. */
export function isDirectoryNode({ stat, link }: Pick<TreeNode, 'stat' | 'link'>): boolean {
  return (link ? link.stat : stat)?.kind === 'directory';
}

/** Creates a reader that lists what the settings ask for. */
export function createTreeReader(settings: TreeSettings, context: TreeReaderContext): TreeReader {
  const { files } = context;
  const seen = new Set<string>();
  let rootDevice: number | undefined;

  return {
    root(name) {
      const absolute = context.cwd === undefined ? '/' : joinPath(context.cwd, name);
      const node = nodeAt({ name, path: name.length > 1 ? name.replace(/\/+$/, '') || '/' : name, depth: 0, absolute });
      rootDevice = node.stat?.device;
      return node;
    },
    open,
  };

  async function open(node: TreeNode): Promise<readonly TreeNode[]> {
    if (node.entries) return node.entries;
    node.entries = list(node);
    const wait = context.yieldIfDue();
    if (wait) await wait;
    if (settings.prunes) await prune(node);
    if (settings.sumsSizes) {
      for (const entry of node.entries) {
        await open(entry);
        node.size += entry.size;
      }
    }
    return node.entries;
  }

  async function prune(node: TreeNode): Promise<void> {
    const kept: TreeNode[] = [];
    for (const entry of node.entries ?? []) {
      if (!isDirectoryNode(entry) || entry.isMatched || (await open(entry)).length > 0) kept.push(entry);
    }
    node.entries = kept;
  }

  /** Returns what is in a directory, and notes why it is not looked at. */
  function list(node: TreeNode): readonly TreeNode[] {
    const { depth, stat, link } = node;
    if (depth > 0 && !isDirectoryNode(node)) return [];
    const directory = link?.stat ?? stat;
    if (directory && isDirectoryNode(node)) {
      const key = `${directory.device}:${directory.inode}`;
      if (link && depth > 0) {
        if (!settings.follows) return [];
        if (seen.has(key)) {
          node.note = 'recursive, not followed';
          return [];
        }
      }
      seen.add(key);
      if (depth >= settings.maxDepth || (settings.staysOnDevice && directory.device !== rootDevice)) return [];
    }
    try {
      const entries = entriesOf(node);
      if (entries.length <= settings.maxEntries) return entries;
      node.note = `${entries.length} entries exceeds filelimit, not opening dir`;
      if (depth > 0) context.onFault();
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      node.note = 'error opening dir';
      if (!stat || isDirectoryNode(node)) context.onFault();
    }
    return [];
  }

  function entriesOf(node: TreeNode): TreeNode[] {
    const base = node.path.endsWith('/') ? node.path : `${node.path}/`;
    const nodes: TreeNode[] = [];
    for (const { name } of files.readDirectory(node.absolute)) {
      if (name.startsWith('.') && !settings.showsHidden) continue;
      const entry = nodeAt({
        name,
        path: base + name,
        depth: node.depth + 1,
        absolute: joinPath(node.absolute, name),
      });
      if (isShown(entry, node)) nodes.push(entry);
    }
    return sortNodes(nodes, settings);
  }

  function isShown({ name, absolute, stat, link, isMatched }: TreeNode, parent: TreeNode): boolean {
    const leadsToDirectory = isDirectoryNode({ stat, link });
    const isDirectory = link ? leadsToDirectory && settings.follows : leadsToDirectory;
    if (settings.directoriesOnly && !leadsToDirectory) return false;
    if (settings.ignored?.(name, leadsToDirectory) || context.isIgnored(absolute, isDirectory)) return false;
    if (!settings.wanted || isDirectory || isMatched || parent.isMatched) return true;
    return settings.directoriesOnly || settings.wanted(name, false);
  }

  function nodeAt(place: Pick<TreeNode, 'name' | 'path' | 'depth' | 'absolute'>): TreeNode {
    const stat = factsOf(() => files.lstat(place.absolute));
    const link =
      stat?.kind === 'symlink'
        ? { target: files.readLink(place.absolute), stat: factsOf(() => files.stat(place.absolute)) }
        : undefined;
    const isDirectory = isDirectoryNode({ stat, link });
    const isMatched =
      settings.matchesDirectories && place.depth > 0 && isDirectory && (settings.wanted?.(place.name, true) ?? false);
    return { ...place, stat, link, isMatched, size: stat?.size ?? 0 };
  }
}

function factsOf(read: () => FileStat): FileStat | undefined {
  try {
    return read();
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}

function sortNodes(nodes: TreeNode[], { sort, reverses, groups }: TreeSettings): TreeNode[] {
  if (sort === 'none') return nodes;
  const compare = COMPARISONS[sort];
  const rank = (node: TreeNode): number =>
    groups === 'none' ? 0 : Number(isDirectoryNode(node) === (groups === 'files-first'));
  return nodes.sort((left, right) => {
    const ordered = compare(left, right) || compareCodePoints(left.name, right.name);
    return rank(left) - rank(right) || (reverses ? -ordered : ordered);
  });
}

const byTime =
  (usesChangeTime: boolean) =>
  (left: TreeNode, right: TreeNode): number =>
    (left.stat ? treeTime(left.stat, usesChangeTime) : 0) - (right.stat ? treeTime(right.stat, usesChangeTime) : 0);

const COMPARISONS: Readonly<
  Record<Exclude<TreeSettings['sort'], 'none'>, (left: TreeNode, right: TreeNode) => number>
> = {
  name: () => 0,
  version: (left, right) => compareVersions(left.name, right.name),
  size: (left, right) => right.size - left.size,
  mtime: byTime(false),
  ctime: byTime(true),
};
