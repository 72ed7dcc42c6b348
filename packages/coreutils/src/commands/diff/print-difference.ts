import type { ComparedText } from './compared-text.ts';
import type { Change } from './edit-script.ts';
import { groupChanges, type Hunk } from './hunks.ts';

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
  /** Finds the heading of the section that a line is in (`-p`, `-F`). */
  readonly isSectionStart?: (line: string) => boolean;
}

/** Formats that one difference after the other makes up. */
export type DifferenceStyle = 'normal' | 'unified' | 'context' | 'ed';

/** Returns the text of a difference, by style. */
export const PRINT_DIFFERENCE: Readonly<Record<DifferenceStyle, (difference: Difference) => string>> = {
  normal: printNormal,
  unified: printUnified,
  context: printContext,
  ed: printEd,
};

const NO_NEWLINE = '\\ No newline at end of file\n';

function putLines(text: ComparedText, start: number, end: number, prefix: string): string {
  let put = '';
  for (let index = start; index < end; index++) {
    put += `${prefix}${text.lines[index] ?? ''}\n`;
    if (index === text.lines.length - 1 && !text.endsWithNewline) put += NO_NEWLINE;
  }
  return put;
}

/** Line numbers from 1, both ends included; before the first line for nothing. */
function range(start: number, end: number): string {
  if (end <= start) return String(start);
  return end - start === 1 ? String(end) : `${start + 1},${end}`;
}

function letterOf({ leftStart, leftEnd, rightStart, rightEnd }: Change): 'a' | 'c' | 'd' {
  if (leftStart === leftEnd) return 'a';
  return rightStart === rightEnd ? 'd' : 'c';
}

function printNormal({ left, right, changes }: Difference): string {
  return changes
    .map((change) => {
      const { leftStart, leftEnd, rightStart, rightEnd } = change;
      const letter = letterOf(change);
      const head = `${range(leftStart, leftEnd)}${letter}${range(rightStart, rightEnd)}\n`;
      const between = letter === 'c' ? '---\n' : '';
      return `${head}${putLines(left, leftStart, leftEnd, '< ')}${between}${putLines(right, rightStart, rightEnd, '> ')}`;
    })
    .join('');
}

/** A script for ed: the last change comes first, so that line numbers stay right. */
function printEd({ right, changes }: Difference): string {
  return changes
    .toReversed()
    .map((change) => {
      const letter = letterOf(change);
      const head = `${range(change.leftStart, change.leftEnd)}${letter}\n`;
      if (letter === 'd') return head;
      return `${head}${right.lines.slice(change.rightStart, change.rightEnd).join('\n')}\n.\n`;
    })
    .join('');
}

function printUnified(difference: Difference): string {
  const { left, right, changes, context, leftHeading, rightHeading } = difference;
  const hunks = groupChanges(changes, context, left.lines.length);
  const printed = hunks.map((hunk) => {
    const heading = `@@ -${unifiedRange(hunk.leftStart, hunk.leftEnd)} +${unifiedRange(hunk.rightStart, hunk.rightEnd)} @@`;
    let text = `${heading}${sectionOf(difference, hunk)}\n`;
    let at = hunk.leftStart;
    for (const { leftStart, leftEnd, rightStart, rightEnd } of hunk.changes) {
      text += putLines(left, at, leftStart, ' ');
      text += putLines(left, leftStart, leftEnd, '-');
      text += putLines(right, rightStart, rightEnd, '+');
      at = leftEnd;
    }
    return text + putLines(left, at, hunk.leftEnd, ' ');
  });
  return `--- ${leftHeading}\n+++ ${rightHeading}\n${printed.join('')}`;
}

function unifiedRange(start: number, end: number): string {
  const count = end - start;
  if (count === 1) return String(start + 1);
  return `${count === 0 ? start : start + 1},${count}`;
}

function sectionOf({ left, isSectionStart }: Difference, { leftStart }: Hunk): string {
  if (!isSectionStart) return '';
  for (let index = leftStart - 1; index >= 0; index--) {
    const line = left.lines[index] ?? '';
    if (isSectionStart(line)) return ` ${line.slice(0, 40).trimEnd()}`;
  }
  return '';
}

function printContext(difference: Difference): string {
  const { left, right, changes, context, leftHeading, rightHeading } = difference;
  const printed = groupChanges(changes, context, left.lines.length).map((hunk) => {
    const hasLeft = hunk.changes.some(({ leftStart, leftEnd }) => leftEnd > leftStart);
    const hasRight = hunk.changes.some(({ rightStart, rightEnd }) => rightEnd > rightStart);
    const old = hasLeft ? contextLines(left, hunk, 'left') : '';
    const fresh = hasRight ? contextLines(right, hunk, 'right') : '';
    const section = sectionOf(difference, hunk);
    const oldRange = contextRange(hunk.leftStart, hunk.leftEnd);
    const newRange = contextRange(hunk.rightStart, hunk.rightEnd);
    return `***************${section}\n*** ${oldRange} ****\n${old}--- ${newRange} ----\n${fresh}`;
  });
  return `*** ${leftHeading}\n--- ${rightHeading}\n${printed.join('')}`;
}

function contextRange(start: number, end: number): string {
  return end - start <= 1 ? String(end) : `${start + 1},${end}`;
}

function contextLines(text: ComparedText, hunk: Hunk, side: 'left' | 'right'): string {
  const [hunkStart, hunkEnd] = side === 'left' ? [hunk.leftStart, hunk.leftEnd] : [hunk.rightStart, hunk.rightEnd];
  let put = '';
  let at = hunkStart;
  for (const change of hunk.changes) {
    const [start, end] = side === 'left' ? [change.leftStart, change.leftEnd] : [change.rightStart, change.rightEnd];
    const mark = letterOf(change) === 'c' ? '! ' : side === 'left' ? '- ' : '+ ';
    put += putLines(text, at, start, '  ') + putLines(text, start, end, mark);
    at = end;
  }
  return put + putLines(text, at, hunkEnd, '  ');
}
