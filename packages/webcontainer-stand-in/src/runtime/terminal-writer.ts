import { write } from 'node:fs';
import { Readable } from 'node:stream';
import type * as NodePty from '@lydell/node-pty';

const RETRY_MS = 5;

/**
 * Creates what types at a terminal without ever blocking: a program that does not read fills the terminal, and then what is
 * typed waits here. (node-pty's own way to write waits in this thread.)
 */
export function createTerminalWriter(terminal: NodePty.IPty): (text: string) => void {
  const socket: unknown = Reflect.get(terminal, '_socket');
  const descriptor: unknown = Reflect.get(terminal, '_fd');
  if (!(socket instanceof Readable) || typeof descriptor !== 'number') {
    throw new Error('node-pty has another inside: its terminal has no _socket and _fd to write to');
  }
  const waiting: Uint8Array[] = [];
  let isWriting = false;
  const writeNext = (): void => {
    const bytes = waiting[0];
    if (!bytes || socket.destroyed) {
      isWriting = false;
      return;
    }
    isWriting = true;
    write(descriptor, bytes, (error, count) => {
      if (error && error.code !== 'EAGAIN') {
        isWriting = false;
        return;
      }
      if (!error) waiting.splice(0, 1, ...(count < bytes.length ? [bytes.subarray(count)] : []));
      if (error) setTimeout(writeNext, RETRY_MS).unref();
      else writeNext();
    });
  };
  return (text) => {
    waiting.push(Buffer.from(text));
    if (!isWriting) writeNext();
  };
}
