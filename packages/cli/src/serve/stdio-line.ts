import type { Readable, Writable } from 'node:stream';
import { MAX_MESSAGE_BYTES } from '@cloche/tools';
import type { MessageLine } from './serve-line.ts';

const LENGTH_BYTES = 4;

/** Makes a line of two streams: each message is led by its length, 32 bits, big endian. */
export function createStdioLine(input: Readable, output: Writable): MessageLine {
  let hear: (message: Uint8Array) => void = () => undefined;
  let closed: () => void = () => undefined;
  let isOpen = true;
  let pending: Buffer = Buffer.alloc(0);
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    input.destroy();
    closed();
  };
  input.on('data', (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    while (isOpen && pending.length >= LENGTH_BYTES) {
      const length = pending.readUInt32BE(0);
      if (length > MAX_MESSAGE_BYTES) {
        close();
        return;
      }
      if (pending.length < LENGTH_BYTES + length) return;
      const message = pending.subarray(LENGTH_BYTES, LENGTH_BYTES + length);
      pending = pending.subarray(LENGTH_BYTES + length);
      hear(message);
    }
  });
  input.on('end', close);
  input.on('error', close);
  output.on('error', close);
  return {
    send(message) {
      if (!isOpen) return;
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt32BE(message.length);
      output.write(length);
      output.write(message);
    },
    onMessage(listener) {
      hear = listener;
    },
    onClose(listener) {
      closed = listener;
    },
    close,
  };
}
