import { FileContent } from './file-content.ts';

/** A name in a directory, from the side of what it names. */
export interface Location {
  readonly directory: DirectoryInode;
  readonly name: string;
}

interface InodeBase {
  readonly number: number;
  mode: number;
  mtimeMs: number;
  ctimeMs: number;
  atimeMs: number;
  readonly birthtimeMs: number;
  /** Every name of this inode; none when it was removed, and for the root. */
  readonly locations: Location[];
}

export interface FileInode extends InodeBase {
  readonly kind: 'file';
  readonly content: FileContent;
  /** Handles that are open; a file without names lives until they are closed. */
  handles: number;
}

export interface DirectoryInode extends InodeBase {
  readonly kind: 'directory';
  readonly entries: Map<string, Inode>;
}

export interface SymlinkInode extends InodeBase {
  readonly kind: 'symlink';
  readonly target: string;
}

export interface DeviceInode extends InodeBase {
  readonly kind: 'character-device';
}

export type Inode = FileInode | DirectoryInode | SymlinkInode | DeviceInode;

/** What every new inode has. */
interface NewInode {
  readonly number: number;
  readonly mode: number;
  readonly now: number;
}

/** Creates an empty directory that has no name yet. */
export function newDirectory({ number, mode, now }: NewInode): DirectoryInode {
  const times = { mtimeMs: now, ctimeMs: now, atimeMs: now, birthtimeMs: now };
  return { kind: 'directory', number, mode, ...times, locations: [], entries: new Map() };
}

/** Creates a file that takes over `bytes` and has no name yet. */
export function newFile({ number, mode, now }: NewInode, bytes?: Uint8Array): FileInode {
  return {
    kind: 'file',
    number,
    mode,
    mtimeMs: now,
    ctimeMs: now,
    atimeMs: now,
    birthtimeMs: now,
    locations: [],
    content: new FileContent(bytes),
    handles: 0,
  };
}

/** Creates a symbolic link that has no name yet. */
export function newSymlink({ number, mode, now }: NewInode, target: string): SymlinkInode {
  const times = { mtimeMs: now, ctimeMs: now, atimeMs: now, birthtimeMs: now };
  return { kind: 'symlink', number, mode, ...times, locations: [], target };
}

/** Creates a device that has no name yet. */
export function newDevice({ number, mode, now }: NewInode): DeviceInode {
  const times = { mtimeMs: now, ctimeMs: now, atimeMs: now, birthtimeMs: now };
  return { kind: 'character-device', number, mode, ...times, locations: [] };
}

/** Returns the absolute path of a directory, or `undefined` when it, or a directory above it, was removed. */
export function directoryPath(directory: DirectoryInode, root: DirectoryInode): string | undefined {
  const names: string[] = [];
  let current = directory;
  while (current !== root) {
    const location = current.locations[0];
    if (!location) return undefined;
    names.unshift(location.name);
    current = location.directory;
  }
  return `/${names.join('/')}`;
}

/** Returns whether the owner may do all of `ownerBits`, as in a mode. */
export function may(inode: Inode, ownerBits: number): boolean {
  return (inode.mode & ownerBits) === ownerBits;
}

/** Returns whether a directory is `ancestor`, or below it. */
export function isBelow(directory: DirectoryInode, ancestor: DirectoryInode): boolean {
  let current: DirectoryInode | undefined = directory;
  while (current) {
    if (current === ancestor) return true;
    current = current.locations[0]?.directory;
  }
  return false;
}
