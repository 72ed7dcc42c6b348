import { concatBytes, createOwnerCount, type OpenFile } from '@cloche/system';
import { createWriteOnlyFile } from './write-only-file.ts';

/** What a command printed on one stream. */
export interface OutputSink {
  /** Where the command writes. */
  readonly file: OpenFile;
  /** Returns the kept bytes; call it when the command has ended. */
  bytes(): Uint8Array;
  /** Bytes that came after the limit and were not kept. */
  readonly lostBytes: number;
}

/** Keeps the first `maxBytes` of a stream and passes every chunk on; a promise of `onChunk` makes the writer wait. */
export function createOutputSink(
  maxBytes: number,
  onChunk: (bytes: Uint8Array, signal: AbortSignal) => undefined | Promise<void>,
): OutputSink {
  const chunks: Uint8Array[] = [];
  let kept = 0;
  let lostBytes = 0;
  const file = createWriteOnlyFile(
    createOwnerCount(() => undefined),
    (bytes, signal) => {
      const room = Math.max(0, maxBytes - kept);
      // Copied, since a writer's small chunk may be a view of a large buffer.
      if (room > 0) chunks.push(bytes.slice(0, room));
      kept += Math.min(room, bytes.length);
      lostBytes += Math.max(0, bytes.length - room);
      return onChunk(bytes, signal);
    },
  );
  return {
    file,
    bytes: () => concatBytes(chunks),
    get lostBytes() {
      return lostBytes;
    },
  };
}
