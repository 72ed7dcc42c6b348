import { baseName, directoryName, errnoOf, type FileSystem, joinPath } from '@cloche/system';
import { describeProblem, type FileAccess, lookAtFile } from './file-facts.ts';
import type { ChangeFileOutcome, ChangeFileParams } from './tool-host.ts';

const NEW_FILE_MODE = 0o644;
/** A file that vanishes or appears while it is replaced; the name is never left behind. */
const TEMPORARY_PREFIX = '.cloche-write-';

/**
 * Replaces or creates a file if it is still what was expected, all or nothing: the bytes go to a new file beside it,
 * which then takes its name. Permission bits carry over; a failed change leaves nothing behind.
 */
export function changeFile(
  access: FileAccess,
  { path, expected, bytes, replaceLink }: ChangeFileParams,
  newName: () => string,
): ChangeFileOutcome {
  const { files } = access;
  const facts = lookAtFile(access, path, Number.MAX_SAFE_INTEGER);
  if (facts.problem) return { kind: 'failed', ...facts.problem };
  const isThere = facts.kind !== 'absent';
  if (expected.kind === 'absent' && isThere) return { kind: 'conflict', found: 'created' };
  if (expected.kind === 'hash' && !isThere) return { kind: 'conflict', found: 'removed' };
  if (expected.kind === 'hash' && facts.hash !== expected.hash) return { kind: 'conflict', found: 'changed' };
  const target = replaceLink ? facts.linkPath : facts.resolvedPath;
  const keepsMode = isThere && !(facts.isSymlink && replaceLink);
  const temporary = joinPath(directoryName(target), `${TEMPORARY_PREFIX}${newName()}`);
  try {
    makeParents(files, directoryName(target));
    files.writeFile(temporary, bytes, { exclusive: true, mode: NEW_FILE_MODE });
    if (keepsMode) files.changeMode(temporary, facts.mode);
    files.rename(temporary, target);
    return { kind: 'changed', path: target, hash: access.hash(bytes) };
  } catch (error) {
    removeIfThere(files, temporary);
    return { kind: 'failed', ...describeProblem(error) };
  }
}

/** Makes a directory and the missing ones above it. */
export function makeParents(files: FileSystem, path: string): void {
  try {
    files.makeDirectory(path);
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'EEXIST') {
      files.readDirectory(path);
      return;
    }
    if (code !== 'ENOENT' || baseName(path) === path) throw error;
    makeParents(files, directoryName(path));
    files.makeDirectory(path);
  }
}

function removeIfThere(files: FileSystem, path: string): void {
  try {
    files.unlink(path);
  } catch {
    // It was never made.
  }
}
