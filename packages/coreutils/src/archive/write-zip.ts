import { concatBytes, encodeText, type LocalTime } from '@cloche/system';
import { UNIX_KIND, type ZipEntry } from './zip-entry.ts';

/** An entry with its bytes as they are stored. */
export interface PackedZipEntry extends ZipEntry {
  readonly packed: Uint8Array;
}

const UTF8_NAME = 0x0800;
const VERSION_NEEDED = 20;
const MADE_BY_UNIX = 0x031e;
const MSDOS_DIRECTORY = 0x10;

/** Returns the bytes of an archive. `localTime` returns what a clock on the wall showed at a moment. */
export function writeZip(entries: readonly PackedZipEntry[], localTime: (epochMs: number) => LocalTime): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = encodeText(entry.name);
    const common = commonFields(entry, name, localTime(entry.mtimeMs));
    const local = concatBytes([uint32(0x04034b50), common, name, unixTime(entry.mtimeMs), entry.packed]);
    parts.push(local);
    const isDirectory = entry.name.endsWith('/');
    const mode =
      entry.unixMode === 0 ? (isDirectory ? UNIX_KIND.directory | 0o755 : UNIX_KIND.file | 0o644) : entry.unixMode;
    directory.push(
      concatBytes([
        uint32(0x02014b50),
        uint16(MADE_BY_UNIX),
        common,
        uint16(0),
        uint16(0),
        uint16(0),
        uint32(((mode << 16) | (isDirectory ? MSDOS_DIRECTORY : 0)) >>> 0),
        uint32(offset),
        name,
        unixTime(entry.mtimeMs),
      ]),
    );
    offset += local.length;
  }
  const central = directory.length === 0 ? new Uint8Array(0) : concatBytes(directory);
  const count = entries.length;
  const end = [
    uint32(0x06054b50),
    uint32(0),
    uint16(count),
    uint16(count),
    uint32(central.length),
    uint32(offset),
    uint16(0),
  ];
  return concatBytes([...parts, central, ...end]);
}

/** The fields that both headers of an entry have, in the same order. */
function commonFields(entry: ZipEntry, name: Uint8Array, time: LocalTime): Uint8Array {
  const isPlainName = /^[\x00-\x7f]*$/.test(entry.name) || !entry.name.isWellFormed();
  return concatBytes([
    uint16(VERSION_NEEDED),
    uint16(isPlainName ? 0 : UTF8_NAME),
    uint16(entry.method),
    uint16((time.hour << 11) | (time.minute << 5) | (time.second >> 1)),
    uint16((Math.max(time.year - 1980, 0) << 9) | (time.month << 5) | time.day),
    uint32(entry.crc),
    uint32(entry.packedBytes),
    uint32(entry.plainBytes),
    uint16(name.length),
    uint16(9),
  ]);
}

function unixTime(mtimeMs: number): Uint8Array {
  return concatBytes([uint16(0x5455), uint16(5), Uint8Array.of(1), uint32(Math.floor(mtimeMs / 1000) >>> 0)]);
}

function uint16(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, (value >> 8) & 0xff);
}

function uint32(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, (value >>> 24) & 0xff);
}
