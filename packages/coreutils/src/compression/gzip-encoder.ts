import { concatBytes, encodeText } from '@cloche/system';
import { Deflate } from 'fflate';
import { crc32 } from './crc32.ts';

/** How hard deflate tries, 1 to 9; 0 stores. */
export type CompressionLevel = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** What goes into a gzip header. */
export interface GzipSettings {
  readonly level: CompressionLevel;
  readonly name?: string | undefined;
  /** Seconds since the epoch; 0 for none. */
  readonly mtimeSeconds?: number;
}

/** Makes a gzip file (RFC 1952) piece by piece. */
export interface GzipEncoder {
  /** Takes more data and returns what can be written so far. */
  push(bytes: Uint8Array): Uint8Array;
  /** Returns the rest of the file. */
  end(): Uint8Array;
  /** Bytes of the header. */
  readonly headerBytes: number;
}

const FASTEST = 4;
const SMALLEST = 2;
const UNIX = 3;

/** Creates an encoder of one member. */
export function createGzipEncoder({ level, name, mtimeSeconds = 0 }: GzipSettings): GzipEncoder {
  const hint = level === 9 ? SMALLEST : level === 1 ? FASTEST : 0;
  const named = name === undefined ? [] : [encodeText(name), Uint8Array.of(0)];
  const fixed = [0x1f, 0x8b, 8, name === undefined ? 0 : 8, ...bytesOf(mtimeSeconds), hint, UNIX];
  const header = concatBytes([Uint8Array.from(fixed), ...named]);
  let pieces: Uint8Array[] = [header];
  let crc = 0;
  let size = 0;
  const deflate = new Deflate({ level }, (bytes) => pieces.push(bytes));
  const take = (): Uint8Array => {
    const bytes = concatBytes(pieces);
    pieces = [];
    return bytes;
  };
  return {
    headerBytes: header.length,
    push(bytes) {
      crc = crc32(bytes, crc);
      size += bytes.length;
      deflate.push(bytes);
      return take();
    },
    end() {
      deflate.push(new Uint8Array(0), true);
      pieces.push(Uint8Array.from([...bytesOf(crc), ...bytesOf(size)]));
      return take();
    },
  };
}

/** Returns a number as four little-endian bytes. */
function bytesOf(value: number): number[] {
  return [0, 8, 16, 24].map((shift) => (value >>> shift) & 0xff);
}
