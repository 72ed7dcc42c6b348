import { lstatSync } from 'node:fs';
import { errnoOf, type FileKind } from '@cloche/system';
import { callHost } from '../host-call.ts';

/** What tells that a file is as it was. */
export interface ExactStat {
  readonly kind: FileKind;
  readonly mode: number;
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  /** 0 where the host has none. */
  readonly inode: bigint;
  readonly links: number;
}

/** Returns facts about `path` itself, or `undefined` when it is gone. */
export function exactStat(path: string): ExactStat | undefined {
  try {
    return callHost('lstat', path, (name) => {
      const stats = lstatSync(name, { bigint: true });
      const kind: FileKind = stats.isFile()
        ? 'file'
        : stats.isDirectory()
          ? 'directory'
          : stats.isSymbolicLink()
            ? 'symlink'
            : 'character-device';
      return {
        kind,
        mode: Number(stats.mode) & 0o7777,
        size: Number(stats.size),
        mtimeNs: stats.mtimeNs,
        ctimeNs: stats.ctimeNs,
        inode: stats.ino,
        links: Number(stats.nlink),
      };
    });
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return undefined;
    throw error;
  }
}
