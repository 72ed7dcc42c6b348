export type { ArchiveFile } from './archive/archive-file.ts';
export { type ArchiveLimits, IMPORT_LIMITS, readZip } from './archive/read-zip.ts';
export { writeZip } from './archive/write-zip.ts';
export { connectDatabase, type DatabaseConnection } from './database.ts';
export { createMemoryWorkspaceStore } from './memory-workspace-store.ts';
export type { KeptOutput, OutputStore } from './output-store.ts';
export { allPermissionKeys, permissionKeys } from './permission-keys.ts';
export { openRuleRecords, type RuleRecords } from './rule-records.ts';
export { StoreError, type StoreErrorCode, toStoreError } from './store-error.ts';
export {
  type CatalogOptions,
  deleteStoredWorkspace,
  listStoredWorkspaces,
  openStoredWorkspace,
  renameStoredWorkspace,
} from './workspace-catalog.ts';
export type {
  CommitOutcome,
  DamagedFile,
  RestoredWorkspace,
  WorkspaceStore,
  WorkspaceSummary,
} from './workspace-store.ts';
