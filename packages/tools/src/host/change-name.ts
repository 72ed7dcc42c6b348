import { directoryName, errnoOf, type FileSystem } from '@cloche/system';
import { makeParents } from './change-file.ts';
import { describeProblem, type FileAccess, resolveForChange } from './file-facts.ts';
import type { ChangeNameOutcome, ChangeNameParams } from './tool-host.ts';

/** Copies, moves or removes one name; a link is itself, not what it leads to. Nothing is ever replaced. */
export function changeName(access: FileAccess, params: ChangeNameParams): ChangeNameOutcome {
  const { files } = access;
  try {
    const from = resolveForChange(access, params.path).linkPath;
    const kind = kindAt(files, from);
    if (kind === undefined) return { kind: 'refused', reason: 'missing' };
    if (params.action === 'remove') return remove(files, from, kind);
    const to = resolveForChange(access, params.to).linkPath;
    if (kindAt(files, to) !== undefined) return { kind: 'refused', reason: 'exists' };
    if (params.action === 'copy') return copy(files, from, to);
    makeParents(files, directoryName(to));
    files.rename(from, to);
    return { kind: 'done' };
  } catch (error) {
    return { kind: 'failed', ...describeProblem(error) };
  }
}

function copy(files: FileSystem, from: string, to: string): ChangeNameOutcome {
  const { kind, mode } = files.stat(from);
  if (kind !== 'file') return { kind: 'refused', reason: 'not_a_file' };
  makeParents(files, directoryName(to));
  files.writeFile(to, files.readFile(from), { exclusive: true, mode });
  files.changeMode(to, mode);
  return { kind: 'done' };
}

function remove(files: FileSystem, path: string, kind: string): ChangeNameOutcome {
  if (kind !== 'directory') {
    files.unlink(path);
    return { kind: 'done' };
  }
  try {
    files.removeDirectory(path);
    return { kind: 'done' };
  } catch (error) {
    if (errnoOf(error) === 'ENOTEMPTY') return { kind: 'refused', reason: 'not_empty' };
    throw error;
  }
}

function kindAt(files: FileSystem, path: string): string | undefined {
  try {
    return files.lstat(path).kind;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
