import type { ComparedText } from './compared-text.ts';
import type { Change } from './edit-script.ts';
import type { LineLayout } from './line-layout.ts';

/** What there is to print of two files. */
export interface Difference {
  readonly left: ComparedText;
  readonly right: ComparedText;
  readonly changes: readonly Change[];
  /** What stands above a context or unified difference, without `--- `. */
  readonly leftHeading: string;
  readonly rightHeading: string;
  /** Lines shown round changes. */
  readonly context: number;
  readonly layout: LineLayout;
  /** Finds the heading of the section that a line is in (`-p`, `-F`). */
  readonly isSectionStart?: (line: string) => boolean;
}

/** Line numbers from 1, both ends included; before the first line for nothing. */
export function range(start: number, end: number): string {
  if (end <= start) return String(start);
  return end - start === 1 ? String(end) : `${start + 1},${end}`;
}

/** Returns whether lines were added, deleted or changed. */
export function letterOf({ leftStart, leftEnd, rightStart, rightEnd }: Change): 'a' | 'c' | 'd' {
  if (leftStart === leftEnd) return 'a';
  return rightStart === rightEnd ? 'd' : 'c';
}
