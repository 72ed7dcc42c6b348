import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { StoreError, toStoreError } from './store-error.ts';

/** Texts of permission rules, and of what they decided, kept apart from the workspaces' files, which programs can change. */
export interface RuleRecords {
  /** Returns the record of a key; `undefined` when there is none. `StoreError`. */
  load(key: string): Promise<string | undefined>;
  /**
   * Replaces a record by what `change` makes of it, in one transaction with strict durability; what is the same, or
   * `undefined`, is not written. What `change` throws rejects, and nothing is written. `StoreError`.
   */
  update(key: string, change: (record: string | undefined) => string | undefined): Promise<void>;
  /** Deletes records; nothing happens to those that are not there. `StoreError`. */
  remove(keys: readonly string[]): Promise<void>;
  close(): void;
}

interface RuleDatabase extends DBSchema {
  records: { key: string; value: string };
}

const NAME = 'cloche-rules';
const VERSION = 1;

/** Opens the records of permission rules; the database is made with the first use. */
export function openRuleRecords(name: string = NAME): RuleRecords {
  let opening: Promise<IDBPDatabase<RuleDatabase>> | undefined;
  const forget = (): void => {
    opening = undefined;
  };
  const use = async <Result>(work: (database: IDBPDatabase<RuleDatabase>) => Promise<Result>): Promise<Result> => {
    if (typeof indexedDB === 'undefined') throw new StoreError('unavailable', 'this browser keeps no rules');
    opening ??= openDB<RuleDatabase>(name, VERSION, {
      upgrade: (database) => void database.createObjectStore('records'),
      blocking: (_, __, event) => {
        (event.target instanceof IDBDatabase ? event.target : undefined)?.close();
        forget();
      },
      terminated: forget,
    });
    try {
      return await work(await opening);
    } catch (error) {
      forget();
      throw toStoreError(error);
    }
  };
  return {
    // Where there is no IndexedDB nothing was ever kept; a database that cannot be opened may hold rules, and is an error.
    load: async (key) =>
      typeof indexedDB === 'undefined' ? undefined : use((database) => database.get('records', key)),
    async update(key, change) {
      let refusal: { readonly reason: unknown } | undefined;
      await use(async (database) => {
        const transaction = database.transaction('records', 'readwrite', { durability: 'strict' });
        const before = await transaction.store.get(key);
        try {
          const after = change(before);
          if (after !== undefined && after !== before) void transaction.store.put(after, key).catch(() => undefined);
        } catch (reason) {
          refusal = { reason };
        }
        await transaction.done;
      });
      if (refusal) throw refusal.reason;
    },
    async remove(keys) {
      if (typeof indexedDB === 'undefined') return;
      await use(async (database) => {
        const transaction = database.transaction('records', 'readwrite', { durability: 'strict' });
        await Promise.all([...keys.map((key) => transaction.store.delete(key)), transaction.done]);
      });
    },
    close() {
      void opening?.then((database) => database.close());
      forget();
    },
  };
}
