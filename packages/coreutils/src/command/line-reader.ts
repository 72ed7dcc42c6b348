import type { ByteReader } from '@cloche/system';
import { readLines } from './read-lines.ts';

/** Reads one line after the other. */
export interface LineReader {
  /** Returns the next line without its terminator, or nothing at the end. */
  next(): Promise<Uint8Array | undefined>;
}

/** Creates a reader of lines. */
export function createLineReader(reader: ByteReader, terminator = 10): LineReader {
  const batches = readLines(reader, terminator);
  let lines: readonly Uint8Array[] = [];
  let index = 0;
  return {
    async next() {
      while (index >= lines.length) {
        const { value, done } = await batches.next();
        if (done || !value) return undefined;
        lines = value.lines;
        index = 0;
      }
      return lines[index++];
    },
  };
}
