import { decodeText } from '@cloche/system';
import { binaryType, type FileType } from './file-type.ts';

/** A beginning that tells a format. */
interface Signature {
  readonly offset?: number;
  /** Bytes as characters up to U+00FF. */
  readonly magic: string;
  readonly describe: (bytes: Uint8Array) => string;
  readonly mime: string;
}

const fixed = (description: string) => (): string => description;
const uint16 = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
const uint32Big = (bytes: Uint8Array, at: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at);

const SIGNATURES: readonly Signature[] = [
  { magic: '\x89PNG\r\n\x1a\n', describe: describePng, mime: 'image/png' },
  { magic: '\xff\xd8\xff', describe: describeJpeg, mime: 'image/jpeg' },
  { magic: 'GIF8', describe: describeGif, mime: 'image/gif' },
  { magic: '%PDF-', describe: (bytes) => `PDF document, version ${textAt(bytes, 5, 3)}`, mime: 'application/pdf' },
  { magic: '\x1f\x8b', describe: describeGzip, mime: 'application/gzip' },
  {
    magic: 'BZh',
    describe: (bytes) => `bzip2 compressed data, block size = ${textAt(bytes, 3, 1)}00k`,
    mime: 'application/x-bzip2',
  },
  { magic: '\xfd7zXZ\0', describe: fixed('XZ compressed data'), mime: 'application/x-xz' },
  { magic: '\x28\xb5\x2f\xfd', describe: fixed('Zstandard compressed data (v0.8+)'), mime: 'application/zstd' },
  { magic: "7z\xbc\xaf'\x1c", describe: fixed('7-zip archive data, version 0.4'), mime: 'application/x-7z-compressed' },
  { magic: 'PK\x03\x04', describe: describeZip, mime: 'application/zip' },
  { magic: 'PK\x05\x06', describe: fixed('Zip archive data (empty)'), mime: 'application/zip' },
  { magic: '\x7fELF', describe: describeElf, mime: 'application/x-executable' },
  {
    magic: '\0asm',
    describe: (bytes) => `WebAssembly (wasm) binary module version 0x${(bytes[4] ?? 0).toString(16)} (MVP)`,
    mime: 'application/wasm',
  },
  { magic: 'SQLite format 3\0', describe: fixed('SQLite 3.x database'), mime: 'application/vnd.sqlite3' },
  { magic: 'wOFF', describe: fixed('Web Open Font Format'), mime: 'font/woff' },
  { magic: 'wOF2', describe: fixed('Web Open Font Format (Version 2)'), mime: 'font/woff2' },
  { magic: 'OggS', describe: fixed('Ogg data'), mime: 'application/ogg' },
  { magic: 'fLaC', describe: fixed('FLAC audio bitstream data'), mime: 'audio/flac' },
  { magic: 'ID3', describe: fixed('Audio file with ID3'), mime: 'audio/mpeg' },
  { magic: 'II*\0', describe: fixed('TIFF image data, little-endian'), mime: 'image/tiff' },
  { magic: 'MM\0*', describe: fixed('TIFF image data, big-endian'), mime: 'image/tiff' },
  { magic: '\0\0\x01\0', describe: fixed('MS Windows icon resource'), mime: 'image/vnd.microsoft.icon' },
  { magic: '\xca\xfe\xba\xbe', describe: fixed('compiled Java class data'), mime: 'application/x-java-applet' },
  {
    magic: 'DIRC',
    describe: (bytes) => `Git index, version ${uint32Big(bytes, 4)}, ${uint32Big(bytes, 8)} entries`,
    mime: 'application/x-git',
  },
  { offset: 8, magic: 'WEBP', describe: fixed('RIFF (little-endian) data, Web/P image'), mime: 'image/webp' },
  { offset: 8, magic: 'WAVE', describe: fixed('RIFF (little-endian) data, WAVE audio'), mime: 'audio/x-wav' },
  { offset: 4, magic: 'ftyp', describe: fixed('ISO Media'), mime: 'video/mp4' },
  { offset: 257, magic: 'ustar  \0', describe: fixed('POSIX tar archive (GNU)'), mime: 'application/x-tar' },
  { offset: 257, magic: 'ustar\0', describe: fixed('POSIX tar archive'), mime: 'application/x-tar' },
];

