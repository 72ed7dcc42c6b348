import { crc32 } from '../compression/crc32.ts';

/** A file in a zip archive. */
export interface ZipEntry {
  /** Directories end with a slash. */
  readonly name: string;
  /** Of the bytes as they are stored: 0 for none, 8 for deflate. */
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly plainBytes: number;
  readonly mtimeMs: number;
  /** Permission bits and kind as stat(2) has them; 0 when the archive does not say. */
  readonly unixMode: number;
  readonly isEncrypted: boolean;
}

/** Kinds in `unixMode`. */
export const UNIX_KIND = { mask: 0o170000, symlink: 0o120000, directory: 0o040000, file: 0o100000 } as const;

/** Methods of compression. */
export const ZIP_METHOD = { stored: 0, deflated: 8 } as const;

/** Returns whether expanded bytes are those that were stored. */
export function hasRightSum({ crc, plainBytes }: ZipEntry, bytes: Uint8Array): boolean {
  return bytes.length === plainBytes && crc32(bytes) === crc;
}
