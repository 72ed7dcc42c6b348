import { codePointCut, decodeText } from '@cloche/system';
import { stripEscapes } from './clean-output.ts';

/** A window of raw output as text that cannot do anything to who reads it. */
export interface SafeText {
  readonly text: string;
  /** Raw bytes that the text stands for; fewer than given when the window ends inside a character or a sequence. */
  readonly usedBytes: number;
  /** Something was left out or replaced. */
  readonly isNormalized: boolean;
  /** The bytes are hardly text. */
  readonly isBinary: boolean;
}

/** Longest escape sequence that is awaited at the end of a window. */
const MAX_OPEN_ESCAPE_BYTES = 64;
const ESCAPE_BYTE = 0x1b;
const MIN_ENTROPY_BYTES = 256;
const BINARY_ENTROPY_BITS = 7.5;
const BINARY_NUL_SHARE = 0.01;
const COMPLETE_ESCAPE =
  /^\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-OQ-WYZ\\`-~])/;

/**
 * Makes text of a window of output: escape sequences and control characters go, bytes that are no UTF-8 become U+FFFD.
 *
 * @param mayGoOn  more bytes follow, or may: what is cut off at the end is left for the next window
 */
export function safeText(bytes: Uint8Array, { mayGoOn }: { readonly mayGoOn: boolean }): SafeText {
  const usedBytes = mayGoOn ? completeLength(bytes) : bytes.length;
  const used = bytes.subarray(0, usedBytes);
  const decoded = decodeText(used);
  const text = stripEscapes(decoded).toWellFormed();
  return { text, usedBytes, isNormalized: text !== decoded, isBinary: looksBinary(used) };
}

/** How many of the bytes are before a character or an escape sequence that is not complete; all of them when none are. */
function completeLength(bytes: Uint8Array): number {
  let end = bytes.length;
  for (let back = 1; back <= 4 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    if (byte >= 0xc2 && sequenceLength(byte) > back) end = bytes.length - back;
    break;
  }
  const from = Math.max(0, end - MAX_OPEN_ESCAPE_BYTES);
  const escape = bytes.subarray(from, end).lastIndexOf(ESCAPE_BYTE);
  if (escape >= 0 && !COMPLETE_ESCAPE.test(decodeText(bytes.subarray(from + escape, end)))) end = from + escape;
  return end === 0 ? codePointCut(bytes, bytes.length) : end;
}

function sequenceLength(first: number): number {
  if (first >= 0xf0) return 4;
  return first >= 0xe0 ? 3 : 2;
}

/** More than one NUL in a hundred bytes, or bytes as even as compressed ones are. */
function looksBinary(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return false;
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
  if ((counts[0] ?? 0) > bytes.length * BINARY_NUL_SHARE) return true;
  if (bytes.length < MIN_ENTROPY_BYTES) return false;
  const entropy = counts.reduce((sum, count) => {
    const share = count / bytes.length;
    return count === 0 ? sum : sum - share * Math.log2(share);
  }, 0);
  return entropy >= BINARY_ENTROPY_BITS;
}
