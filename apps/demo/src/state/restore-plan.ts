import type { Workspace } from 'cloche';
import { ABSENT, type Content, contentAt, isSameContent, type Shadow } from './file-shadow.ts';

/** What changed between two looks at the files. */
export interface ChangeRecord {
  /** The calls, and the restores, that ran meanwhile: any of them may have made the changes. None: somebody else. */
  readonly causes: ReadonlySet<string>;
  /** What was at each changed path before. */
  readonly changes: ReadonlyMap<string, Content>;
}

/** What a restore does at one path. */
export interface RestoreStep {
  readonly path: string;
  readonly now: Content;
  readonly before: Content;
  readonly kind: 'rewrites' | 'removes' | 'removes-for-good' | 'brings-back' | 'leaves' | 'loses';
}

export type WritableFiles = Pick<Workspace['files'], 'write' | 'remove' | 'makeDirectory'>;

/**
 * Returns the records with one more. Changes with the same causes become one record; those before the first call are of
 * no use, and the oldest are dropped, their calls with them, when all hold more than `maxBytes`.
 */
export function addRecord(
  records: readonly ChangeRecord[],
  added: ChangeRecord,
  maxBytes: number,
): readonly ChangeRecord[] {
  const last = records.at(-1);
  const isMore = last !== undefined && isSameSet(last.causes, added.causes);
  let kept = isMore
    ? // What was there first is what there was before.
      [...records.slice(0, -1), { causes: last.causes, changes: new Map([...added.changes, ...last.changes]) }]
    : [...records, added];
  let bytes = kept.reduce((sum, record) => sum + bytesIn(record), 0);
  while (kept[0] && (kept[0].causes.size === 0 || bytes > maxBytes)) {
    const [dropped, ...others] = kept;
    bytes -= bytesIn(dropped);
    // A call of which only the end is kept cannot be undone.
    kept = others.map(({ causes, changes }) => ({ causes: without(causes, dropped.causes), changes }));
  }
  return kept;
}

/** Returns what brings the files back to how they were before a call or a restore; `undefined` when it is not kept. */
export function planRestore(
  records: readonly ChangeRecord[],
  shadow: Shadow,
  cause: string,
): readonly RestoreStep[] | undefined {
  const first = records.findIndex(({ causes }) => causes.has(cause));
  if (first < 0) return undefined;
  const wanted = new Map<string, Content>();
  for (const { changes } of records.slice(first).reverse())
    for (const [path, before] of changes) wanted.set(path, before);
  const steps = Array.from(wanted, ([path, before]): RestoreStep => {
    const now = contentAt(shadow, path);
    return { path, now, before, kind: kindOf(now, before) };
  });
  return steps
    .filter(({ now, before }) => !isSameContent(now, before))
    .sort((left, right) => (left.path < right.path ? -1 : 1));
}

/** Says whether a step does anything; links are not put back. */
export function changesPath(kind: RestoreStep['kind']): boolean {
  return kind !== 'leaves' && kind !== 'loses';
}

/** Returns the steps as people count them: a folder is not named beside what is in it. */
export function shownSteps(steps: readonly RestoreStep[]): readonly RestoreStep[] {
  return steps.filter(
    ({ path, now, before }) =>
      (now.kind !== 'directory' && before.kind !== 'directory') ||
      !steps.some((other) => other.path.startsWith(`${path}/`)),
  );
}

/** Carries a plan out: what is in the way goes first, then folders come back, then files. Rejects as the files do. */
export async function carryOut(steps: readonly RestoreStep[], files: WritableFiles): Promise<void> {
  const removed: string[] = [];
  for (const { path, now, before, kind } of steps) {
    const isInTheWay = now.kind !== 'absent' && now.kind !== before.kind;
    if (!changesPath(kind) || !isInTheWay || removed.some((above) => path.startsWith(`${above}/`))) continue;
    await files.remove(path);
    removed.push(path);
  }
  for (const { path, before } of steps) if (before.kind === 'directory') await files.makeDirectory(path);
  for (const { path, before } of steps) if (before.kind === 'file') await files.write(path, before.bytes);
}

function kindOf(now: Content, before: Content): RestoreStep['kind'] {
  if (before.kind === 'unkept') return now.kind === ABSENT.kind ? 'loses' : 'leaves';
  if (before.kind === ABSENT.kind) return now.kind === 'unkept' ? 'removes-for-good' : 'removes';
  return now.kind === ABSENT.kind ? 'brings-back' : 'rewrites';
}

function bytesIn({ changes }: ChangeRecord): number {
  let bytes = 0;
  for (const content of changes.values()) if (content.kind === 'file') bytes += content.bytes.length;
  return bytes;
}

function isSameSet(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return left.size === right.size && Array.from(left).every((each) => right.has(each));
}

function without(set: ReadonlySet<string>, taken: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(Array.from(set).filter((each) => !taken.has(each)));
}
