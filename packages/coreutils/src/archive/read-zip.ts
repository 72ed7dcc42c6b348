import { concatBytes, decodeText } from '@cloche/system';
import { createInflater, INFLATE_PIECE_BYTES } from '../compression/inflater.ts';
import { ZIP_METHOD, type ZipEntry } from './zip-entry.ts';

/** An entry, and where its bytes are in the archive. */
export interface StoredZipEntry extends ZipEntry {
  readonly headerOffset: number;
}

/** Data that are no zip archive, or a damaged one. */
export class ZipFault extends Error {
  readonly code = 'ZIP';
  readonly reason: 'no directory' | 'damaged' | 'overlap' | 'too large' | 'method';
  constructor(reason: ZipFault['reason']) {
    super(reason);
    this.reason = reason;
  }
}

const SIGNATURE = { end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50, central: 0x02014b50, local: 0x04034b50 };
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT_BYTES = 65_535;
const UNIX_HOST = 3;
const EXTRA = { zip64: 0x0001, unixTime: 0x5455 };
const LARGE = 0xffffffff;

/**
 * Returns the entries of an archive in the order of its directory (PKWARE APPNOTE 4.3). Throws `ZipFault`, also where
 * entries share bytes, as archives do that expand without measure.
 *
 * @param localTime  returns the moment of a date and time that a zone-less clock showed, in milliseconds
 */
export function readZipDirectory(bytes: Uint8Array, localTime: (wallMs: number) => number): StoredZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { count, offset } = findDirectory(view);
  const entries: StoredZipEntry[] = [];
  let at = offset;
  for (let index = 0; index < count; index++) {
    if (at + CENTRAL_BYTES > bytes.length || view.getUint32(at, true) !== SIGNATURE.central)
      throw new ZipFault('damaged');
    const nameBytes = view.getUint16(at + 28, true);
    const extraBytes = view.getUint16(at + 30, true);
    const commentBytes = view.getUint16(at + 32, true);
    const nameEnd = at + CENTRAL_BYTES + nameBytes;
    entries.push(readEntry(bytes, view, at, nameEnd, extraBytes, localTime));
    at = nameEnd + extraBytes + commentBytes;
  }
  checkOverlap(entries, offset);
  return entries;
}

function findDirectory(view: DataView): { count: number; offset: number } {
  const lowest = Math.max(0, view.byteLength - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = view.byteLength - END_BYTES; at >= lowest; at--) {
    if (view.getUint32(at, true) !== SIGNATURE.end) continue;
    const count = view.getUint16(at + 10, true);
    const offset = view.getUint32(at + 16, true);
    if (offset !== LARGE && count !== 0xffff) return { count, offset };
    const locator = at - 20;
    if (locator < 0 || view.getUint32(locator, true) !== SIGNATURE.locator64) return { count, offset };
    const end64 = toNumber(view, locator + 8);
    if (end64 + 56 > view.byteLength || view.getUint32(end64, true) !== SIGNATURE.end64) throw new ZipFault('damaged');
    return { count: toNumber(view, end64 + 32), offset: toNumber(view, end64 + 48) };
  }
  throw new ZipFault('no directory');
}

function toNumber(view: DataView, offset: number): number {
  return Number(view.getBigUint64(offset, true));
}

function readEntry(
  bytes: Uint8Array,
  view: DataView,
  at: number,
  nameEnd: number,
  extraBytes: number,
  localTime: (wallMs: number) => number,
): StoredZipEntry {
  const sizes = [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)];
  let mtimeMs = localTime(dosTime(view.getUint16(at + 12, true), view.getUint16(at + 14, true)));
  for (let field = nameEnd; field + 4 <= Math.min(nameEnd + extraBytes, bytes.length); ) {
    const id = view.getUint16(field, true);
    const end = field + 4 + view.getUint16(field + 2, true);
    if (end > bytes.length) break;
    if (id === EXTRA.unixTime && ((bytes[field + 4] ?? 0) & 1) !== 0 && field + 9 <= end) {
      mtimeMs = view.getInt32(field + 5, true) * 1000;
    } else if (id === EXTRA.zip64) {
      let value = field + 4;
      for (const [index, size] of sizes.entries()) {
        if (size !== LARGE || value + 8 > end) continue;
        sizes[index] = toNumber(view, value);
        value += 8;
      }
    }
    field = end;
  }
  const [plainBytes = 0, packedBytes = 0, headerOffset = 0] = sizes;
  const isUnix = view.getUint16(at + 4, true) >> 8 === UNIX_HOST;
  return {
    name: decodeText(bytes.subarray(at + CENTRAL_BYTES, nameEnd)),
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    packedBytes,
    plainBytes,
    mtimeMs,
    unixMode: isUnix ? view.getUint32(at + 38, true) >>> 16 : 0,
    isEncrypted: (view.getUint16(at + 8, true) & 1) !== 0,
    headerOffset,
  };
}

function dosTime(time: number, date: number): number {
  const [year, month, day] = [1980 + (date >> 9), ((date >> 5) & 15) - 1, date & 31];
  return Date.UTC(year, month, day, time >> 11, (time >> 5) & 63, (time & 31) * 2);
}

function checkOverlap(entries: readonly StoredZipEntry[], directoryOffset: number): void {
  const sorted = entries.toSorted((left, right) => left.headerOffset - right.headerOffset);
  for (const [index, entry] of sorted.entries()) {
    const next = sorted[index + 1]?.headerOffset ?? directoryOffset;
    if (entry.headerOffset + LOCAL_BYTES + entry.packedBytes > next) throw new ZipFault('overlap');
  }
}

/** Returns the bytes of an entry as they are in the archive. Throws `ZipFault`. */
export function packedData(bytes: Uint8Array, { headerOffset, packedBytes }: StoredZipEntry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (headerOffset + LOCAL_BYTES > bytes.length || view.getUint32(headerOffset, true) !== SIGNATURE.local) {
    throw new ZipFault('damaged');
  }
  const start =
    headerOffset + LOCAL_BYTES + view.getUint16(headerOffset + 26, true) + view.getUint16(headerOffset + 28, true);
  if (start + packedBytes > bytes.length) throw new ZipFault('damaged');
  return bytes.subarray(start, start + packedBytes);
}

/** Returns the pieces of what an entry expands to, never more than it says. Throws `ZipFault`. */
export function* expandEntry(bytes: Uint8Array, entry: StoredZipEntry): Generator<Uint8Array, void, undefined> {
  const packed = packedData(bytes, entry);
  if (entry.method === ZIP_METHOD.stored) {
    yield packed;
    return;
  }
  if (entry.method !== ZIP_METHOD.deflated) throw new ZipFault('method');
  const inflater = createInflater();
  let left = entry.plainBytes;
  for (let at = 0; at < packed.length && !inflater.isEnded; at += INFLATE_PIECE_BYTES) {
    const piece = inflate(() => inflater.push(packed.subarray(at, at + INFLATE_PIECE_BYTES)));
    left -= piece.length;
    if (left < 0) throw new ZipFault('too large');
    if (piece.length > 0) yield piece;
  }
  if (!inflater.isEnded) throw new ZipFault('damaged');
}

function inflate(push: () => Uint8Array): Uint8Array {
  try {
    return push();
  } catch {
    throw new ZipFault('damaged');
  }
}

/** Returns all that an entry expands to. Throws `ZipFault`. */
export function expandWhole(bytes: Uint8Array, entry: StoredZipEntry): Uint8Array {
  const pieces = [...expandEntry(bytes, entry)];
  return pieces.length === 0 ? new Uint8Array(0) : concatBytes(pieces);
}
