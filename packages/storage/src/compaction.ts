import { packChunks } from './chunk-packing.ts';
import type { DatabaseConnection } from './database.ts';
import { type ChunkRecord, isChunkRecord, STORE_NAMES, type WorkspaceRow } from './schema.ts';
import { StoreError } from './store-error.ts';
import type { WorkspaceIndex } from './workspace-index.ts';

/** Commits after which the log is folded into the index. */
const MAX_LOG_RECORDS = 256;
/** Bytes that nobody needs are kept until they are many, and more than what is needed. */
const MIN_DEAD_BYTES = 1_048_576;
/** Bytes rewritten by one compaction, so that it stays short. */
const MAX_REWRITTEN_BYTES = 33_554_432;

/** Says whether a workspace's records should be rewritten. */
export function isCompactionDue(index: WorkspaceIndex, logRecords: number): boolean {
  if (logRecords >= MAX_LOG_RECORDS) return true;
  let bytes = 0;
  let liveBytes = 0;
  for (const use of index.chunkUse()) {
    bytes += use.bytes;
    liveBytes += use.liveBytes;
  }
  return bytes - liveBytes > Math.max(MIN_DEAD_BYTES, liveBytes);
}

/** Writes one index for all commits so far and packs half-empty chunks anew, in one transaction. */
export async function compactWorkspace(
  connection: DatabaseConnection,
  { id, epoch }: WorkspaceRow,
  index: WorkspaceIndex,
  sequence: number,
): Promise<void> {
  const sparse = chooseSparseChunks(index);
  const live = index.liveContents();
  const written: { number: number; record: ChunkRecord }[] = [];
  await connection.use(async (database) => {
    const transaction = database.transaction(STORE_NAMES, 'readwrite', { durability: 'strict' });
    const finished = transaction.done;
    finished.catch(() => undefined);
    const chunks = transaction.objectStore('chunks');
    const [row, ...read] = await Promise.all([
      transaction.objectStore('workspaces').get(id),
      ...sparse.map((number) => chunks.get([id, number])),
    ]);
    if (row?.epoch !== epoch) {
      transaction.abort();
      throw new StoreError('in_use', 'another tab has taken over this workspace');
    }
    // Pieces keep their place in a content: repacking moves whole pieces only.
    for (const record of repack(read, live)) written.push({ number: index.takeChunkNumber(), record });
    const puts: Promise<unknown>[] = [
      transaction.objectStore('index').put({ sequence, entries: [...index.entries.values()] }, id),
      transaction.objectStore('log').delete(IDBKeyRange.bound([id, 0], [id, sequence])),
      ...written.map(({ number, record }) => chunks.put(record, [id, number])),
      ...sparse.map((number) => chunks.delete([id, number])),
    ];
    for (const put of puts) put.catch(() => undefined);
    await finished;
    await Promise.all(puts);
  });
  for (const number of sparse) index.dropChunk(number);
  for (const { number, record } of written) index.noteChunk(number, record);
}

function chooseSparseChunks(index: WorkspaceIndex): number[] {
  const chosen: number[] = [];
  let bytes = 0;
  for (const use of index.chunkUse()) {
    if (use.liveBytes * 2 > use.bytes || bytes + use.liveBytes > MAX_REWRITTEN_BYTES) continue;
    chosen.push(use.chunk);
    bytes += use.liveBytes;
  }
  return chosen;
}

function repack(records: readonly unknown[], live: ReadonlySet<number>): ChunkRecord[] {
  const whole: [number, Uint8Array][] = [];
  const parts: ChunkRecord[] = [];
  for (const record of records) {
    if (!isChunkRecord(record)) continue;
    let at = 0;
    for (const piece of record.pieces) {
      const bytes = record.bytes.subarray(at, at + piece.length);
      at += piece.length;
      if (!live.has(piece.content)) continue;
      if (piece.offset === 0 && record.pieces.length > 1) whole.push([piece.content, bytes]);
      else parts.push({ pieces: [piece], bytes: bytes.slice() });
    }
  }
  return [...packChunks(whole), ...parts];
}
