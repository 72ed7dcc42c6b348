import { type ByteReader, concatBytes, NO_BYTES } from '@cloche/system';
import type { OutputBuffer } from '../../command/output-buffer.ts';
import { startOfLast } from '../head/copy-part.ts';

/** Copies all but the first `skipped` lines, or bytes when there is no terminator. */
export async function copyFrom(
  output: OutputBuffer,
  reader: ByteReader,
  skipped: number,
  terminator: number | undefined,
): Promise<void> {
  let left = skipped;
  for (;;) {
    const bytes = await reader.read();
    if (bytes.length === 0) return;
    let start = 0;
    while (left > 0 && start < bytes.length) {
      const at = terminator === undefined ? Math.min(start + left, bytes.length) - 1 : bytes.indexOf(terminator, start);
      if (terminator === undefined) left -= at + 1 - start;
      else if (at >= 0) left--;
      start = at < 0 ? bytes.length : at + 1;
    }
    output.put(bytes.subarray(start));
    await output.drain();
  }
}

/** Copies the last `count` lines, or bytes when there is no terminator; keeps no more than those and a chunk. */
export async function copyLast(
  output: OutputBuffer,
  reader: ByteReader,
  count: number,
  terminator: number | undefined,
): Promise<void> {
  let kept: Uint8Array = NO_BYTES;
  let fresh: Uint8Array[] = [];
  let freshBytes = 0;
  const settle = (): void => {
    kept = concatBytes([kept, ...fresh]);
    kept = kept.slice(startOfLast(kept, count, terminator, true));
    fresh = [];
    freshBytes = 0;
  };
  for (;;) {
    const bytes = await reader.read();
    if (bytes.length === 0) break;
    fresh.push(bytes);
    freshBytes += bytes.length;
    // Settling when as much is new as is kept takes time in proportion to the input, however much is kept.
    if (freshBytes > kept.length) settle();
  }
  settle();
  output.put(kept);
}
