import { directoryName, errnoOf, type FileHandle, type FileSystem, NO_BYTES } from '@cloche/system';
import { makeParents } from '../change-file.ts';

/** The output of one process: a ring whose bytes are counted from the process's start. */
export interface OutputSpool {
  /** Takes bytes, which are copied. */
  append(bytes: Uint8Array): void;
  /** Bytes that were appended; the cursor behind the last one. */
  readonly totalBytes: number;
  /** Cursor of the oldest byte that is kept. */
  readonly firstByte: number;
  /** Returns at most `maxBytes` from `cursor` on, or from the oldest byte when that one is gone. */
  read(cursor: number, maxBytes: number): { readonly start: number; readonly bytes: Uint8Array };
  /** Keeps the output in a file too, from now on: older bytes stay readable, and other tools can read them. */
  startFile(path: string): void;
  /** Where the output is; `undefined` without a file. */
  readonly path: string | undefined;
  /** Nothing more comes: what is in the file is not kept in memory too, and later bytes are dropped. */
  finish(): void;
  /** Removes the file. */
  dispose(): void;
}

/** Room that the files of all spools have together. */
export interface SpoolBudget {
  /** Counts a spool's file; called before it grows. */
  use(spool: BudgetedSpool, bytes: number): void;
  forget(spool: BudgetedSpool): void;
}

interface BudgetedSpool {
  readonly fileBytes: number;
  readonly isFinished: boolean;
  /** Drops the oldest bytes so that at most `keepBytes` are left in the file. */
  shrink(keepBytes: number): void;
}

/** Bytes of each output that are kept in memory. */
export const MEMORY_WINDOW_BYTES = 1_048_576;
/** Bytes that one output may keep, and all of them together. */
export const MAX_SPOOL_BYTES = 67_108_864;

const BLOCK_BYTES = 65_536;
/** What a finished output keeps when room is short. */
const FINISHED_KEEP_BYTES = 262_144;

/** Creates the room of all spools; when it is short the outputs of finished processes give way first, the oldest first. */
export function createSpoolBudget(maxBytes: number = MAX_SPOOL_BYTES): SpoolBudget {
  const spools = new Set<BudgetedSpool>();
  const used = (): number => [...spools].reduce((sum, { fileBytes }) => sum + fileBytes, 0);
  return {
    use(spool, bytes) {
      spools.add(spool);
      if (used() + bytes <= maxBytes) return;
      for (const other of spools) {
        if (!other.isFinished || other === spool) continue;
        other.shrink(FINISHED_KEEP_BYTES);
        if (used() + bytes <= maxBytes) return;
      }
      const [largest] = [...spools].sort((left, right) => right.fileBytes - left.fileBytes);
      largest?.shrink(Math.floor(largest.fileBytes / 2));
    },
    forget: (spool) => void spools.delete(spool),
  };
}

