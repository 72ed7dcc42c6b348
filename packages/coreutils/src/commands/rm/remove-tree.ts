import { describeError, type FileStat, type FileSystem, type YieldIfDue } from '@cloche/system';
import { quoteName } from '../../arguments/quote.ts';
import { type NamedPath, namedChild } from '../cp/copy-tree.ts';

/** Who is asked and told about what is removed. */
export interface RemoveHost {
  readonly files: FileSystem;
  readonly yieldIfDue: YieldIfDue;
  fail(message: string): Promise<void>;
  removed(name: string, isDirectory: boolean): void;
  /** Returns whether something may be removed, or a directory entered. */
  mayRemove(name: string, stat: FileStat, question: 'remove' | 'descend'): Promise<boolean>;
}

/** Removes a file, or a directory and all below it; returns whether it is gone. Links are never followed. */
export async function removeTree(host: RemoveHost, target: NamedPath, stat: FileStat): Promise<boolean> {
  const turn = host.yieldIfDue();
  if (turn) await turn;
  if (stat.kind !== 'directory') {
    if (!(await host.mayRemove(target.name, stat, 'remove'))) return false;
    return attempt(host, target, () => host.files.unlink(target.path), false);
  }
  const entries = host.files.readDirectory(target.path);
  if (entries.length > 0 && !(await host.mayRemove(target.name, stat, 'descend'))) return false;
  let isEmpty = true;
  for (const { name } of entries) {
    const child = namedChild(target, name);
    const isGone = await removeTree(host, child, host.files.lstat(child.path));
    isEmpty &&= isGone;
  }
  if (!isEmpty || !(await host.mayRemove(target.name, stat, 'remove'))) return false;
  return attempt(host, target, () => host.files.removeDirectory(target.path), true);
}

async function attempt(
  host: RemoveHost,
  target: NamedPath,
  remove: () => void,
  isDirectory: boolean,
): Promise<boolean> {
  try {
    remove();
    host.removed(target.name, isDirectory);
    return true;
  } catch (error) {
    await host.fail(`cannot remove ${quoteName(target.name)}: ${describeError(error)}`);
    return false;
  }
}
