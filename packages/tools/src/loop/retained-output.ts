/** An output that is kept. */
export interface RetainedRecord {
  /** The first bytes, as many as were kept. */
  readonly bytes: Uint8Array;
  /** Bytes that there were. */
  readonly totalBytes: number;
}

/** Keeps outputs that were too long for a result, under a budget: the oldest go first. */
export interface RetainedOutput {
  /** Keeps an output of a loop; answers whether it is kept. Never rejects. */
  keep(owner: string, id: string, record: RetainedRecord): Promise<boolean>;
  /** Returns an output of that loop, or `undefined` when there is none. Rejects when it cannot be read. */
  read(owner: string, id: string): Promise<RetainedRecord | undefined>;
}

/** Bytes that all retained outputs of a workspace may have. */
export const RETAINED_BUDGET_BYTES = 67_108_864;

/** Bytes that one output may have; of a longer one the first are kept. */
export const MAX_CAPTURE_BYTES = 16_777_216;

/** Creates a keeper in memory. */
export function createMemoryRetainedOutput({
  maxBytes = RETAINED_BUDGET_BYTES,
}: {
  maxBytes?: number;
} = {}): RetainedOutput {
  const records = new Map<string, RetainedRecord>();
  const keyOf = (owner: string, id: string): string => JSON.stringify([owner, id]);
  let used = 0;
  return {
    async keep(owner, id, record) {
      if (record.bytes.length > maxBytes) return false;
      records.set(keyOf(owner, id), record);
      used += record.bytes.length;
      for (const [key, { bytes }] of records) {
        if (used <= maxBytes) break;
        records.delete(key);
        used -= bytes.length;
      }
      return true;
    },
    read: async (owner, id) => records.get(keyOf(owner, id)),
  };
}
