import { concatBytes, NO_BYTES } from './bytes.ts';
import { createOwnerCount, type OpenFile, statOfUnnamed } from './open-file.ts';
import { SystemError } from './system-error.ts';
import { createWaitQueue } from './wait-queue.ts';

/** Bytes that a pipe holds before writers wait. */
export const PIPE_CAPACITY_BYTES = 65_536;

/** The two ends of a pipe. */
export interface Pipe {
  readonly reader: OpenFile;
  readonly writer: OpenFile;
  /** Bytes that were written and not read yet. */
  readonly heldBytes: number;
}

/**
 * Creates a pipe (POSIX pipe()): bytes come out in the order they went in, chunk borders are not kept. A writer waits
 * while the pipe is full; without readers it fails with `EPIPE`. A reader gets the end when no writer is left.
 */
export function createPipe(capacityBytes: number = PIPE_CAPACITY_BYTES): Pipe {
  let chunks: Uint8Array[] = [];
  let held = 0;
  let isReadable = true;
  let isWritable = true;
  const changed = createWaitQueue();

  const take = (maxBytes: number): Uint8Array => {
    const first = chunks[0] ?? NO_BYTES;
    const wasFull = held >= capacityBytes;
    if (first.length > maxBytes) {
      chunks[0] = first.subarray(maxBytes);
      held -= maxBytes;
      if (wasFull) changed.wakeAll();
      return first.subarray(0, maxBytes);
    }
    // What a reader gave back is most of what it asks for again: joining it with the next bytes would copy it each time.
    if (first.length * 4 > maxBytes) {
      chunks.shift();
      held -= first.length;
      if (wasFull) changed.wakeAll();
      return first;
    }
    let count = 0;
    let length = 0;
    for (const chunk of chunks) {
      if (length + chunk.length > maxBytes) break;
      length += chunk.length;
      count++;
    }
    const taken = concatBytes(chunks.slice(0, count));
    chunks = chunks.slice(count);
    held -= length;
    if (wasFull) changed.wakeAll();
    return taken;
  };

  const put = (bytes: Uint8Array): void => {
    const wasEmpty = held === 0;
    chunks.push(bytes);
    held += bytes.length;
    if (wasEmpty) changed.wakeAll();
  };

  const waitAndRead = async (maxBytes: number, signal: AbortSignal): Promise<Uint8Array> => {
    while (held === 0 && isWritable) await changed.wait(signal);
    return held === 0 ? NO_BYTES : take(maxBytes);
  };

  const waitAndWrite = async (bytes: Uint8Array, signal: AbortSignal): Promise<void> => {
    let rest = bytes;
    while (rest.length > 0) {
      while (isReadable && held >= capacityBytes) await changed.wait(signal);
      if (!isReadable) throw new SystemError('EPIPE', 'write');
      const room = capacityBytes - held;
      put(rest.subarray(0, room));
      rest = rest.subarray(room);
    }
  };

  const readerCount = createOwnerCount(() => {
    isReadable = false;
    chunks = [];
    held = 0;
    changed.wakeAll();
  });
  const writerCount = createOwnerCount(() => {
    isWritable = false;
    changed.wakeAll();
  });

  const reader: OpenFile = {
    kind: 'pipe',
    canRead: true,
    canWrite: false,
    read(maxBytes, signal) {
      if (held > 0) return take(maxBytes);
      return isWritable ? waitAndRead(maxBytes, signal) : NO_BYTES;
    },
    unread(bytes) {
      if (bytes.length === 0) return;
      chunks.unshift(bytes);
      held += bytes.length;
      changed.wakeAll();
    },
    write() {
      throw new SystemError('EBADF', 'write');
    },
    seek() {
      throw new SystemError('ESPIPE', 'lseek');
    },
    stat: () => statOfUnnamed('fifo', 0),
    retain() {
      readerCount.retain();
      return reader;
    },
    release: readerCount.release,
  };
  const writer: OpenFile = {
    kind: 'pipe',
    canRead: false,
    canWrite: true,
    read() {
      throw new SystemError('EBADF', 'read');
    },
    unread() {
      throw new SystemError('EBADF', 'read');
    },
    write(bytes, signal) {
      if (!isReadable) throw new SystemError('EPIPE', 'write');
      if (bytes.length === 0) return undefined;
      if (held + bytes.length > capacityBytes) return waitAndWrite(bytes, signal);
      put(bytes);
      return undefined;
    },
    seek() {
      throw new SystemError('ESPIPE', 'lseek');
    },
    stat: () => statOfUnnamed('fifo', 0),
    retain() {
      writerCount.retain();
      return writer;
    },
    release: writerCount.release,
  };
  return {
    reader,
    writer,
    get heldBytes() {
      return held;
    },
  };
}
