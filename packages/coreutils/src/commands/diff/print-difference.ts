import type { ComparedText } from './compared-text.ts';
import { type Difference, letterOf, range } from './difference.ts';
import { groupChanges, type Hunk } from './hunks.ts';
import { paint, putLines } from './line-layout.ts';
import { printEd, printRcs } from './print-script.ts';

/** Formats that one difference after the other makes up. */
export type DifferenceStyle = 'normal' | 'unified' | 'context' | 'ed' | 'rcs';

/** Returns the text of a difference, by style. */
export const PRINT_DIFFERENCE: Readonly<Record<DifferenceStyle, (difference: Difference) => string>> = {
  normal: printNormal,
  unified: printUnified,
  context: printContext,
  ed: printEd,
  rcs: printRcs,
};

function printNormal({ left, right, changes, layout }: Difference): string {
  return changes
    .map((change) => {
      const { leftStart, leftEnd, rightStart, rightEnd } = change;
      const letter = letterOf(change);
      const head = paint(layout, 'line', `${range(leftStart, leftEnd)}${letter}${range(rightStart, rightEnd)}`);
      const old = putLines(layout, left, leftStart, leftEnd, { mark: '<', gap: ' ', color: 'deleted' });
      const fresh = putLines(layout, right, rightStart, rightEnd, { mark: '>', gap: ' ', color: 'added' });
      return `${head}\n${old}${letter === 'c' ? '---\n' : ''}${fresh}`;
    })
    .join('');
}

const UNIFIED_MARKS = {
  common: { mark: '', gap: ' ' },
  deleted: { mark: '-', gap: '', color: 'deleted' },
  added: { mark: '+', gap: '', color: 'added' },
} as const;

function printUnified(difference: Difference): string {
  const { left, right, changes, context, layout } = difference;
  const hunks = groupChanges(changes, context, left.lines.length);
  const printed = hunks.map((hunk) => {
    const heading = `@@ -${unifiedRange(hunk.leftStart, hunk.leftEnd)} +${unifiedRange(hunk.rightStart, hunk.rightEnd)} @@`;
    let text = `${paint(layout, 'line', heading)}${sectionOf(difference, hunk)}\n`;
    let at = hunk.leftStart;
    for (const { leftStart, leftEnd, rightStart, rightEnd } of hunk.changes) {
      text += putLines(layout, left, at, leftStart, UNIFIED_MARKS.common);
      text += putLines(layout, left, leftStart, leftEnd, UNIFIED_MARKS.deleted);
      text += putLines(layout, right, rightStart, rightEnd, UNIFIED_MARKS.added);
      at = leftEnd;
    }
    return text + putLines(layout, left, at, hunk.leftEnd, UNIFIED_MARKS.common);
  });
  return headings(difference, '---', '+++') + printed.join('');
}

function headings({ layout, leftHeading, rightHeading }: Difference, left: string, right: string): string {
  return `${paint(layout, 'header', `${left} ${leftHeading}`)}\n${paint(layout, 'header', `${right} ${rightHeading}`)}\n`;
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
  const { left, right, changes, context, layout } = difference;
  const printed = groupChanges(changes, context, left.lines.length).map((hunk) => {
    const hasLeft = hunk.changes.some(({ leftStart, leftEnd }) => leftEnd > leftStart);
    const hasRight = hunk.changes.some(({ rightStart, rightEnd }) => rightEnd > rightStart);
    const old = hasLeft ? contextLines(difference, left, hunk, 'left') : '';
    const fresh = hasRight ? contextLines(difference, right, hunk, 'right') : '';
    const section = sectionOf(difference, hunk);
    const oldRange = paint(layout, 'line', `*** ${contextRange(hunk.leftStart, hunk.leftEnd)} ****`);
    const newRange = paint(layout, 'line', `--- ${contextRange(hunk.rightStart, hunk.rightEnd)} ----`);
    return `***************${section}\n${oldRange}\n${old}${newRange}\n${fresh}`;
  });
  return headings(difference, '***', '---') + printed.join('');
}

function contextRange(start: number, end: number): string {
  return end - start <= 1 ? String(end) : `${start + 1},${end}`;
}

function contextLines({ layout }: Difference, text: ComparedText, hunk: Hunk, side: 'left' | 'right'): string {
  const [hunkStart, hunkEnd] = side === 'left' ? [hunk.leftStart, hunk.leftEnd] : [hunk.rightStart, hunk.rightEnd];
  const color = side === 'left' ? 'deleted' : 'added';
  const put = (start: number, end: number, mark: string): string =>
    putLines(layout, text, start, end, { mark, gap: ' ', color });
  let printed = '';
  let at = hunkStart;
  for (const change of hunk.changes) {
    const [start, end] = side === 'left' ? [change.leftStart, change.leftEnd] : [change.rightStart, change.rightEnd];
    printed += put(at, start, ' ') + put(start, end, letterOf(change) === 'c' ? '!' : side === 'left' ? '-' : '+');
    at = end;
  }
  return printed + put(at, hunkEnd, ' ');
}
