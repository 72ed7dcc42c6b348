import type { Change } from './edit-script.ts';

/** Changes that are near each other, and the lines round them: `[start, end)` in each file. */
export interface Hunk {
  readonly changes: readonly Change[];
  readonly leftStart: number;
  readonly leftEnd: number;
  readonly rightStart: number;
  readonly rightEnd: number;
}

/** Gathers changes whose contexts of `context` lines meet; of those that do not count, only what is near others. */
export function groupChanges(changes: readonly Change[], context: number, leftLength: number): Hunk[] {
  const groups: Change[][] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    const previous = last?.at(-1);
    const reach = change.isIgnored ? context - 1 : context * 2;
    if (last && previous && change.leftStart - previous.leftEnd <= reach) last.push(change);
    else groups.push([change]);
  }
  return groups.flatMap((group) => {
    const first = group[0];
    const last = group.at(-1);
    if (!first || !last || group.every(({ isIgnored }) => isIgnored)) return [];
    const before = Math.min(context, first.leftStart);
    const after = Math.min(context, leftLength - last.leftEnd);
    return {
      changes: group,
      leftStart: first.leftStart - before,
      leftEnd: last.leftEnd + after,
      rightStart: first.rightStart - before,
      rightEnd: last.rightEnd + after,
    };
  });
}
