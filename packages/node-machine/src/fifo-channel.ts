import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { concatBytes } from '@cloche/system';

const READ_BYTES = 65_536;
const { O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** A FIFO through which a child reads, whose unread part can be taken back. */
export interface InputChannel {
  /** The child's end, to be closed here once the child has it. */
  readonly childDescriptor: number;
  /** Writes from `start` what fits, and returns how much. */
  write(bytes: Uint8Array, start: number): number;
  /** Lets the child see the end once it has read what was written. */
  endWriting(): void;
  /** After the end of writing: lets a child go on that opens the FIFO anew (`/dev/stdin`) and would wait for a writer. */
  releaseOpeners(): void;
  /** Closes the channel and returns what the child has left. */
  takeBack(): Uint8Array;
}

/** Opens a FIFO as input of a child. Its name goes when nobody opens it any more: the caller removes it. */
export function openInputChannel(path: string): InputChannel {
  const ownEnd = openSync(path, O_RDONLY | O_NONBLOCK);
  const writeEnd = openSync(path, O_WRONLY | O_NONBLOCK);
  const childDescriptor = openSync(path, O_RDONLY);
  let isWritable = true;
  const endWriting = (): void => {
    if (isWritable) closeSync(writeEnd);
    isWritable = false;
  };
  return {
    childDescriptor,
    write: (bytes, start) => unlessFull(() => writeSync(writeEnd, bytes, start)),
    endWriting,
    releaseOpeners() {
      try {
        closeSync(openSync(`/proc/self/fd/${ownEnd}`, O_WRONLY | O_NONBLOCK));
      } catch {
        return;
      }
    },
    takeBack() {
      const chunks: Uint8Array[] = [];
      for (;;) {
        const buffer = Buffer.allocUnsafe(READ_BYTES);
        const count = unlessFull(() => readSync(ownEnd, buffer, 0, READ_BYTES, null));
        if (count === 0) break;
        chunks.push(buffer.subarray(0, count));
      }
      endWriting();
      closeSync(ownEnd);
      return concatBytes(chunks);
    },
  };
}

/** A FIFO into which a child writes. */
export interface OutputChannel {
  /** The child's end, to be closed here once the child has it. */
  readonly childDescriptor: number;
  readonly stream: Socket;
}

/** Opens a FIFO as output of a child; the caller removes its name. */
export function openOutputChannel(path: string): OutputChannel {
  const ownEnd = openSync(path, O_RDONLY | O_NONBLOCK);
  const childDescriptor = openSync(path, O_WRONLY);
  return { childDescriptor, stream: new Socket({ fd: ownEnd, readable: true, writable: false }) };
}

/** Returns 0 where the call would have to wait. */
function unlessFull(call: () => number): number {
  try {
    return call();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return 0;
    throw error;
  }
}
