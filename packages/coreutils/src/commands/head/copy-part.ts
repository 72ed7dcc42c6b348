import { type ByteReader, concatBytes, NO_BYTES } from '@cloche/system';
import type { OutputBuffer } from '../../command/output-buffer.ts';

/**
 * Copies the first `count` lines, or bytes when there is no terminator. What was read too far is given back, so that
 * the next reader of a shared input goes on behind it.
 */
export async function copyFirst(
  output: OutputBuffer,
  reader: ByteReader,
  count: number,
  terminator: number | undefined,
): Promise<void> {
  let left = count;
  while (left > 0) {
    const bytes = await reader.read();
    if (bytes.length === 0) return;
    let end = terminator === undefined ? Math.min(left, bytes.length) : 0;
    if (terminator === undefined) left -= end;
    while (terminator !== undefined && left > 0 && end < bytes.length) {
      const at = bytes.indexOf(terminator, end);
      end = at < 0 ? bytes.length : at + 1;
      if (at >= 0) left--;
    }
    output.put(bytes.subarray(0, end));
    if (end < bytes.length) reader.unread(bytes.subarray(end));
    await output.flush();
  }
}

/** Copies all but the last `count` lines, or bytes when there is no terminator. */
export async function copyAllButLast(
  output: OutputBuffer,
  reader: ByteReader,
  count: number,
  terminator: number | undefined,
): Promise<void> {
  let kept: Uint8Array = NO_BYTES;
  for (;;) {
    const bytes = await reader.read();
    if (bytes.length === 0) break;
    kept = concatBytes([kept, bytes]);
    const end = startOfLast(kept, count, terminator, false);
    output.put(kept.slice(0, end));
    kept = kept.slice(end);
    await output.drain();
  }
  output.put(kept.subarray(0, startOfLast(kept, count, terminator, true)));
}

/** Returns where the last `count` lines or bytes begin; an incomplete last line counts only when it `isEnd`. */
export function startOfLast(bytes: Uint8Array, count: number, terminator: number | undefined, isEnd: boolean): number {
  if (terminator === undefined) return Math.max(0, bytes.length - count);
  let start = bytes.length;
  if (bytes.at(-1) !== terminator) {
    start = bytes.lastIndexOf(terminator) + 1;
    if (isEnd && bytes.length > start && count > 0) return startOfLines(bytes, start, count - 1, terminator);
  }
  if (count === 0) return isEnd ? bytes.length : start;
  return startOfLines(bytes, start, count, terminator);
}

function startOfLines(bytes: Uint8Array, end: number, count: number, terminator: number): number {
  let start = end;
  for (let line = 0; line < count && start > 0; line++) {
    start = start < 2 ? 0 : bytes.lastIndexOf(terminator, start - 2) + 1;
  }
  return start;
}
