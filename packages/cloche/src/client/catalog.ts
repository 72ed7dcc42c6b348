import {
  allPermissionKeys,
  connectDatabase,
  type DatabaseConnection,
  deleteStoredWorkspace,
  listStoredWorkspaces,
  openRuleRecords,
  renameStoredWorkspace,
  type WorkspaceSummary,
} from '@cloche/storage';

/** Returns the stored workspaces, by name. Rejects with a `StoreError`. */
export function listWorkspaces(): Promise<WorkspaceSummary[]> {
  return withDatabase(listStoredWorkspaces);
}

/** Gives a stored workspace another name. `not_found`, `already_exists`, `invalid_name`. */
export function renameWorkspace(from: string, to: string): Promise<void> {
  return withDatabase((database) => renameStoredWorkspace(database, from, to));
}

/** Deletes a stored workspace for good, its permission rules too. One that is open somewhere goes on in memory, and says that it is not saved. */
export async function deleteWorkspace(name: string): Promise<void> {
  const id = await withDatabase((database) => deleteStoredWorkspace(database, name));
  const records = openRuleRecords();
  try {
    await records.remove(allPermissionKeys(id));
  } finally {
    records.close();
  }
}

async function withDatabase<Result>(work: (database: DatabaseConnection) => Promise<Result>): Promise<Result> {
  const database = await connectDatabase();
  try {
    return await work(database);
  } finally {
    database.close();
  }
}
