import { packContents, unpackContents, type WorkspaceSnapshot } from '@cloche/system';
import { type SnapshotDirectory, snapshotDirectory } from './container-snapshot.ts';

/** How a stored workspace comes into a container. */
export interface RestorePlan {
  /** What the client mounts, below the workspace's directory. */
  readonly tree: SnapshotDirectory;
  /** Files in it. */
  readonly files: number;
  /** What the guest sets afterwards: modes, times, links, and the files that a mount cannot carry. */
  readonly rest: WorkspaceSnapshot;
}

/** Divides a stored workspace: contents go by mount, which takes names of valid text only, and the rest by the guest. */
export function planRestore(snapshot: WorkspaceSnapshot): RestorePlan {
  const bytesOf = unpackContents(snapshot.contents);
  const tree = snapshotDirectory();
  const directories = new Map<string, SnapshotDirectory>([['', tree]]);
  const left = new Map<number, Uint8Array>();
  const seenLinks = new Set<number>();
  let files = 0;
  for (const entry of snapshot.entries) {
    if (entry.kind === 'symlink') continue;
    const slash = entry.path.lastIndexOf('/');
    const name = entry.path.slice(slash + 1);
    const isDeep = directoryDepth(entry.path) > MAX_MOUNT_DEPTH;
    const parent = isMountable(name) && !isDeep ? directories.get(entry.path.slice(0, Math.max(slash, 0))) : undefined;
    if (entry.kind === 'directory') {
      if (!parent) continue;
      const directory = snapshotDirectory();
      parent.children.set(name, directory);
      directories.set(entry.path, directory);
      continue;
    }
    const isSecondName = entry.link !== undefined && seenLinks.has(entry.link);
    if (entry.link !== undefined) seenLinks.add(entry.link);
    const bytes = bytesOf.get(entry.content);
    if (isSecondName || !bytes) continue;
    if (parent) {
      parent.children.set(name, { kind: 'file', bytes });
      files++;
    } else {
      left.set(entry.content, bytes);
    }
  }
  return { tree, files, rest: { entries: snapshot.entries, contents: packContents(left) } };
}

/** Deeper ones might be more than what reads the snapshot takes. */
const MAX_MOUNT_DEPTH = 60;

function directoryDepth(path: string): number {
  let depth = 0;
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) depth++;
  return depth;
}

/** Names that are not valid text, and the one that an object's key cannot be, go another way. */
function isMountable(name: string): boolean {
  return name.isWellFormed() && name !== '__proto__';
}
