import { characterWidth } from '@cloche/system';
import type { ComparedText } from './compared-text.ts';
import type { Change } from './edit-script.ts';
import { colored, isCut, type LineLayout } from './line-layout.ts';

/** How two columns are shown. */
export interface SideBySideOptions {
  /** Columns of the whole output. */
  readonly width: number;
  readonly leavesOutCommon: boolean;
  readonly showsLeftOfCommon: boolean;
  readonly layout: LineLayout;
}

const GUTTER = 3;

/** Returns both files beside each other, with marks between the lines that differ. */
export function printSideBySide(
  left: ComparedText,
  right: ComparedText,
  changes: readonly Change[],
  options: SideBySideOptions,
): string {
  const columns = layOut(options);
  let put = '';
  const putRow = (leftIndex: number | undefined, mark: string, rightIndex: number | undefined): void => {
    const cut = [
      ...(leftIndex === undefined ? [] : [isCut(left, leftIndex)]),
      ...(rightIndex === undefined ? [] : [isCut(right, rightIndex)]),
    ];
    const shownMark = mark === '|' && cut[0] !== cut[1] ? (cut[0] ? '\\' : '/') : mark;
    const hides = mark === '(' && options.showsLeftOfCommon;
    const text = row(lineOf(left, leftIndex), shownMark, hides ? undefined : lineOf(right, rightIndex), columns);
    put += painted(cut.every(Boolean) ? text : `${text}\n`, mark, options.layout);
  };
  let [at, other] = [0, 0];
  // Where changes do not count, one file may have more lines than the other.
  const putCommon = (end: number, otherEnd: number): void => {
    while (at < end || other < otherEnd) {
      const [leftIndex, rightIndex] = [at < end ? at++ : undefined, other < otherEnd ? other++ : undefined];
      if (options.leavesOutCommon) continue;
      if (leftIndex === undefined) {
        if (!options.showsLeftOfCommon) putRow(undefined, ')', rightIndex);
      } else putRow(leftIndex, rightIndex === undefined || options.showsLeftOfCommon ? '(' : ' ', rightIndex);
    }
  };
  for (const { leftStart, leftEnd, rightStart, rightEnd } of changes) {
    putCommon(leftStart, rightStart);
    while (at < leftEnd && other < rightEnd) putRow(at++, '|', other++);
    while (at < leftEnd) putRow(at++, '<', undefined);
    while (other < rightEnd) putRow(undefined, '>', other++);
  }
  putCommon(left.lines.length, right.lines.length);
  return put;
}

function lineOf({ lines }: ComparedText, index: number | undefined): string | undefined {
  return index === undefined ? undefined : lines[index];
}

/** Lines that only one file has are painted. */
function painted(text: string, mark: string, { colors }: LineLayout): string {
  const part = mark === '<' ? 'deleted' : mark === '>' ? 'added' : undefined;
  return colors && part ? colored(colors, part) + text + colored(colors, 'reset') : text;
}

/** Width of a half, the column at which the right one begins, and the tab stops that blanks are made of. */
interface Columns {
  readonly half: number;
  readonly second: number;
  readonly tabSize: number;
  readonly expandsTabs: boolean;
}

/** Both halves begin at tab stops, where tabs are kept. */
function layOut({ width, layout: { tabSize, expandsTabs } }: SideBySideOptions): Columns {
  const unit = expandsTabs ? 1 : tabSize;
  const offset = Math.floor(Math.floor((width + unit + GUTTER) / 2) / unit) * unit;
  const half = Math.max(0, Math.min(offset - GUTTER, width - offset));
  return { half, second: half > 0 ? offset : width, tabSize, expandsTabs };
}

function row(left: string | undefined, mark: string, right: string | undefined, columns: Columns): string {
  const { half, second } = columns;
  const [text, width] = fit(left ?? '', half, columns);
  if (mark === ' ' && right === '') return text;
  const middle = mark === ' ' ? width : Math.floor((half + second - 1) / 2);
  const marked = mark === ' ' ? text : text + blanksTo(width, middle, columns) + mark;
  if (right === undefined || right === '') return marked;
  const from = mark === ' ' ? width : middle + 1;
  return marked + blanksTo(from, second, columns) + fit(right, half, columns)[0];
}

/** Returns the part of a line that fits, and its width. */
function fit(line: string, width: number, { tabSize, expandsTabs }: Columns): readonly [string, number] {
  let text = '';
  let column = 0;
  for (const character of line) {
    if (character === '\t') {
      const stop = column + tabSize - (column % tabSize);
      if (expandsTabs) text += ' '.repeat(Math.min(stop, width) - column);
      else if (stop <= width) text += '\t';
      if (stop > width) return [text, expandsTabs ? width : column];
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

function blanksTo(from: number, to: number, { tabSize, expandsTabs }: Columns): string {
  let text = '';
  let column = from;
  if (!expandsTabs) {
    for (let stop = column + tabSize - (column % tabSize); stop <= to; stop += tabSize) {
      text += '\t';
      column = stop;
    }
  }
  return text + ' '.repeat(Math.max(0, to - column));
}
