import {
  packContents,
  unpackContents,
  type WorkspaceChanges,
  type WorkspaceEntry,
  type WorkspaceSnapshot,
} from '@cloche/system';
import { packChunks } from './chunk-packing.ts';
import { compactWorkspace, isCompactionDue } from './compaction.ts';
import type { DatabaseConnection } from './database.ts';
import { applyChanges } from './memory-workspace-store.ts';
import { createOutputStore, type OutputStore } from './output-store.ts';
import { readWorkspace } from './read-workspace.ts';
import { STORE_NAMES, type WorkspaceRow } from './schema.ts';
import { StoreError, toStoreError } from './store-error.ts';
import type { WorkspaceIndex } from './workspace-index.ts';
import type { CommitOutcome, RestoredWorkspace, WorkspaceStore } from './workspace-store.ts';

/** State beside the files, by name. */
type KeptState = Readonly<Record<string, unknown>>;

/** A workspace in IndexedDB: packed chunks, an index and an append log; one strict transaction a commit. */
export class IndexedDbWorkspaceStore implements WorkspaceStore {
  readonly kind = 'indexeddb';
  readonly outputs: OutputStore;
  readonly #connection: DatabaseConnection;
  readonly #now: () => number;
  readonly #index: WorkspaceIndex;
  /** What was read on opening, until it is asked for: it may be large. */
  #opened: RestoredWorkspace | undefined;
  #row: WorkspaceRow;
  #sequence: number;
  #logRecords: number;
  /** Changes that a failed commit left; the next one takes them along. */
  #unsaved: WorkspaceChanges[] = [];
  #last: Promise<unknown> = Promise.resolve();

  /** Takes over the workspace: a store that was opened earlier can no longer commit. */
  static async open(connection: DatabaseConnection, id: string, now: () => number): Promise<IndexedDbWorkspaceStore> {
    const row = await connection.use(async (database) => {
      const transaction = database.transaction('workspaces', 'readwrite');
      const found = await transaction.store.get(id);
      if (!found) throw new StoreError('not_found', 'the workspace was deleted');
      const owned = { ...found, epoch: found.epoch + 1 };
      await Promise.all([transaction.store.put(owned), transaction.done]);
      return owned;
    });
    const read = await readWorkspace(connection, id);
    return new IndexedDbWorkspaceStore(connection, row, now, read);
  }

  private constructor(
    connection: DatabaseConnection,
    row: WorkspaceRow,
    now: () => number,
    read: Awaited<ReturnType<typeof readWorkspace>>,
  ) {
    this.#connection = connection;
    this.#row = row;
    this.#now = now;
    this.#index = read.index;
    this.#sequence = read.sequence;
    this.#logRecords = read.logRecords;
    this.#opened = { snapshot: read.snapshot, shells: read.shells, loops: read.loops, damaged: read.damaged };
    this.outputs = createOutputStore(connection, row.id);
  }

  get id(): string {
    return this.#row.id;
  }

  get name(): string {
    return this.#row.name;
  }

