import type { DatabaseConnection } from './database.ts';
import { IndexedDbWorkspaceStore } from './indexeddb-workspace-store.ts';
import { STORE_NAMES, type WorkspaceRow } from './schema.ts';
import { StoreError } from './store-error.ts';
import type { WorkspaceStore, WorkspaceSummary } from './workspace-store.ts';

const MAX_NAME_UNITS = 200;

/** Time and ids, as ports. */
export interface CatalogOptions {
  readonly now: () => number;
  readonly newId: () => string;
}

/** Opens the workspace called `name`, making it when it is not there. `invalid_name`, `corrupt`. */
export async function openStoredWorkspace(
  connection: DatabaseConnection,
  name: string,
  options: CatalogOptions,
): Promise<WorkspaceStore> {
  checkName(name);
  const id = await connection.use(async (database) => {
    const transaction = database.transaction('workspaces', 'readwrite', { durability: 'strict' });
    const found = await transaction.store.index('name').getKey(name);
    if (found !== undefined) return found;
    const now = options.now();
    const row: WorkspaceRow = {
      id: options.newId(),
      name,
      createdAtMs: now,
      updatedAtMs: now,
      epoch: 0,
      fileCount: 0,
      contentBytes: 0,
    };
    await Promise.all([transaction.store.add(row), transaction.done]);
    return row.id;
  });
  return IndexedDbWorkspaceStore.open(connection, id, options.now);
}

/** Returns all workspaces, by name. */
export async function listStoredWorkspaces(connection: DatabaseConnection): Promise<WorkspaceSummary[]> {
  const rows = await connection.use((database) => database.getAllFromIndex('workspaces', 'name'));
  return rows.map(({ name, createdAtMs, updatedAtMs, fileCount, contentBytes }) => ({
    name,
    createdAtMs,
    updatedAtMs,
    fileCount,
    contentBytes,
  }));
}

/** Gives a workspace another name. `not_found`, `already_exists`, `invalid_name`. */
export async function renameStoredWorkspace(connection: DatabaseConnection, from: string, to: string): Promise<void> {
  checkName(to);
  await connection.use(async (database) => {
    const transaction = database.transaction('workspaces', 'readwrite', { durability: 'strict' });
    const names = transaction.store.index('name');
    const [row, taken] = await Promise.all([names.get(from), names.getKey(to)]);
    if (!row) throw notFound(from);
    if (taken !== undefined && from !== to)
      throw new StoreError('already_exists', `there is a workspace called "${to}" already`);
    await Promise.all([transaction.store.put({ ...row, name: to }), transaction.done]);
  });
}

/** Deletes a workspace and all its records, and returns its id. `not_found`. */
export async function deleteStoredWorkspace(connection: DatabaseConnection, name: string): Promise<string> {
  return connection.use(async (database) => {
    const transaction = database.transaction(STORE_NAMES, 'readwrite', { durability: 'strict' });
    const id = await transaction.objectStore('workspaces').index('name').getKey(name);
    if (id === undefined) throw notFound(name);
    const range = IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);
    await Promise.all([
      transaction.objectStore('workspaces').delete(id),
      transaction.objectStore('index').delete(id),
      transaction.objectStore('state').delete(id),
      transaction.objectStore('loops').delete(id),
      transaction.objectStore('output_lists').delete(id),
      transaction.objectStore('outputs').delete(range),
      transaction.objectStore('log').delete(range),
      transaction.objectStore('chunks').delete(range),
      transaction.done,
    ]);
    return id;
  });
}

function checkName(name: string): void {
  if (name.trim() === '' || name.length > MAX_NAME_UNITS) {
    throw new StoreError('invalid_name', `a workspace's name has 1 to ${MAX_NAME_UNITS} characters, not only spaces`);
  }
}

function notFound(name: string): StoreError {
  return new StoreError('not_found', `there is no workspace called "${name}"`);
}
