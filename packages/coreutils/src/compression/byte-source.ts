import { type ByteReader, concatBytes, NO_BYTES } from '@cloche/system';

/** Reads exact numbers of bytes from a reader. */
export interface ByteSource {
  /** Returns `count` bytes, fewer only at the end. */
  take(count: number): Promise<Uint8Array>;
  /** Returns 1 to `maxBytes` bytes, or none at the end. */
  some(maxBytes: number): Promise<Uint8Array>;
  /** Puts bytes back in front. */
  giveBack(bytes: Uint8Array): void;
  /** How many bytes were handed out and not given back. */
  position(): number;
}

/** Creates a source of a reader's bytes. */
export function createByteSource(reader: Pick<ByteReader, 'read'>): ByteSource {
  let kept: Uint8Array = NO_BYTES;
  let position = 0;
  const some = async (maxBytes: number): Promise<Uint8Array> => {
    if (kept.length === 0) kept = await reader.read();
    const bytes = kept.subarray(0, maxBytes);
    kept = kept.subarray(bytes.length);
    position += bytes.length;
    return bytes;
  };
  return {
    some,
    async take(count) {
      const parts: Uint8Array[] = [];
      let length = 0;
      while (length < count) {
        const bytes = await some(count - length);
        if (bytes.length === 0) break;
        parts.push(bytes);
        length += bytes.length;
      }
      return parts.length === 0 ? NO_BYTES : concatBytes(parts);
    },
    position: () => position,
    giveBack(bytes) {
      position -= bytes.length;
      if (bytes.length > 0) kept = kept.length === 0 ? bytes : concatBytes([bytes, kept]);
    },
  };
}