/** Returns the type that the first bytes of a file tell; nothing when none is known. */
export function findBinaryType(bytes: Uint8Array): FileType | undefined {
  for (const { offset = 0, magic, describe, mime } of SIGNATURES) {
    if (bytes.length < offset + magic.length) continue;
    const isFound = Array.from(magic).every((character, index) => bytes[offset + index] === character.charCodeAt(0));
    if (isFound) return binaryType(describe(bytes), mime);
  }
  return undefined;
}

function textAt(bytes: Uint8Array, offset: number, length: number): string {
  return decodeText(bytes.subarray(offset, offset + length));
}

const PNG_COLOURS: Readonly<Record<number, string>> = {
  0: ' grayscale',
  2: '/color RGB',
  3: ' colormap',
  4: ' gray+alpha',
  6: '/color RGBA',
};

function describePng(bytes: Uint8Array): string {
  if (bytes.length < 26) return 'PNG image data';
  const interlaced = (bytes[28] ?? 0) === 0 ? 'non-interlaced' : 'interlaced';
  const colour = `${bytes[24] ?? 0}-bit${PNG_COLOURS[bytes[25] ?? 0] ?? ''}`;
  return `PNG image data, ${uint32Big(bytes, 16)} x ${uint32Big(bytes, 20)}, ${colour}, ${interlaced}`;
}

function describeGif(bytes: Uint8Array): string {
  return `GIF image data, version ${textAt(bytes, 3, 3)}, ${uint16(bytes, 6)} x ${uint16(bytes, 8)}`;
}

function describeJpeg(bytes: Uint8Array): string {
  if (textAt(bytes, 6, 4) !== 'JFIF') return 'JPEG image data';
  const unit = ['aspect ratio', 'resolution (DPI)', 'resolution (DPCM)'][bytes[13] ?? 0] ?? 'aspect ratio';
  const length = ((bytes[4] ?? 0) << 8) | (bytes[5] ?? 0);
  const version = `${bytes[11] ?? 1}.${String(bytes[12] ?? 0).padStart(2, '0')}`;
  return `JPEG image data, JFIF standard ${version}, ${unit}, density ${((bytes[14] ?? 0) << 8) | (bytes[15] ?? 0)}x${((bytes[16] ?? 0) << 8) | (bytes[17] ?? 0)}, segment length ${length}`;
}

function describeGzip(bytes: Uint8Array): string {
  const isNamed = ((bytes[3] ?? 0) & 8) !== 0;
  const end = bytes.indexOf(0, 10);
  const name = isNamed && end > 10 ? `, was "${decodeText(bytes.subarray(10, end))}"` : '';
  const level = bytes[8] === 2 ? ', max compression' : bytes[8] === 4 ? ', max speed' : '';
  return `gzip compressed data${name}${level}, from Unix`;
}

function describeZip(bytes: Uint8Array): string {
  const version = bytes[4] ?? 20;
  const method = uint16(bytes, 8) === 0 ? 'store' : 'deflate';
  return `Zip archive data, at least v${Math.floor(version / 10)}.${version % 10} to extract, compression method=${method}`;
}

const ELF_TYPES = ['no file type', 'relocatable', 'executable', 'shared object', 'core file'];
const ELF_MACHINES: Readonly<Record<number, string>> = {
  3: 'Intel 80386',
  40: 'ARM',
  62: 'x86-64',
  183: 'ARM aarch64',
  243: 'UCB RISC-V',
};

function describeElf(bytes: Uint8Array): string {
  const bits = bytes[4] === 2 ? '64-bit' : '32-bit';
  const order = bytes[5] === 2 ? 'MSB' : 'LSB';
  const type = ELF_TYPES[uint16(bytes, 16)] ?? 'file';
  return `ELF ${bits} ${order} ${type}, ${ELF_MACHINES[uint16(bytes, 18)] ?? 'unknown architecture'}, version 1 (SYSV)`;
}
