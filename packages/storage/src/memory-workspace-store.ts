import { packContents } from '@cloche/system';
import type { WorkspaceStore } from './workspace-store.ts';

/** Creates a store that keeps nothing: what happens in the workspace lasts until the tab closes, and every commit says so. */
export function createMemoryWorkspaceStore(name: string, reason: string): WorkspaceStore {
  return {
    name,
    kind: 'memory',
    restore: async () => ({ snapshot: { entries: [], contents: packContents(new Map()) }, shells: {}, damaged: [] }),
    commit: async () => ({ persisted: false, reason }),
    close: async () => undefined,
  };
}
