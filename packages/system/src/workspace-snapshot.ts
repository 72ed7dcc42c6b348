/**
 * One name of a workspace as it persists. Paths are relative to the workspace's root, `/`-separated, in the text form
 * of `bytes.ts`; the root itself is not an entry.
 */
export type WorkspaceEntry = WorkspaceFileEntry | WorkspaceDirectoryEntry | WorkspaceSymlinkEntry;

export interface WorkspaceFileEntry {
  readonly kind: 'file';
  readonly path: string;
  readonly mode: number;
  readonly mtimeMs: number;
  readonly size: number;
  /** Names the bytes: the same number always means the same bytes. Several entries may share one. */
  readonly content: number;
  /** Entries with the same number are hard links of one file. */
  readonly link?: number;
}

export interface WorkspaceDirectoryEntry {
  readonly kind: 'directory';
  readonly path: string;
  readonly mode: number;
  readonly mtimeMs: number;
}

export interface WorkspaceSymlinkEntry {
  readonly kind: 'symlink';
  readonly path: string;
  readonly mtimeMs: number;
  readonly target: string;
}

/** Bytes by content number, packed one after another, so that they cross a border as one buffer. */
export interface PackedContents {
  readonly numbers: readonly number[];
  /** Lengths in bytes, in the order of `numbers`. */
  readonly lengths: readonly number[];
  readonly bytes: Uint8Array;
}

/** A whole workspace: parents stand before what is below them. */
export interface WorkspaceSnapshot {
  readonly entries: readonly WorkspaceEntry[];
  /** The bytes of every content number that an entry names. */
  readonly contents: PackedContents;
}

/** What has changed since the last commit; applied in the order `removed`, `entries`. */
export interface WorkspaceChanges {
  /** Paths that are gone or were replaced, each with everything below it. */
  readonly removed: readonly string[];
  /** Names that are new or differ, parents first. */
  readonly entries: readonly WorkspaceEntry[];
  /** Bytes of the content numbers that no earlier commit or snapshot carried. */
  readonly contents: PackedContents;
}

/** Packs bytes by content number. The bytes are copied. */
export function packContents(contents: ReadonlyMap<number, Uint8Array>): PackedContents {
  let length = 0;
  for (const bytes of contents.values()) length += bytes.length;
  const packed = new Uint8Array(length);
  const lengths: number[] = [];
  let offset = 0;
  for (const bytes of contents.values()) {
    packed.set(bytes, offset);
    lengths.push(bytes.length);
    offset += bytes.length;
  }
  return { numbers: [...contents.keys()], lengths, bytes: packed };
}

/** Returns bytes by content number, as views of the packed bytes. */
export function unpackContents({ numbers, lengths, bytes }: PackedContents): Map<number, Uint8Array> {
  const contents = new Map<number, Uint8Array>();
  let offset = 0;
  numbers.forEach((number, index) => {
    const end = offset + (lengths[index] ?? 0);
    contents.set(number, bytes.subarray(offset, end));
    offset = end;
  });
  return contents;
}
