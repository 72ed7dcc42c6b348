import { type ByteReader, concatBytes, decodeText, NO_BYTES } from '@cloche/system';

/** Lines that arrived together. */
export interface LineBatch {
  /** Without their terminators. */
  readonly lines: readonly Uint8Array[];
  /** False when the file ends with the last of these lines and without a terminator. */
  readonly isTerminated: boolean;
}

const NEWLINE = 10;

/** Returns the lines of `reader`, in batches as they arrive. Long lines take the memory they need, no more. */
export async function* readLines(
  reader: ByteReader,
  terminator: number = NEWLINE,
): AsyncGenerator<LineBatch, void, undefined> {
  let begun: Uint8Array[] = [];
  for (;;) {
    const read = reader.read();
    const chunk = read instanceof Promise ? await read : read;
    if (chunk.length === 0) break;
    const end = chunk.lastIndexOf(terminator) + 1;
    if (end === 0) {
      begun.push(chunk);
      continue;
    }
    const bytes = begun.length === 0 ? chunk : concatBytes([...begun, chunk]);
    const complete = bytes.length - (chunk.length - end);
    begun = end < chunk.length ? [chunk.subarray(end)] : [];
    yield { lines: splitLines(bytes.subarray(0, complete), terminator), isTerminated: true };
  }
  if (begun.length > 0) yield { lines: [concatBytes(begun)], isTerminated: false };
}

/** Returns the lines of `bytes`, without terminators. A last line without one counts. */
export function splitLines(bytes: Uint8Array, terminator: number = NEWLINE): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(terminator, start);
    if (end < 0) {
      lines.push(bytes.subarray(start));
      break;
    }
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return lines;
}

/** Bytes that are decoded at once. */
const PIECE_BYTES = 131_072;

/**
 * Returns the text of `reader` in pieces that end with a terminator, but the last one: for those who want all lines as
 * texts, and yield between the pieces.
 */
export async function* readTexts(
  reader: ByteReader,
  terminator: number = NEWLINE,
): AsyncGenerator<string, void, undefined> {
  let begun: Uint8Array[] = [];
  for (;;) {
    const read = reader.read();
    const chunk = read instanceof Promise ? await read : read;
    if (chunk.length === 0) break;
    for (let start = 0; start < chunk.length; start += PIECE_BYTES) {
      const piece = chunk.subarray(start, start + PIECE_BYTES);
      const end = piece.lastIndexOf(terminator) + 1;
      if (end > 0) {
        yield decodeText(concatBytes([...begun, piece.subarray(0, end)]));
        begun = [];
      }
      if (end < piece.length) begun.push(piece.subarray(end));
    }
  }
  if (begun.length > 0) yield decodeText(concatBytes(begun));
}

/** Returns all bytes that are left in `reader`. */
export async function readAll(reader: ByteReader): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for (;;) {
    const read = reader.read();
    const chunk = read instanceof Promise ? await read : read;
    if (chunk.length === 0) return chunks.length === 0 ? NO_BYTES : concatBytes(chunks);
    chunks.push(chunk);
  }
}
