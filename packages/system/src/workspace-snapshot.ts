/**
 * One name of a workspace as it persists. Paths are relative to the workspace's root, `/`-separated, in the text form
 * of `bytes.ts`; the root itself is not an entry.
 */
export type WorkspaceEntry =
  | {
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
  | { readonly kind: 'directory'; readonly path: string; readonly mode: number; readonly mtimeMs: number }
  | { readonly kind: 'symlink'; readonly path: string; readonly mtimeMs: number; readonly target: string };

/** A whole workspace: parents stand before what is below them. */
export interface WorkspaceSnapshot {
  readonly entries: readonly WorkspaceEntry[];
  /** The bytes of every content number that an entry names. */
  readonly contents: ReadonlyMap<number, Uint8Array>;
}

/** What has changed since the last commit; applied in the order `removed`, `entries`. */
export interface WorkspaceChanges {
  /** Paths that are gone or were replaced, each with everything below it. */
  readonly removed: readonly string[];
  /** Names that are new or differ, parents first. */
  readonly entries: readonly WorkspaceEntry[];
  /** Bytes of the content numbers that no earlier commit or snapshot carried. */
  readonly contents: ReadonlyMap<number, Uint8Array>;
}
