import type { RuleRecords } from '@cloche/storage';

/** A list in the permission records that decides nothing: it is written some time after what is added, so that no call waits. */
export interface LateRecord<Item> {
  add(item: Item): void;
  /** Returns the list with what was not written yet. A record that cannot be read counts as none. */
  read(): Promise<readonly Item[]>;
  /** Writes what was added. Never rejects. */
  flush(): Promise<void>;
  /** Forgets all of it. `StoreError`. */
  clear(): Promise<void>;
}

/** Where and when a list is kept. */
export interface LateRecordPlace {
  readonly records: RuleRecords;
  readonly key: string;
  /** How long what is added may wait for more; while it is written the next waits in any case. */
  readonly waitMs: number;
  readonly after: (ms: number, callback: () => void) => () => void;
}

/** How a list is kept. */
export interface LateRecordOptions<Item> extends LateRecordPlace {
  /** Returns the list with what was added; `before` may be anything that `isItem` accepts. */
  readonly merge: (before: readonly Item[], added: readonly Item[]) => readonly Item[];
  readonly isItem: (value: unknown) => value is Item;
}

/** Creates the list over its record. */
export function createLateRecord<Item>(options: LateRecordOptions<Item>): LateRecord<Item> {
  const { records, key, merge, isItem, waitMs, after } = options;
  let added: Item[] = [];
  let cancelTimer: (() => void) | undefined;
  let writing: Promise<void> = Promise.resolve();
  const take = (): readonly Item[] => {
    cancelTimer?.();
    cancelTimer = undefined;
    const taken = added;
    added = [];
    return taken;
  };
  const parse = (record: string | undefined): Item[] => {
    try {
      const value: unknown = JSON.parse(record ?? '[]');
      return Array.isArray(value) ? value.filter(isItem) : [];
    } catch {
      return [];
    }
  };
  const write = async (): Promise<void> => {
    const taken = take();
    if (taken.length === 0) return;
    // It is a help and no more: without it every decision is the same.
    await records.update(key, (record) => JSON.stringify(merge(parse(record), taken))).catch(() => undefined);
  };
  const flush = (): Promise<void> => {
    writing = writing.then(write);
    return writing;
  };
  return {
    add(item) {
      added.push(item);
      cancelTimer ??= after(waitMs, () => void flush());
    },
    async read() {
      const record = await records.load(key).catch(() => undefined);
      return merge(parse(record), added);
    },
    flush,
    async clear() {
      await writing;
      take();
      await records.remove([key]);
    },
  };
}
