import { type IDBPDatabase, openDB } from 'idb';
import { type ClocheDatabase, DATABASE_VERSION, STORE_NAMES } from './schema.ts';
import { StoreError, toStoreError } from './store-error.ts';

/** The connection to the database, reopened when the browser closed it. */
export interface DatabaseConnection {
  /**
   * Runs `work` on an open database; when the browser has closed the connection meanwhile it is reopened once.
   * Failures are `StoreError`s.
   */
  use<Result>(work: (database: IDBPDatabase<ClocheDatabase>) => Promise<Result>): Promise<Result>;
  close(): void;
}

/** Name of the database; tests use others. */
export const DATABASE_NAME = 'cloche';

const OPEN_LIMIT_MS = 10_000;

/** Opens the database, making it when it is not there. `unavailable`, `newer_version`, `blocked`. */
export async function connectDatabase(name: string = DATABASE_NAME): Promise<DatabaseConnection> {
  let database: IDBPDatabase<ClocheDatabase> | undefined = await open(name);
  const current = async (): Promise<IDBPDatabase<ClocheDatabase>> => {
    database ??= await open(name, forget);
    return database;
  };
  const forget = (): void => {
    database = undefined;
  };
  database.addEventListener('close', forget);
  return {
    async use(work) {
      try {
        return await work(await current());
      } catch (error) {
        if (!isClosed(error)) throw toStoreError(error);
        forget();
        try {
          return await work(await current());
        } catch (second) {
          throw toStoreError(second);
        }
      }
    },
    close() {
      database?.close();
      forget();
    },
  };
}

async function open(name: string, onClosed?: () => void): Promise<IDBPDatabase<ClocheDatabase>> {
  if (typeof indexedDB === 'undefined') {
    throw new StoreError(
      'unavailable',
      'this browser offers the page no IndexedDB: what you do here lasts until the tab closes',
    );
  }
  let isBlocked = false;
  const opening = openDB<ClocheDatabase>(name, DATABASE_VERSION, {
    upgrade(database) {
      const has = (store: (typeof STORE_NAMES)[number]): boolean => database.objectStoreNames.contains(store);
      if (!has('workspaces'))
        database.createObjectStore('workspaces', { keyPath: 'id' }).createIndex('name', 'name', { unique: true });
      for (const store of STORE_NAMES) if (!has(store)) database.createObjectStore(store);
    },
    blocked() {
      isBlocked = true;
    },
    blocking(_current, _next, event) {
      // A newer page wants to upgrade: this one reopens later, and then hears that it is too old.
      if (event.target instanceof IDBDatabase) event.target.close();
      onClosed?.();
    },
    terminated: onClosed ?? (() => undefined),
  });
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => {
      const why = isBlocked
        ? 'another tab keeps an older version of the workspaces open: close it and reload this page'
        : "the browser's storage does not answer: reload the page, or restart the browser";
      reject(new StoreError(isBlocked ? 'blocked' : 'unavailable', why));
    }, OPEN_LIMIT_MS);
  });
  try {
    return await Promise.race([opening, late]);
  } catch (error) {
    throw toStoreError(error);
  }
}

function isClosed(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'InvalidStateError';
}
