import { write } from 'node:fs';
import { Readable } from 'node:stream';
import type * as NodePty from '@lydell/node-pty';

/** Types at a terminal. */
export interface TerminalWriter {
  write(typed: string | Uint8Array): void;
  /** Bytes that do not fit into the terminal yet. */
  readonly heldBytes: number;
  /** Returns them; they are not written any more. */
  takeBack(): Uint8Array;
}

const RETRY_MS = 5;

/**
 * Creates what types at a terminal without ever blocking: a program that does not read fills the terminal, and then what is
 * typed waits here. (node-pty's own way to write waits in this thread.)
 */
export function createTerminalWriter(terminal: NodePty.IPty): TerminalWriter {
  const socket: unknown = Reflect.get(terminal, '_socket');
  const descriptor: unknown = Reflect.get(terminal, '_fd');
  if (!(socket instanceof Readable) || typeof descriptor !== 'number') {
    throw new Error('node-pty has another inside: its terminal has no _socket and _fd to write to');
  }
  let waiting: Uint8Array[] = [];
  let isWriting = false;
  let isUnderWay = false;
  const writeNext = (): void => {
    const bytes = waiting[0];
    if (!bytes || socket.destroyed) {
      isWriting = false;
      return;
    }
    isWriting = true;
    isUnderWay = true;
    write(descriptor, bytes, (error, count) => {
      isUnderWay = false;
      if (error && error.code !== 'EAGAIN') {
        isWriting = false;
        return;
      }
      if (!error && waiting[0] === bytes)
        waiting.splice(0, 1, ...(count < bytes.length ? [bytes.subarray(count)] : []));
      if (error) setTimeout(writeNext, RETRY_MS).unref();
      else writeNext();
    });
  };
  return {
    write(typed) {
      waiting.push(typeof typed === 'string' ? Buffer.from(typed) : typed.slice());
      if (!isWriting) writeNext();
    },
    get heldBytes() {
      return waiting.reduce((sum, { length }) => sum + length, 0);
    },
    takeBack() {
      const left = Buffer.concat(isUnderWay ? waiting.slice(1) : waiting);
      waiting = [];
      return left;
    },
  };
}
