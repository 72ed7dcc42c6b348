import type { WorkspaceChanges, WorkspaceEntry } from '@cloche/system';
import type { ChunkPiece, ChunkRecord } from './schema.ts';

/** Where one piece of a content is stored. */
export interface StoredPiece extends ChunkPiece {
  readonly chunk: number;
  /** Where the piece starts in the chunk's bytes. */
  readonly at: number;
}

/** What is in a workspace's records, kept in memory: names, where their bytes are, and which bytes nobody needs. */
export class WorkspaceIndex {
  readonly entries: Map<string, WorkspaceEntry> = new Map();
  readonly #pieces = new Map<number, StoredPiece[]>();
  readonly #chunkBytes = new Map<number, number>();
  #nextChunk = 0;

  /** Number for the next chunk record; higher than every one that was ever noted. */
  takeChunkNumber(): number {
    return this.#nextChunk++;
  }

  /** Notes the pieces of a chunk record. */
  noteChunk(chunk: number, { pieces, bytes }: ChunkRecord): void {
    this.#nextChunk = Math.max(this.#nextChunk, chunk + 1);
    this.#chunkBytes.set(chunk, bytes.length);
    let at = 0;
    for (const piece of pieces) {
      const stored = this.#pieces.get(piece.content) ?? [];
      stored.push({ ...piece, chunk, at });
      this.#pieces.set(piece.content, stored);
      at += piece.length;
    }
  }

  /** Forgets a chunk that was deleted. */
  dropChunk(chunk: number): void {
    this.#chunkBytes.delete(chunk);
    for (const [content, pieces] of this.#pieces) {
      const kept = pieces.filter((piece) => piece.chunk !== chunk);
      if (kept.length === 0) this.#pieces.delete(content);
      else if (kept.length < pieces.length) this.#pieces.set(content, kept);
    }
  }

  /** Returns where a content's bytes are, in order, or `undefined` when some are missing. */
  piecesOf(content: number, size: number): StoredPiece[] | undefined {
    if (size === 0) return [];
    const pieces = [...(this.#pieces.get(content) ?? [])].sort((left, right) => left.offset - right.offset);
    let end = 0;
    for (const piece of pieces) {
      if (piece.offset !== end) return undefined;
      end += piece.length;
    }
    return end === size ? pieces : undefined;
  }

  /** Applies a commit's names. */
  apply({ removed, entries }: Pick<WorkspaceChanges, 'removed' | 'entries'>): void {
    for (const path of removed) this.#remove(path);
    for (const entry of entries) this.entries.set(entry.path, entry);
  }

  /** Content numbers that an entry names. */
  liveContents(): Set<number> {
    const live = new Set<number>();
    for (const entry of this.entries.values()) if (entry.kind === 'file') live.add(entry.content);
    return live;
  }

  /** Returns each chunk's bytes, and how many of them a live content needs. */
  chunkUse(): { chunk: number; bytes: number; liveBytes: number }[] {
    const live = this.liveContents();
    const liveBytes = new Map<number, number>();
    for (const [content, pieces] of this.#pieces) {
      if (!live.has(content)) continue;
      for (const { chunk, length } of pieces) liveBytes.set(chunk, (liveBytes.get(chunk) ?? 0) + length);
    }
    return Array.from(this.#chunkBytes, ([chunk, bytes]) => ({ chunk, bytes, liveBytes: liveBytes.get(chunk) ?? 0 }));
  }

  /** Number of files and the bytes they have together. */
  totals(): { fileCount: number; contentBytes: number } {
    let fileCount = 0;
    let contentBytes = 0;
    for (const entry of this.entries.values()) {
      if (entry.kind !== 'file') continue;
      fileCount++;
      contentBytes += entry.size;
    }
    return { fileCount, contentBytes };
  }

  #remove(path: string): void {
    const entry = this.entries.get(path);
    this.entries.delete(path);
    if (entry?.kind !== 'directory') return;
    const prefix = `${path}/`;
    for (const below of this.entries.keys()) if (below.startsWith(prefix)) this.entries.delete(below);
  }
}
