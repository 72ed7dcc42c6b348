/**
 * The border between bytes and text.
 *
 * Inside the engine a string is UTF-16 in which each byte that is not valid UTF-8 is one lone surrogate U+DC80 to
 * U+DCFF (the scheme of Python's `surrogateescape`, PEP 383), so that text made from any bytes turns back into the same
 * bytes. Only this file converts.
 */

const ESCAPE_BASE = 0xdc00;
const encoder = new TextEncoder();
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** An empty byte array, shared; it has no bytes that could be changed. */
export const NO_BYTES: Uint8Array = new Uint8Array(0);

/** Returns the bytes of `text`: UTF-8, each escaped byte as itself. Another lone surrogate becomes U+FFFD. */
export function encodeText(text: string): Uint8Array {
  if (text.isWellFormed()) return encoder.encode(text);
  return encodeEscapedText(text);
}

/** Returns the text of `bytes`; invalid bytes become lone surrogates. A byte order mark is kept as U+FEFF. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return decodeInvalidText(bytes);
  }
}

/** Returns whether `bytes` are valid UTF-8. */
export function isValidUtf8(bytes: Uint8Array): boolean {
  try {
    strictDecoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Returns the number of bytes that `encodeText(text)` has, without making them. */
export function encodedLength(text: string): number {
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) length += 1;
    else if (unit < 0x800) length += 2;
    else if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(index + 1))) {
      length += 4;
      index++;
    } else length += isEscapedByte(unit) ? 1 : 3;
  }
  return length;
}

/** Returns whether the UTF-16 unit stands for one byte that was not valid UTF-8 (when it does not end a pair). */
export function isEscapedByte(unit: number): boolean {
  return unit >= 0xdc80 && unit <= 0xdcff;
}

/** Returns the lone surrogate that stands for an invalid byte (0x80 to 0xff). */
export function escapeByte(byte: number): string {
  return String.fromCharCode(ESCAPE_BASE + byte);
}

/** Returns one array with all the bytes of `parts`, in order. A single part is returned as it is. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1 && parts[0] !== undefined) return parts[0];
  let length = 0;
  for (const part of parts) length += part.length;
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/** Returns whether both arrays hold the same bytes. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) if (left[index] !== right[index]) return false;
  return true;
}

/**
 * Returns the largest cut `<= maxBytes` at which UTF-8 `bytes` can be divided without splitting a code point. Looks
 * back at most three bytes; in invalid text the cut is `maxBytes` itself.
 */
export function codePointCut(bytes: Uint8Array, maxBytes: number): number {
  if (bytes.length <= maxBytes) return bytes.length;
  for (let cut = maxBytes; cut > Math.max(0, maxBytes - 4); cut--) {
    const byte = bytes[cut] ?? 0;
    if ((byte & 0xc0) !== 0x80) return cut;
  }
  return maxBytes;
}

/** Decodes a stream of chunks whose code points may be split between them. */
export interface StreamingTextDecoder {
  /** Returns the text that is complete so far; up to three bytes are kept for the next call. */
  decode(chunk: Uint8Array): string;
  /** Returns the text of the bytes that were kept, as escaped bytes. */
  end(): string;
}

/** Creates a decoder whose outputs joined are `decodeText` of the inputs joined. */
export function createStreamingTextDecoder(): StreamingTextDecoder {
  let kept: Uint8Array = NO_BYTES;
  return {
    decode(chunk) {
      const bytes = kept.length === 0 ? chunk : concatBytes([kept, chunk]);
      const cut = completeLength(bytes);
      kept = bytes.slice(cut);
      return decodeText(bytes.subarray(0, cut));
    },
    end() {
      const text = decodeText(kept);
      kept = NO_BYTES;
      return text;
    },
  };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function encodeEscapedText(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdfff) continue;
    if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(index + 1))) {
      index++;
      continue;
    }
    if (!isEscapedByte(unit)) continue;
    length += encoder.encodeInto(text.slice(start, index), bytes.subarray(length)).written;
    bytes[length++] = unit - ESCAPE_BASE;
    start = index + 1;
  }
  length += encoder.encodeInto(text.slice(start), bytes.subarray(length)).written;
  return bytes.slice(0, length);
}

function decodeInvalidText(bytes: Uint8Array): string {
  let text = '';
  let start = 0;
  let index = 0;
  while (index < bytes.length) {
    const length = utf8SequenceLength(bytes, index);
    if (length > 0) {
      index += length;
      continue;
    }
    if (index > start) text += strictDecoder.decode(bytes.subarray(start, index));
    text += escapeByte(bytes[index] ?? 0);
    index++;
    start = index;
  }
  return text + strictDecoder.decode(bytes.subarray(start));
}

/** Returns the length of the valid UTF-8 sequence at `index` (Unicode table 3-7), or 0. */
export function utf8SequenceLength(bytes: Uint8Array, index: number): number {
  const first = bytes[index] ?? 0;
  if (first < 0x80) return 1;
  const second = bytes[index + 1] ?? 0;
  if (first >= 0xc2 && first <= 0xdf) return isContinuation(second) ? 2 : 0;
  const third = bytes[index + 2] ?? 0;
  if (first >= 0xe0 && first <= 0xef) {
    const low = first === 0xe0 ? 0xa0 : 0x80;
    const high = first === 0xed ? 0x9f : 0xbf;
    return second >= low && second <= high && isContinuation(third) ? 3 : 0;
  }
  if (first < 0xf0 || first > 0xf4) return 0;
  const low = first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xf4 ? 0x8f : 0xbf;
  const valid = second >= low && second <= high && isContinuation(third) && isContinuation(bytes[index + 3] ?? 0);
  return valid ? 4 : 0;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** Length of the part of `bytes` that does not end inside a sequence that more bytes could complete. */
function completeLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    const expected = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return expected > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
