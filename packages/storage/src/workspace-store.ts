import type { WorkspaceChanges, WorkspaceSnapshot } from '@cloche/system';
import type { OutputStore } from './output-store.ts';

/** Whether changes are in the store. */
export type CommitOutcome =
  | { readonly persisted: true }
  /** They are kept and go with the next commit; `reason` is for people. */
  | { readonly persisted: false; readonly reason: string };

/** A file that the store has but cannot read. */
export interface DamagedFile {
  readonly path: string;
  readonly reason: string;
}

/** What a workspace's records gave. */
export interface RestoredWorkspace {
  readonly snapshot: WorkspaceSnapshot;
  /** The sessions' shells, as they were at the last commit. */
  readonly shells: Readonly<Record<string, unknown>>;
  /** What the tools of each loop remembered, as of the last commit. */
  readonly loops: Readonly<Record<string, unknown>>;
  /** Files left out because their records are damaged; the records stay as they are. */
  readonly damaged: readonly DamagedFile[];
}

/** One workspace's place in the store. */
export interface WorkspaceStore {
  /** The same under every name that the workspace is given, and never that of another one. */
  readonly id: string;
  readonly name: string;
  /** Where the workspace is kept: `memory` lasts until the tab closes. */
  readonly kind: 'indexeddb' | 'memory';
  /** Returns the workspace with all commits so far. `in_use` when another tab has taken it over. */
  restore(): Promise<RestoredWorkspace>;
  /**
   * Makes changes durable, all or nothing, in one transaction. Commits run one after another. Never rejects: what
   * could not be stored is kept and tried again with the next commit.
   */
  commit(
    changes: WorkspaceChanges,
    shells: Readonly<Record<string, unknown>>,
    loops?: Readonly<Record<string, unknown>>,
  ): Promise<CommitOutcome>;
  /** Keeps long outputs beside the files; `undefined` where nothing is kept longer than the tab. */
  readonly outputs: OutputStore | undefined;
  /** Waits for running commits and gives the workspace back. */
  close(): Promise<void>;
}

/** A workspace in the list. */
export interface WorkspaceSummary {
  readonly name: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly fileCount: number;
  readonly contentBytes: number;
}
