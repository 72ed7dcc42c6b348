import { describeProblem, type FileAccess, resolveForChange } from './file-facts.ts';
import type { ViewDirectoryOutcome } from './tool-host.ts';
import { listDirectory } from './workspace-files.ts';

/** Lists a directory, at most `maxEntries` names of it. */
export function viewDirectory(
  access: FileAccess,
  { path, maxEntries }: { readonly path: string; readonly maxEntries: number },
): ViewDirectoryOutcome {
  try {
    const { resolvedPath } = resolveForChange(access, path);
    const entries = listDirectory(access.files, resolvedPath);
    return { kind: 'listed', entries: entries.slice(0, maxEntries), total: entries.length };
  } catch (error) {
    return { kind: 'failed', ...describeProblem(error) };
  }
}