  async restore(): Promise<RestoredWorkspace> {
    const opened = this.#opened;
    this.#opened = undefined;
    if (opened) return opened;
    await this.#last;
    const { id, epoch } = this.#row;
    const row = await this.#connection.use((database) => database.get('workspaces', id));
    if (row?.epoch !== epoch) throw takenOver();
    const { snapshot, shells, loops, damaged } = await readWorkspace(this.#connection, id);
    return { snapshot: withChanges(snapshot, this.#unsaved), shells, loops, damaged };
  }

  commit(changes: WorkspaceChanges, shells: KeptState, loops: KeptState = {}): Promise<CommitOutcome> {
    const outcome = this.#last.then(() => this.#commit(changes, shells, loops));
    this.#last = outcome.then(() => this.#compactIfDue());
    return outcome;
  }

  async close(): Promise<void> {
    await this.#last;
  }

  async #commit(changes: WorkspaceChanges, shells: KeptState, loops: KeptState): Promise<CommitOutcome> {
    // What was read on opening is no longer what is stored.
    this.#opened = undefined;
    const batches = [...this.#unsaved, changes];
    const merged = mergeChanges(batches);
    try {
      await this.#write(merged, shells, loops);
      this.#unsaved = [];
      return { persisted: true };
    } catch (error) {
      this.#unsaved = [merged];
      return { persisted: false, reason: toStoreError(error).message };
    }
  }

  async #write(changes: WorkspaceChanges, shells: KeptState, loops: KeptState): Promise<void> {
    const { id } = this.#row;
    const isEmpty = changes.removed.length === 0 && changes.entries.length === 0;
    const chunks = packChunks(unpackContents(changes.contents)).map((record) => ({
      number: this.#index.takeChunkNumber(),
      record,
    }));
    const sequence = this.#sequence + 1;
    await this.#connection.use(async (database) => {
      const transaction = database.transaction(STORE_NAMES, 'readwrite', { durability: 'strict' });
      const finished = transaction.done;
      finished.catch(() => undefined);
      const row = await transaction.objectStore('workspaces').get(id);
      if (row?.epoch !== this.#row.epoch) {
        transaction.abort();
        throw takenOver();
      }
      const puts: Promise<unknown>[] = [
        transaction.objectStore('state').put(shells, id),
        transaction.objectStore('loops').put(loops, id),
      ];
      if (!isEmpty) {
        const { removed, entries } = changes;
        puts.push(transaction.objectStore('log').put({ removed, entries }, [id, sequence]));
        for (const { number, record } of chunks) puts.push(transaction.objectStore('chunks').put(record, [id, number]));
      }
      puts.push(
        transaction
          .objectStore('workspaces')
          .put({ ...row, updatedAtMs: this.#now(), ...totalsAfter(this.#index, changes) }),
      );
      for (const put of puts) put.catch(() => undefined);
      await finished;
      await Promise.all(puts);
      this.#row = row;
    });
    if (isEmpty) return;
    this.#sequence = sequence;
    this.#logRecords++;
    this.#index.apply(changes);
    for (const { number, record } of chunks) this.#index.noteChunk(number, record);
  }

  async #compactIfDue(): Promise<void> {
    if (!isCompactionDue(this.#index, this.#logRecords)) return;
    try {
      await compactWorkspace(this.#connection, this.#row, this.#index, this.#sequence);
      this.#logRecords = 0;
    } catch {
      // Compaction only saves room: what it could not rewrite is still there and is tried again after the next commit.
    }
  }
}

function takenOver(): StoreError {
  return new StoreError('in_use', 'another tab has taken over this workspace: reload this page to see its files');
}

function totalsAfter(
  index: WorkspaceIndex,
  { entries, removed }: WorkspaceChanges,
): { fileCount: number; contentBytes: number } {
  let { fileCount, contentBytes } = index.totals();
  const change = (entry: WorkspaceEntry | undefined, sign: 1 | -1): void => {
    if (entry?.kind !== 'file') return;
    fileCount += sign;
    contentBytes += sign * entry.size;
  };
  const replaced = new Set([...removed, ...entries.map((entry) => entry.path)]);
  for (const path of replaced) change(index.entries.get(path), -1);
  for (const entry of entries) change(entry, 1);
  return { fileCount, contentBytes };
}

/** Makes one commit of several: applying it gives what applying them in order gives. */
function mergeChanges(batches: readonly WorkspaceChanges[]): WorkspaceChanges {
  if (batches.length === 1 && batches[0]) return batches[0];
  const removed: string[] = [];
  const entries = new Map<string, WorkspaceEntry>();
  const contents = new Map<number, Uint8Array>();
  for (const batch of batches) {
    for (const path of batch.removed) {
      removed.push(path);
      for (const known of entries.keys()) if (known === path || known.startsWith(`${path}/`)) entries.delete(known);
    }
    for (const entry of batch.entries) entries.set(entry.path, entry);
    for (const [number, bytes] of unpackContents(batch.contents)) contents.set(number, bytes);
  }
  const sorted = [...entries.values()].sort((left, right) => (left.path < right.path ? -1 : 1));
  return { removed, entries: sorted, contents: packContents(contents) };
}

/** Returns a snapshot with changes that are not stored yet. */
function withChanges(snapshot: WorkspaceSnapshot, unsaved: readonly WorkspaceChanges[]): WorkspaceSnapshot {
  if (unsaved.length === 0) return snapshot;
  const entries = new Map(snapshot.entries.map((entry) => [entry.path, entry]));
  const contents = unpackContents(snapshot.contents);
  for (const changes of unsaved) applyChanges(entries, contents, changes);
  const sorted = [...entries.values()].sort((left, right) => (left.path < right.path ? -1 : 1));
  return { entries: sorted, contents: packContents(contents) };
}
