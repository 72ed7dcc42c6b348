import type { Workspace } from 'cloche';

/** What is at a path, as far as it can be put back. */
export type Content =
  | { readonly kind: 'absent' }
  | { readonly kind: 'directory' }
  | { readonly kind: 'file'; readonly bytes: Uint8Array }
  /** A link, or what cannot be read: seen, never followed or put back. `stamp` changes when it does. */
  | { readonly kind: 'unkept'; readonly stamp: string };

/** What was at every path below the workspace's root, at one time. */
export type Shadow = ReadonlyMap<string, Shadowed>;

/** What is at a path, and by what its next change is noticed. */
interface Shadowed {
  readonly content: Content;
  readonly size: number;
  readonly mtimeMs: number;
  /** It was read so soon after its last change that another one might not show in size and time. */
  readonly isFresh: boolean;
}

/** A shadow, or why there is none: more than is kept in memory. */
export type ShadowOutcome =
  | { readonly kind: 'taken'; readonly shadow: Shadow }
  | { readonly kind: 'too-much'; readonly reason: string };

export type ReadableFiles = Pick<Workspace['files'], 'tree' | 'read'>;

export const MAX_SHADOW_BYTES = 8 * 1024 * 1024;
const MAX_SHADOW_ENTRIES = 2000;
/** A second change within this time may leave a file's size and time as they were. */
const FRESH_MS = 2000;

export const ABSENT: Content = { kind: 'absent' };
const DIRECTORY: Content = { kind: 'directory' };

/**
 * Reads what is below `root`. Of files whose size and time are those of the last shadow, nothing is read. Rejects as
 * the workspace's files do when the machine is gone.
 */
export async function takeShadow(
  files: ReadableFiles,
  root: string,
  { last, nowMs }: { readonly last: Shadow | undefined; readonly nowMs: number },
): Promise<ShadowOutcome> {
  const { entries, isComplete } = await files.tree(root, { maxEntries: MAX_SHADOW_ENTRIES });
  if (!isComplete) return tooMuch(`it has more than ${MAX_SHADOW_ENTRIES.toLocaleString('en')} files and folders`);
  const bytes = entries.reduce((sum, { kind, size }) => sum + (kind === 'file' ? size : 0), 0);
  if (bytes > MAX_SHADOW_BYTES) return tooMuch(`its files have more than ${MAX_SHADOW_BYTES / 1024 / 1024} MiB`);
  const shadow = await Promise.all(
    entries.map(async ({ path, kind, size, mtimeMs }): Promise<[string, Shadowed]> => {
      const known = last?.get(path);
      const stamp = `${kind} ${size} ${mtimeMs}`;
      const isFresh = Math.abs(nowMs - mtimeMs) < FRESH_MS;
      if (kind === 'directory') return [path, { content: DIRECTORY, size, mtimeMs, isFresh: false }];
      if (kind !== 'file') return [path, { content: { kind: 'unkept', stamp }, size, mtimeMs, isFresh: false }];
      const isKnown = known?.content.kind === 'file' && !known.isFresh;
      if (isKnown && known.size === size && known.mtimeMs === mtimeMs) return [path, known];
      const read = await readContent(files, path, stamp);
      // One copy of the same bytes.
      const content = known && isSameContent(known.content, read) ? known.content : read;
      return [path, { content, size, mtimeMs, isFresh }];
    }),
  );
  return { kind: 'taken', shadow: new Map(shadow.filter(([, { content }]) => content.kind !== 'absent')) };
}

/** Returns what was at each path whose content is another one now. */
export function changesBetween(before: Shadow, after: Shadow): Map<string, Content> {
  const changes = new Map<string, Content>();
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const was = contentAt(before, path);
    if (!isSameContent(was, contentAt(after, path))) changes.set(path, was);
  }
  return changes;
}

export function contentAt(shadow: Shadow, path: string): Content {
  return shadow.get(path)?.content ?? ABSENT;
}

export function isSameContent(left: Content, right: Content): boolean {
  if (left === right) return true;
  if (left.kind === 'file' && right.kind === 'file') return isSameBytes(left.bytes, right.bytes);
  if (left.kind === 'unkept' && right.kind === 'unkept') return left.stamp === right.stamp;
  return left.kind === right.kind && left.kind !== 'file' && left.kind !== 'unkept';
}

function isSameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

/** A file may be gone, or closed to the reader, since it was listed. */
async function readContent(files: ReadableFiles, path: string, stamp: string): Promise<Content> {
  try {
    return { kind: 'file', bytes: await files.read(path) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return ABSENT;
    if (code === 'EACCES' || code === 'EPERM' || code === 'EISDIR') return { kind: 'unkept', stamp };
    throw error;
  }
}

function tooMuch(fact: string): ShadowOutcome {
  return { kind: 'too-much', reason: `What files were before is not kept in this workspace: ${fact}.` };
}
