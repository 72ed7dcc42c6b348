import { codePointCut, concatBytes, decodeText, encodeText } from '@cloche/system';
import { MAX_CAPTURE_BYTES } from '../loop/retained-output.ts';

/** Bytes of a preview at its start, and at its end. */
const HEAD_BYTES = 16_384;
const TAIL_BYTES = 16_384;

/** Takes an output of any length: its start, as much as may be retained, and its end. */
export interface OutputCapture {
  add(text: string): void;
  readonly totalBytes: number;
  /** The output as it came, when it is no longer than `maxBytes`; else its start and end with a notice between. */
  preview(maxBytes?: number): { readonly text: string; readonly isWhole: boolean };
  /** The first bytes, at most 16 MiB. */
  bytes(): Uint8Array;
}

/** Creates a capture; its memory is bounded. */
export function createOutputCapture(): OutputCapture {
  const kept: Uint8Array[] = [];
  let keptBytes = 0;
  let totalBytes = 0;
  /** The last chunks, at least `TAIL_BYTES` of them. */
  let tail: Uint8Array[] = [];
  let tailBytes = 0;
  return {
    get totalBytes() {
      return totalBytes;
    },
    add(text) {
      if (text === '') return;
      const bytes = encodeText(text);
      totalBytes += bytes.length;
      if (keptBytes < MAX_CAPTURE_BYTES) {
        const part = bytes.subarray(0, MAX_CAPTURE_BYTES - keptBytes);
        kept.push(part);
        keptBytes += part.length;
      }
      tail.push(bytes.length > TAIL_BYTES ? bytes.slice(-TAIL_BYTES - 4) : bytes);
      tailBytes += bytes.length;
      if (tail.length > 64 && tailBytes > 2 * TAIL_BYTES) {
        tail = [concatBytes(tail).slice(-TAIL_BYTES - 4)];
        tailBytes = tail[0]?.length ?? 0;
      }
    },
    preview(maxBytes = HEAD_BYTES + TAIL_BYTES) {
      const whole = concatBytes(kept);
      if (totalBytes <= maxBytes && totalBytes <= whole.length) return { text: decodeText(whole), isWhole: true };
      const headBytes = Math.ceil(maxBytes / 2);
      const head = whole.subarray(0, codePointCut(whole, headBytes));
      const end = startAtCodePoint(concatBytes(tail), Math.floor(maxBytes / 2));
      const omitted = totalBytes - head.length - end.length;
      const notice = `[output truncated: omitted ${omitted} of ${totalBytes} bytes]`;
      return { text: `${decodeText(head)}\n${notice}\n${decodeText(end)}`, isWhole: false };
    },
    bytes: () => concatBytes(kept),
  };
}

/** Returns the longest end of `bytes` with at most `maxBytes` that begins with a code point. */
function startAtCodePoint(bytes: Uint8Array, maxBytes: number): Uint8Array {
  let start = Math.max(0, bytes.length - maxBytes);
  while (start > 0 && start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  return bytes.subarray(start);
}
