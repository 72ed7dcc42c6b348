import { concatBytes, decodeText } from '@cloche/system';
import type { ByteSource } from './byte-source.ts';
import { crc32 } from './crc32.ts';
import { createInflater, INFLATE_PIECE_BYTES } from './inflater.ts';

/** What a gzip header says (RFC 1952). */
export interface GzipHeader {
  readonly name: string | undefined;
  /** Seconds since the epoch; 0 for none. */
  readonly mtimeSeconds: number;
  readonly headerBytes: number;
}

/** What was found wrong, in gzip's words. */
export type GzipFaultReason =
  | 'not in gzip format'
  | 'unexpected end of file'
  | 'invalid compressed data--format violated'
  | 'invalid compressed data--crc error'
  | 'invalid compressed data--length error';

/** Data that are no whole gzip file. */
export class GzipFault extends Error {
  readonly code = 'GZIP';
  readonly reason: GzipFaultReason;
  constructor(reason: GzipFaultReason) {
    super(reason);
    this.reason = reason;
  }
}

/** A part of what a gzip file expands to. */
export type GzipPart =
  | { readonly kind: 'member'; readonly header: GzipHeader }
  | { readonly kind: 'data'; readonly bytes: Uint8Array }
  | { readonly kind: 'end'; readonly crc: number; readonly size: number }
  /** Bytes behind the last member that are no member; zeros are passed over. */
  | { readonly kind: 'garbage' };

const GZIP_MAGIC = [0x1f, 0x8b];
const DEFLATE = 8;
const FLAG = { headerCrc: 2, extra: 4, name: 8, comment: 16 };

/** Returns whether `bytes` begin as a gzip file does. */
export function isGzip(bytes: Uint8Array): boolean {
  return GZIP_MAGIC.every((byte, index) => bytes[index] === byte);
}

/** Expands all members of a gzip file, checking sums and lengths. Throws `GzipFault`. */
export async function* decodeGzip(source: ByteSource): AsyncGenerator<GzipPart, void, undefined> {
  for (let isFirst = true; ; isFirst = false) {
    const magic = await source.take(2);
    if (!isGzip(magic)) {
      if (isFirst) throw new GzipFault(magic.length < 2 ? 'unexpected end of file' : 'not in gzip format');
      if (await hasGarbage(source, magic)) yield { kind: 'garbage' };
      return;
    }
    yield { kind: 'member', header: await readHeader(source) };
    yield* decodeMember(source);
  }
}

async function hasGarbage(source: ByteSource, begun: Uint8Array): Promise<boolean> {
  for (let bytes = begun; bytes.length > 0; bytes = await source.some(65_536)) {
    if (bytes.some((byte) => byte !== 0)) return true;
  }
  return false;
}

async function readHeader(source: ByteSource): Promise<GzipHeader> {
  const fixed = await takeAll(source, 8);
  const [method = 0, flags = 0] = fixed;
  if (method !== DEFLATE) throw new GzipFault('not in gzip format');
  let headerBytes = 10;
  if ((flags & FLAG.extra) !== 0) {
    const [low = 0, high = 0] = await takeAll(source, 2);
    await takeAll(source, low | (high << 8));
    headerBytes += 2 + (low | (high << 8));
  }
  let name: string | undefined;
  for (const flag of [FLAG.name, FLAG.comment]) {
    if ((flags & flag) === 0) continue;
    const text = await readString(source);
    headerBytes += text.length + 1;
    if (flag === FLAG.name) name = decodeText(text);
  }
  if ((flags & FLAG.headerCrc) !== 0) {
    await takeAll(source, 2);
    headerBytes += 2;
  }
  return { name, mtimeSeconds: readUint32(fixed, 2), headerBytes };
}

async function* decodeMember(source: ByteSource): AsyncGenerator<GzipPart, void, undefined> {
  const inflater = createInflater();
  let crc = 0;
  let size = 0;
  while (!inflater.isEnded) {
    const input = await source.some(INFLATE_PIECE_BYTES);
    if (input.length === 0) throw new GzipFault('unexpected end of file');
    const bytes = inflate(() => inflater.push(input));
    crc = crc32(bytes, crc);
    size += bytes.length;
    if (bytes.length > 0) yield { kind: 'data', bytes };
  }
  source.giveBack(inflater.rest);
  const trailer = await takeAll(source, 8);
  if (readUint32(trailer, 0) !== crc) throw new GzipFault('invalid compressed data--crc error');
  if (readUint32(trailer, 4) !== size % 2 ** 32) throw new GzipFault('invalid compressed data--length error');
  yield { kind: 'end', crc, size };
}

function inflate(push: () => Uint8Array): Uint8Array {
  try {
    return push();
  } catch {
    throw new GzipFault('invalid compressed data--format violated');
  }
}

async function readString(source: ByteSource): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (;;) {
    const byte = await takeAll(source, 1);
    if (byte[0] === 0) return concatBytes(parts);
    parts.push(byte);
    if (parts.length > 65_536) throw new GzipFault('not in gzip format');
  }
}

async function takeAll(source: ByteSource, count: number): Promise<Uint8Array> {
  const bytes = await source.take(count);
  if (bytes.length < count) throw new GzipFault('unexpected end of file');
  return bytes;
}

/** Returns four bytes as a little-endian number. */
export function readUint32(bytes: Uint8Array, offset: number): number {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(offset, offset + 4);
  return (first | (second << 8) | (third << 16) | (fourth << 24)) >>> 0;
}
