import { characterWidth } from '@cloche/system';
import type { ComparedText } from './compared-text.ts';
import type { Change } from './edit-script.ts';

/** How two columns are shown. */
export interface SideBySideOptions {
  /** Columns of the whole output. */
  readonly width: number;
  readonly leavesOutCommon: boolean;
  readonly showsLeftOfCommon: boolean;
}

const TAB = 8;
const GUTTER = 3;

/** Returns both files beside each other, with marks between the lines that differ. */
export function printSideBySide(
  left: ComparedText,
  right: ComparedText,
  changes: readonly Change[],
  options: SideBySideOptions,
): string {
  const columns = layOut(options.width);
  let put = '';
  let [at, other] = [0, 0];
  const putCommon = (end: number): void => {
    for (; at < end; at++, other++) {
      if (options.leavesOutCommon) continue;
      const line = left.lines[at] ?? '';
      put += options.showsLeftOfCommon
        ? `${row(line, '(', undefined, columns)}\n`
        : `${row(line, ' ', right.lines[other] ?? '', columns)}\n`;
    }
  };
  for (const { leftStart, leftEnd, rightStart, rightEnd } of changes) {
    putCommon(leftStart);
    const pairs = Math.min(leftEnd - leftStart, rightEnd - rightStart);
    for (let index = 0; index < pairs; index++) {
      put += `${row(left.lines[leftStart + index], '|', right.lines[rightStart + index], columns)}\n`;
    }
    for (let index = leftStart + pairs; index < leftEnd; index++) {
      put += `${row(left.lines[index], '<', undefined, columns)}\n`;
    }
    for (let index = rightStart + pairs; index < rightEnd; index++) {
      put += `${row(undefined, '>', right.lines[index], columns)}\n`;
    }
    [at, other] = [leftEnd, rightEnd];
  }
  putCommon(left.lines.length);
  return put;
}

/** Width of a half, and the column at which the right one begins: both halves begin at tab stops. */
interface Columns {
  readonly half: number;
  readonly second: number;
}

function layOut(width: number): Columns {
  const offset = Math.floor(Math.floor((width + TAB + GUTTER) / 2) / TAB) * TAB;
  const half = Math.max(0, Math.min(offset - GUTTER, width - offset));
  return { half, second: half > 0 ? offset : width };
}

function row(left: string | undefined, mark: string, right: string | undefined, { half, second }: Columns): string {
  const [text, width] = fit(left ?? '', half);
  if (mark === ' ' && right === '') return text;
  const middle = mark === ' ' ? width : Math.floor((half + second - 1) / 2);
  const marked = mark === ' ' ? text : text + tabTo(width, middle) + mark;
  if (right === undefined || right === '') return marked;
  const from = mark === ' ' ? width : middle + 1;
  return marked + tabTo(from, second) + fit(right, half)[0];
}

/** Returns the part of a line that fits, and its width; tabs become blanks only where they are cut. */
function fit(line: string, width: number): readonly [string, number] {
  let text = '';
  let column = 0;
  for (const character of line) {
    if (character === '\t') {
      const stop = column + TAB - (column % TAB);
      if (stop > width) break;
      text += '\t';
      column = stop;
      continue;
    }
    const next = column + characterWidth(character.codePointAt(0) ?? 0);
    if (next > width) break;
    text += character;
    column = next;
  }
  return [text, column];
}

function tabTo(from: number, to: number): string {
  let text = '';
  let column = from;
  for (let stop = column + TAB - (column % TAB); stop <= to; stop += TAB) {
    text += '\t';
    column = stop;
  }
  return text + ' '.repeat(Math.max(0, to - column));
}