/** Creates an empty spool that keeps at least the last half of `maxBytes`. */
export function createOutputSpool(files: FileSystem, budget: SpoolBudget, maxBytes: number): OutputSpool {
  let blocks: { readonly bytes: Uint8Array; length: number }[] = [];
  let windowBytes = 0;
  let totalBytes = 0;
  let file: { readonly handle: FileHandle; readonly path: string; base: number; bytes: number } | undefined;
  let isFinished = false;
  const windowLimit = Math.min(MEMORY_WINDOW_BYTES, maxBytes);
  const fileLimit = Math.max(maxBytes, MEMORY_WINDOW_BYTES);

  const remember = (bytes: Uint8Array): void => {
    let rest = bytes.length > windowLimit ? bytes.subarray(bytes.length - windowLimit) : bytes;
    while (rest.length > 0) {
      let last = blocks.at(-1);
      if (!last || last.length === BLOCK_BYTES) {
        last = { bytes: new Uint8Array(BLOCK_BYTES), length: 0 };
        blocks.push(last);
      }
      const part = rest.subarray(0, BLOCK_BYTES - last.length);
      last.bytes.set(part, last.length);
      last.length += part.length;
      windowBytes += part.length;
      rest = rest.subarray(part.length);
    }
    while (windowBytes - (blocks[0]?.length ?? 0) >= windowLimit) windowBytes -= blocks.shift()?.length ?? 0;
  };

  const readWindow = (cursor: number, limit: number): Uint8Array => {
    const bytes = new Uint8Array(Math.min(limit, totalBytes - cursor));
    let at = totalBytes - windowBytes;
    let filled = 0;
    for (const block of blocks) {
      const from = Math.max(0, cursor + filled - at);
      if (from < block.length && filled < bytes.length) {
        const part = block.bytes.subarray(from, Math.min(block.length, from + bytes.length - filled));
        bytes.set(part, filled);
        filled += part.length;
      }
      at += block.length;
    }
    return bytes;
  };

  /** A file that cannot be written any more is given up; what is in memory goes on. */
  const dropFile = (): void => {
    if (!file) return;
    const { handle, path } = file;
    file = undefined;
    budget.forget(budgeted);
    try {
      handle.close();
      files.unlink(path);
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
    }
  };

  const changeFile = (change: () => void): void => {
    try {
      change();
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      dropFile();
    }
  };

  const budgeted: BudgetedSpool = {
    get fileBytes() {
      return file?.bytes ?? 0;
    },
    get isFinished() {
      return isFinished;
    },
    shrink(keepBytes) {
      const shrunk = file;
      if (!shrunk || shrunk.bytes <= keepBytes) return;
      changeFile(() => {
        const tail = keepBytes === 0 ? NO_BYTES : shrunk.handle.read(shrunk.bytes - keepBytes, keepBytes);
        shrunk.handle.truncate(0);
        shrunk.base = totalBytes - tail.length;
        shrunk.bytes = tail.length;
        if (tail.length > 0) shrunk.handle.write(0, tail);
      });
    },
  };

  const writeFile = (bytes: Uint8Array): void => {
    if (!file) return;
    const part = bytes.length > fileLimit ? bytes.subarray(bytes.length - fileLimit) : bytes;
    if (file.bytes + part.length > fileLimit)
      budgeted.shrink(Math.min(Math.floor(fileLimit / 2), fileLimit - part.length));
    if (part.length > BLOCK_BYTES || file.bytes % BLOCK_BYTES < part.length) budget.use(budgeted, part.length);
    const grown = file;
    if (!grown) return;
    if (part.length < bytes.length) grown.base = totalBytes + bytes.length - part.length - grown.bytes;
    changeFile(() => {
      grown.handle.write(grown.bytes, part);
      grown.bytes += part.length;
    });
  };

  return {
    append(bytes) {
      if (isFinished || bytes.length === 0) return;
      writeFile(bytes);
      remember(bytes);
      totalBytes += bytes.length;
    },
    get totalBytes() {
      return totalBytes;
    },
    get firstByte() {
      return Math.min(totalBytes - windowBytes, file?.base ?? totalBytes);
    },
    read(cursor, limit) {
      const start = Math.min(Math.max(cursor, this.firstByte), totalBytes);
      const windowStart = totalBytes - windowBytes;
      if (start >= windowStart) return { start, bytes: readWindow(start, limit) };
      const bytes = file?.handle.read(start - file.base, Math.min(limit, totalBytes - start)) ?? NO_BYTES;
      // Somebody may have cut the file; what is in memory is still true.
      return bytes.length > 0 ? { start, bytes } : { start: windowStart, bytes: readWindow(windowStart, limit) };
    },
    startFile(path) {
      if (file) return;
      changeFile(() => {
        makeParents(files, directoryName(path));
        const handle = files.open(path, { read: true, write: true, create: true, exclusive: true, mode: 0o600 });
        const start = totalBytes - windowBytes;
        file = { handle, path, base: start, bytes: 0 };
        budget.use(budgeted, windowBytes);
        const bytes = readWindow(start, windowBytes);
        if (bytes.length > 0) handle.write(0, bytes);
        file.bytes = bytes.length;
      });
    },
    get path() {
      return file?.path;
    },
    finish() {
      if (isFinished) return;
      isFinished = true;
      if (!file || file.base > totalBytes - windowBytes) return;
      blocks = [];
      windowBytes = 0;
    },
    dispose() {
      isFinished = true;
      dropFile();
      blocks = [];
      windowBytes = 0;
    },
  };
}
