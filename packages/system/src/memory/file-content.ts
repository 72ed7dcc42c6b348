import { NO_BYTES } from '../bytes.ts';

/**
 * The bytes of one file. Arrays that were handed out or taken over are never changed: the first change after that
 * copies (copy on write), so reading is free and snapshots stay true.
 */
export interface FileContent {
  readonly size: number;
  /** Returns a snapshot of `[from, to)`, cut at the end of the file. */
  read(from: number, to: number): Uint8Array;
  /** Takes over `bytes` as the whole content. */
  replace(bytes: Uint8Array): void;
  /** Writes at `position`, filling a gap with zeros. */
  write(position: number, bytes: Uint8Array): void;
  truncate(size: number): void;
}

/** Creates a file's content from bytes that it takes over. */
export function createFileContent(initial: Uint8Array = NO_BYTES): FileContent {
  let buffer = initial;
  let size = initial.length;
  /** Bytes of `buffer` before this index were handed out and must not change. */
  let sharedUntil = initial.length;

  const makeRoom = (needed: number, changedFrom: number): void => {
    if (needed <= buffer.length && changedFrom >= sharedUntil) return;
    const capacity = needed <= buffer.length ? buffer.length : Math.max(needed, Math.min(size * 2, size + 16_777_216));
    const copy = new Uint8Array(capacity);
    copy.set(buffer.subarray(0, size));
    buffer = copy;
    sharedUntil = 0;
  };

  return {
    get size() {
      return size;
    },
    read(from, to) {
      const end = Math.min(to, size);
      if (from >= end) return NO_BYTES;
      sharedUntil = Math.max(sharedUntil, end);
      return buffer.subarray(from, end);
    },
    replace(bytes) {
      buffer = bytes;
      size = bytes.length;
      sharedUntil = size;
    },
    write(position, bytes) {
      const end = position + bytes.length;
      makeRoom(Math.max(end, size), Math.min(position, size));
      if (position > size) buffer.fill(0, size, position);
      buffer.set(bytes, position);
      size = Math.max(size, end);
    },
    truncate(newSize) {
      if (newSize > size) {
        makeRoom(newSize, size);
        buffer.fill(0, size, newSize);
      } else if (newSize === 0) {
        buffer = NO_BYTES;
        sharedUntil = 0;
      } else if (newSize < sharedUntil) {
        buffer = buffer.slice(0, newSize);
        sharedUntil = 0;
      }
      size = newSize;
    },
  };
}
