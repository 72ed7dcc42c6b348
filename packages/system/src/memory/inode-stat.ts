import { encodedLength } from '../bytes.ts';
import type { FileStat } from '../file-system.ts';
import type { DirectoryInode, Inode } from './inode.ts';

/** Returns the facts about an inode as `stat` gives them. */
export function statOf(inode: Inode): FileStat {
  const size = sizeOf(inode);
  const { kind, mode, mtimeMs, ctimeMs, atimeMs, birthtimeMs } = inode;
  const links = inode.kind === 'directory' ? 2 + countDirectories(inode) : inode.locations.length;
  const owner = { userId: 1000, groupId: 1000, device: 1 };
  return {
    kind,
    mode,
    size,
    mtimeMs,
    ctimeMs,
    atimeMs,
    birthtimeMs,
    inode: inode.number,
    links,
    blocks: Math.ceil(size / 4096) * 8,
    ...owner,
  };
}

function sizeOf(inode: Inode): number {
  switch (inode.kind) {
    case 'file':
      return inode.content.size;
    case 'directory':
      return 4096;
    case 'symlink':
      return encodedLength(inode.target);
    case 'character-device':
      return 0;
  }
}

function countDirectories({ entries }: DirectoryInode): number {
  let count = 0;
  for (const { kind } of entries.values()) if (kind === 'directory') count++;
  return count;
}
