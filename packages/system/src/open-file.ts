import type { FileStat } from './file-system.ts';
import { SystemError } from './system-error.ts';
import type { Terminal } from './terminal/terminal.ts';

/** What an open file leads to. */
export type OpenFileKind = 'file' | 'directory' | 'pipe' | 'terminal' | 'device';

/** Where `seek` counts from. */
export type SeekOrigin = 'start' | 'current' | 'end';

/**
 * An open file description (POSIX XBD 3.243): what file descriptors point to. Several descriptors, also of different
 * processes, may share one, and then share its position. It closes when the last owner calls `release`.
 *
 * `read` and `write` answer at once when they can, and return a promise only when they must wait; callers await only
 * promises. They throw, or reject with, `SystemError`, and with `signal.reason` when the signal is aborted meanwhile;
 * an aborted read has taken no bytes.
 */
export interface OpenFile {
  readonly kind: OpenFileKind;
  /** The terminal it leads to, where the machine can control it. */
  readonly terminal?: Terminal;
  readonly canRead: boolean;
  readonly canWrite: boolean;
  /** Returns 1 to `maxBytes` bytes, or none at the end. The bytes must not be changed. `EBADF`, `EISDIR`, `EIO`. */
  read(maxBytes: number, signal: AbortSignal): Uint8Array | Promise<Uint8Array>;
  /** Gives back bytes that were read too far; the next read, of any owner, returns them first. */
  unread(bytes: Uint8Array): void;
  /** Writes all of `bytes`, waiting for room. The buffer must not be changed afterwards. `EBADF`, `EPIPE`, `ENOSPC`. */
  write(bytes: Uint8Array, signal: AbortSignal): undefined | Promise<void>;
  /** Moves the position and returns it. `ESPIPE` where there is none. */
  seek(offset: number, origin: SeekOrigin): number;
  stat(): FileStat;
  /** Counts one more owner and returns the same file. */
  retain(): OpenFile;
  /** Counts one owner less; the last one closes the file. */
  release(): void;
}

/** Facts that open files without a name report, in `FileStat`'s form. */
export function statOfUnnamed(kind: 'fifo' | 'character-device', now: number): FileStat {
  return {
    kind,
    mode: kind === 'fifo' ? 0o600 : 0o620,
    size: 0,
    mtimeMs: now,
    ctimeMs: now,
    atimeMs: now,
    birthtimeMs: now,
    inode: 0,
    device: 0,
    links: 1,
    userId: 1000,
    groupId: 1000,
    blocks: 0,
  };
}

/** Counts the owners of an open file; `close` runs once, when the last one is gone. */
export function createOwnerCount(close: () => void): { retain(): void; release(): void } {
  let owners = 1;
  return {
    retain() {
      if (owners === 0) throw new SystemError('EBADF', 'dup');
      owners++;
    },
    release() {
      if (owners === 0) return;
      owners--;
      if (owners === 0) close();
    },
  };
}
