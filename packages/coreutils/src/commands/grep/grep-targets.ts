import { type WalkEntry, walkTree } from '@cloche/search';
import { type FileKind, type FileSystem, joinPath } from '@cloche/system';
import type { FileFilter } from './file-filter.ts';
import type { GrepSettings } from './grep-settings.ts';

/** Something to search. */
export type GrepTarget =
  | { readonly kind: 'stdin' }
  | { readonly kind: 'file'; readonly name: string; readonly fileKind: FileKind; readonly isWalked: boolean }
  /** A directory where a file is wanted. */
  | { readonly kind: 'directory'; readonly name: string }
  | { readonly kind: 'unreadable'; readonly name: string; readonly error: unknown };

/** What decides about targets. */
export interface TargetContext {
  readonly files: FileSystem;
  readonly cwd: string;
  readonly settings: GrepSettings;
  readonly filter: FileFilter;
}

/** Returns what the operands lead to, in order; directories are walked where that is asked for. */
export function* findTargets(
  operands: readonly string[],
  context: TargetContext,
): Generator<GrepTarget, void, undefined> {
  if (operands.length === 0) {
    if (context.settings.directories === 'recurse') yield* walkTargets('.', context, withoutDotSlash);
    else yield { kind: 'stdin' };
    return;
  }
  for (const operand of operands) {
    if (operand === '-') yield { kind: 'stdin' };
    else yield* operandTargets(operand, context);
  }
}

function* operandTargets(name: string, context: TargetContext): Generator<GrepTarget, void, undefined> {
  const { files, cwd, settings, filter } = context;
  let fileKind: FileKind;
  try {
    fileKind = files.stat(joinPath(cwd, name)).kind;
  } catch (error) {
    // Devices and descriptors exist for `open` only.
    yield name.startsWith('/dev/') || name.startsWith('/proc/')
      ? { kind: 'file', name, fileKind: 'character-device', isWalked: false }
      : { kind: 'unreadable', name, error };
    return;
  }
  if (fileKind !== 'directory') {
    if (!filter.takesFile(name, { isNamed: true })) return;
    if (isSkippedDevice(fileKind, settings.devices === 'skip')) return;
    yield { kind: 'file', name, fileKind, isWalked: false };
    return;
  }
  if (settings.directories === 'recurse') yield* walkTargets(name, context, (path) => path);
  else if (settings.directories === 'read' && filter.takesDirectory(name, { isNamed: true })) {
    yield { kind: 'directory', name };
  }
}

function* walkTargets(
  root: string,
  { files, cwd, settings, filter }: TargetContext,
  show: (path: string) => string,
): Generator<GrepTarget, void, undefined> {
  const faults: GrepTarget[] = [];
  const walk = walkTree(files, root, {
    cwd,
    followLinks: settings.followsLinks ? 'always' : 'root',
    enters: (entry) => filter.takesDirectory(entry.depth === 0 ? root : entry.name, { isNamed: entry.depth === 0 }),
    onError: (path, error) => faults.push({ kind: 'unreadable', name: show(path), error }),
  });
  for (const entry of walk) {
    yield* faults.splice(0);
    if (isSearched(entry, settings, filter)) {
      yield { kind: 'file', name: show(entry.path), fileKind: entry.kind, isWalked: true };
    }
  }
  yield* faults;
}

function isSearched({ kind, name }: WalkEntry, settings: GrepSettings, filter: FileFilter): boolean {
  if (kind === 'directory') return false;
  if (kind === 'symlink' && !settings.followsLinks) return false;
  return !isSkippedDevice(kind, settings.devices !== 'read') && filter.takesFile(name, { isNamed: false });
}

function isSkippedDevice(kind: FileKind, skips: boolean): boolean {
  return skips && kind !== 'file' && kind !== 'symlink';
}

function withoutDotSlash(path: string): string {
  return path.startsWith('./') ? path.slice(2) : path;
}
