import { decodeText } from '@cloche/system';
import { StoreError } from '../store-error.ts';

/** What a zip's central directory says of one entry. Sizes are the archive's claims. */
export interface ZipEntry {
  /** As stored; directories end with a slash. */
  readonly name: string;
  readonly compressedBytes: number;
  readonly bytes: number;
  /** Unix mode with the file type, when the archive was made on Unix; else 0. */
  readonly unixMode: number;
  readonly isEncrypted: boolean;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  /** Offset of the local header. */
  readonly offset: number;
  readonly mtimeMs: number;
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT_BYTES = 65_535;
const MADE_ON_UNIX = 3;

/**
 * Reads the central directory of a zip archive (PKWARE APPNOTE 4.3.12 to 4.3.16).
 *
 * Throws `invalid_archive` when the file is not a zip, is cut, uses ZIP64, or has more than `maxEntries` entries.
 */
export function readZipDirectory(archive: Uint8Array, limits: { maxEntries: number }): ZipEntry[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count === 0xffff || at === 0xffffffff) {
    throw invalid(
      `it has 65,535 or more entries or over 4 GiB; the limit is ${limits.maxEntries.toLocaleString('en')} entries: import a part of it`,
    );
  }
  if (count > limits.maxEntries) {
    throw invalid(
      `it has ${count.toLocaleString('en')} entries; the limit is ${limits.maxEntries.toLocaleString('en')}: import a part of it`,
    );
  }
  const entries: ZipEntry[] = [];
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > view.byteLength || view.getUint32(at, true) !== ENTRY_SIGNATURE) {
      throw invalid(`entry ${index + 1} of its directory is damaged`);
    }
    const nameBytes = view.getUint16(at + 28, true);
    const name = archive.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    entries.push({
      name: decodeText(name),
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      compressedBytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      unixMode: view.getUint8(at + 5) === MADE_ON_UNIX ? view.getUint16(at + 40, true) : 0,
      offset: view.getUint32(at + 42, true),
      mtimeMs: dosTime(view.getUint16(at + 12, true), view.getUint16(at + 14, true)),
    });
    at += ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Returns the stored bytes of an entry, still compressed. */
export function entryData(archive: Uint8Array, entry: ZipEntry): Uint8Array {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const { offset, compressedBytes, name } = entry;
  if (offset + LOCAL_BYTES > view.byteLength || view.getUint32(offset, true) !== LOCAL_SIGNATURE) {
    throw invalid(`the data of ${JSON.stringify(name)} is not where its directory says`);
  }
  const start = offset + LOCAL_BYTES + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + compressedBytes > view.byteLength) throw invalid(`the data of ${JSON.stringify(name)} is cut off`);
  return archive.subarray(start, start + compressedBytes);
}

/** Makes the error for an archive that cannot be imported. */
export function invalid(reason: string): StoreError {
  return new StoreError('invalid_archive', `this zip was not imported: ${reason}`);
}

function findEnd(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = view.byteLength - END_BYTES; at >= lowest; at--) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  }
  throw invalid('it is not a zip archive, or its end is missing');
}

/** Time of MS-DOS, two-second steps, taken as UTC so that it is the same everywhere. */
function dosTime(time: number, date: number): number {
  return Date.UTC(1980 + (date >> 9), ((date >> 5) & 15) - 1, date & 31, time >> 11, (time >> 5) & 63, (time & 31) * 2);
}
