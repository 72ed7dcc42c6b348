import type { WorkspaceEntry } from '@cloche/system';
import type { DBSchema } from 'idb';

/** Version of the database: 2 added loops and outputs. */
export const DATABASE_VERSION = 2;

/** One row of the list of workspaces. */
export interface WorkspaceRow {
  readonly id: string;
  readonly name: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Rises with every owner; a commit of an earlier owner is refused. */
  readonly epoch: number;
  readonly fileCount: number;
  readonly contentBytes: number;
}

/** The whole index of a workspace as of `sequence`. */
export interface IndexRecord {
  readonly sequence: number;
  readonly entries: readonly WorkspaceEntry[];
}

/** One commit after the index. */
export interface LogRecord {
  readonly removed: readonly string[];
  readonly entries: readonly WorkspaceEntry[];
}

/** A part of one content in a chunk; the parts of a content, over all chunks, cover it without gaps. */
export interface ChunkPiece {
  readonly content: number;
  /** Where the piece starts in the content. */
  readonly offset: number;
  readonly length: number;
}

/** Many small contents, or a part of a large one, as one value. */
export interface ChunkRecord {
  readonly pieces: readonly ChunkPiece[];
  readonly bytes: Uint8Array;
}

/** An output that was kept, without its bytes. */
export interface OutputFacts {
  /** Of the key under which the bytes are. */
  readonly number: number;
  readonly owner: string;
  readonly id: string;
  readonly length: number;
  /** Bytes that the output had before it was cut. */
  readonly totalBytes: number;
}

/** The database's stores. Records of a workspace have its id first in their key. */
export interface ClocheDatabase extends DBSchema {
  workspaces: { key: string; value: WorkspaceRow; indexes: { name: string } };
  index: { key: string; value: IndexRecord };
  log: { key: [string, number]; value: LogRecord };
  chunks: { key: [string, number]; value: ChunkRecord };
  /** Small state beside the files: the sessions' shells. */
  state: { key: string; value: Readonly<Record<string, unknown>> };
  /** What the tools of each loop remember. */
  loops: { key: string; value: Readonly<Record<string, unknown>> };
  /** The retained outputs of a workspace, oldest first. */
  output_lists: { key: string; value: readonly OutputFacts[] };
  outputs: { key: [string, number]; value: Uint8Array };
}

/** Names of all stores. */
export const STORE_NAMES = [
  'workspaces',
  'index',
  'log',
  'chunks',
  'state',
  'loops',
  'output_lists',
  'outputs',
] as const;

/** Says whether a value read from the database is a chunk. */
export function isChunkRecord(value: unknown): value is ChunkRecord {
  if (!isRecord(value) || !(value['bytes'] instanceof Uint8Array) || !Array.isArray(value['pieces'])) return false;
  let length = 0;
  for (const piece of value['pieces']) {
    if (!isRecord(piece) || !isCount(piece['content']) || !isCount(piece['offset']) || !isCount(piece['length']))
      return false;
    length += piece['length'];
  }
  return length === value['bytes'].length;
}

/** Says whether a value read from the database is a record of the log. */
export function isLogRecord(value: unknown): value is LogRecord {
  if (!isRecord(value) || !Array.isArray(value['removed']) || !Array.isArray(value['entries'])) return false;
  return value['removed'].every((path) => typeof path === 'string') && value['entries'].every(isEntry);
}

/** Says whether a value read from the database is an index. */
export function isIndexRecord(value: unknown): value is IndexRecord {
  return (
    isRecord(value) && isCount(value['sequence']) && Array.isArray(value['entries']) && value['entries'].every(isEntry)
  );
}

function isEntry(value: unknown): value is WorkspaceEntry {
  if (!isRecord(value) || typeof value['path'] !== 'string' || typeof value['mtimeMs'] !== 'number') return false;
  switch (value['kind']) {
    case 'file':
      return isCount(value['content']) && isCount(value['size']) && isCount(value['mode']);
    case 'directory':
      return isCount(value['mode']);
    case 'symlink':
      return typeof value['target'] === 'string';
    default:
      return false;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
