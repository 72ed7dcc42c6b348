import { concatBytes } from '@cloche/system';
import type { ChunkPiece, ChunkRecord } from './schema.ts';

/** Small contents share a chunk of about this size. */
const CHUNK_BYTES = 262_144;
/** Longest value that is stored as one; longer contents are divided. */
const MAX_CHUNK_BYTES = 8_388_608;

/** Packs contents into chunk records: small ones together, large ones alone or in parts. The bytes are copied. */
export function packChunks(contents: Iterable<readonly [number, Uint8Array]>): ChunkRecord[] {
  const chunks: ChunkRecord[] = [];
  let pieces: ChunkPiece[] = [];
  let parts: Uint8Array[] = [];
  let length = 0;
  const close = (): void => {
    if (pieces.length === 0) return;
    chunks.push({ pieces, bytes: concatBytes([...parts, new Uint8Array(0)]) });
    pieces = [];
    parts = [];
    length = 0;
  };
  for (const [content, bytes] of contents) {
    for (let offset = 0; offset < bytes.length; offset += MAX_CHUNK_BYTES) {
      const part = bytes.subarray(offset, offset + MAX_CHUNK_BYTES);
      if (length > 0 && length + part.length > CHUNK_BYTES) close();
      pieces.push({ content, offset, length: part.length });
      parts.push(part);
      length += part.length;
    }
  }
  close();
  return chunks;
}
