import { isValidUtf8 } from '@cloche/system';
import { isAscii } from './scan-words.ts';

/** Bytes at the start of a file in which a NUL makes it a binary file, as GNU grep's buffer. */
const LOOKED_AT_BYTES = 32_768;

/** Returns whether a file that begins with `start` is binary for search tools: it holds a NUL. */
export function looksBinary(start: Uint8Array): boolean {
  return start.subarray(0, LOOKED_AT_BYTES).indexOf(0) >= 0;
}

/** Returns whether `line` can be printed as text. */
export function isTextLine(line: Uint8Array): boolean {
  return line.indexOf(0) < 0 && (isAscii(line) || isValidUtf8(line));
}
