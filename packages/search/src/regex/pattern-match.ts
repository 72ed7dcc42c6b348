import type { TextSpan } from '../glob/compile-glob.ts';

/** A match: `start` and `end` as UTF-16 offsets, and what each group took. */
export interface PatternMatch extends TextSpan {
  /** By group number; `groups[0]` is the whole match. `undefined` for a group that took no part. */
  readonly groups: readonly (TextSpan | undefined)[];
}

/** Makes a match of start and end slots, two a group; -1 for none. */
export function matchOfSlots(slots: ArrayLike<number>): PatternMatch {
  const groups: (TextSpan | undefined)[] = [];
  for (let slot = 0; slot < slots.length; slot += 2) {
    const start = slots[slot] ?? -1;
    const end = slots[slot + 1] ?? -1;
    groups.push(start < 0 || end < 0 ? undefined : { start, end });
  }
  return { start: slots[0] ?? 0, end: slots[1] ?? 0, groups };
}

/** How a search goes. */
export interface SearchRequest {
  readonly text: string;
  /** The first place where a match may begin. */
  readonly from: number;
  /** The match must begin at `from`. */
  readonly isAnchored: boolean;
  /** `first`: as Perl chooses between matches with one start; `longest`: as POSIX does. */
  readonly preference: 'first' | 'longest';
  readonly groupCount: number;
}
