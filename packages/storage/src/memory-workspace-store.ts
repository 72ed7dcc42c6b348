import { packContents, unpackContents, type WorkspaceChanges, type WorkspaceEntry } from '@cloche/system';
import type { WorkspaceStore } from './workspace-store.ts';

/**
 * Creates a store for browsers that let the page keep nothing: it survives the loss of a machine, lasts until the tab
 * closes, and every commit says so.
 */
export function createMemoryWorkspaceStore(name: string, reason: string): WorkspaceStore {
  const entries = new Map<string, WorkspaceEntry>();
  const contents = new Map<number, Uint8Array>();
  let shells: Readonly<Record<string, unknown>> = {};
  let loops: Readonly<Record<string, unknown>> = {};
  return {
    id: `memory:${name}`,
    name,
    kind: 'memory',
    outputs: undefined,
    async restore() {
      const sorted = [...entries.values()].sort((left, right) => (left.path < right.path ? -1 : 1));
      return { snapshot: { entries: sorted, contents: packContents(contents) }, shells, loops, damaged: [] };
    },
    async commit(changes, newShells, newLoops = {}) {
      applyChanges(entries, contents, changes);
      shells = newShells;
      loops = newLoops;
      return { persisted: false, reason };
    },
    close: async () => undefined,
  };
}

/** Applies changes to names and bytes, and forgets the bytes that no name needs any more. */
export function applyChanges(
  entries: Map<string, WorkspaceEntry>,
  contents: Map<number, Uint8Array>,
  changes: WorkspaceChanges,
): void {
  for (const path of changes.removed) {
    const isDirectory = entries.get(path)?.kind === 'directory';
    entries.delete(path);
    if (!isDirectory) continue;
    for (const below of entries.keys()) if (below.startsWith(`${path}/`)) entries.delete(below);
  }
  for (const [number, bytes] of unpackContents(changes.contents)) contents.set(number, bytes.slice());
  for (const entry of changes.entries) entries.set(entry.path, entry);
  const live = new Set(Array.from(entries.values(), (entry) => (entry.kind === 'file' ? entry.content : -1)));
  for (const number of contents.keys()) if (!live.has(number)) contents.delete(number);
}
