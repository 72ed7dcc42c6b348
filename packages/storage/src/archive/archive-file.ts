/** A file of an archive or of a dropped folder, on its way in or out. */
export interface ArchiveFile {
  /** Relative, `/`-separated, without `.`, `..` and empty names; a slash at the end makes it a directory. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Permission bits; absent when the archive does not say. */
  readonly mode?: number;
  readonly mtimeMs?: number;
  /** The entry is a symbolic link, and `bytes` is its target. */
  readonly isSymlink?: boolean;
}
