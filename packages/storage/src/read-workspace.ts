import { concatBytes, packContents, type WorkspaceEntry, type WorkspaceSnapshot } from '@cloche/system';
import type { DatabaseConnection } from './database.ts';
import { type ChunkRecord, isChunkRecord, isIndexRecord, isLogRecord } from './schema.ts';
import { StoreError } from './store-error.ts';
import { WorkspaceIndex } from './workspace-index.ts';
import type { DamagedFile } from './workspace-store.ts';

/** A workspace as its records say. */
export interface ReadWorkspace {
  readonly index: WorkspaceIndex;
  readonly sequence: number;
  readonly logRecords: number;
  readonly snapshot: WorkspaceSnapshot;
  readonly shells: Readonly<Record<string, unknown>>;
  readonly loops: Readonly<Record<string, unknown>>;
  readonly damaged: readonly DamagedFile[];
}

/**
 * Reads a workspace. A damaged record costs the files that need it and no others; they are named. Only an index that
 * cannot be read makes the whole fail (`corrupt`), and then nothing is changed.
 */
export async function readWorkspace(connection: DatabaseConnection, id: string): Promise<ReadWorkspace> {
  const records = await readRecords(connection, id);
  const index = new WorkspaceIndex();
  let sequence = 0;
  if (records.index !== undefined) {
    if (!isIndexRecord(records.index)) {
      throw new StoreError(
        'corrupt',
        'the index of this workspace is damaged: its files cannot be named. Nothing was changed; delete the workspace or restore an export',
      );
    }
    sequence = records.index.sequence;
    index.apply({ removed: [], entries: records.index.entries });
  }
  const damaged: DamagedFile[] = [];
  let logRecords = 0;
  for (const [number, record] of records.log) {
    if (isLogRecord(record)) index.apply(record);
    else
      damaged.push({
        path: '',
        reason: `commit ${number} of the workspace is damaged; the changes it made are missing`,
      });
    sequence = Math.max(sequence, number);
    logRecords++;
  }
  const chunks = new Map<number, ChunkRecord>();
  for (const [number, record] of records.chunks) {
    if (!isChunkRecord(record)) continue;
    chunks.set(number, record);
    index.noteChunk(number, record);
  }
  const { snapshot, unreadable } = assemble(index, chunks);
  return {
    index,
    sequence,
    logRecords,
    snapshot,
    shells: records.shells,
    loops: records.loops,
    damaged: [...damaged, ...unreadable],
  };
}

function assemble(
  index: WorkspaceIndex,
  chunks: ReadonlyMap<number, ChunkRecord>,
): { snapshot: WorkspaceSnapshot; unreadable: DamagedFile[] } {
  const unreadable: DamagedFile[] = [];
  const contents = new Map<number, Uint8Array>();
  const entries: WorkspaceEntry[] = [];
  for (const entry of [...index.entries.values()].sort((left, right) => (left.path < right.path ? -1 : 1))) {
    if (entry.kind === 'file' && !contents.has(entry.content)) {
      const pieces = index.piecesOf(entry.content, entry.size);
      if (!pieces) {
        unreadable.push({ path: entry.path, reason: 'its stored bytes are damaged or missing' });
        continue;
      }
      const bytes = pieces.map(
        ({ chunk, at, length }) => chunks.get(chunk)?.bytes.subarray(at, at + length) ?? new Uint8Array(0),
      );
      contents.set(entry.content, concatBytes(bytes));
    }
    entries.push(entry);
  }
  return { snapshot: { entries, contents: packContents(contents) }, unreadable };
}

interface Records {
  readonly index: unknown;
  readonly log: readonly (readonly [number, unknown])[];
  readonly chunks: readonly (readonly [number, unknown])[];
  readonly shells: Readonly<Record<string, unknown>>;
  readonly loops: Readonly<Record<string, unknown>>;
}

async function readRecords(connection: DatabaseConnection, id: string): Promise<Records> {
  const range = IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);
  return connection.use(async (database) => {
    const [index, shells, loops, logKeys, log, chunkKeys, chunks] = await Promise.all([
      database.get('index', id),
      database.get('state', id),
      database.get('loops', id),
      database.getAllKeys('log', range),
      database.getAll('log', range),
      database.getAllKeys('chunks', range),
      // One value that the browser cannot read makes the reading of all fail; then each is tried alone.
      database.getAll('chunks', range).catch(() => undefined),
    ]);
    const single = (key: [string, number]): Promise<unknown> => database.get('chunks', key).catch(() => undefined);
    const read: unknown[] = chunks ?? (await Promise.all(chunkKeys.map(single)));
    return {
      index,
      log: logKeys.map((key, at) => [key[1], log[at]] as const),
      chunks: chunkKeys.map((key, at) => [key[1], read[at]] as const),
      shells: shells ?? {},
      loops: loops ?? {},
    };
  });
}
