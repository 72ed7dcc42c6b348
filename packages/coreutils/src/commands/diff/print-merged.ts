import { formatInteger } from '../../text/format-number.ts';
import type { ComparedText } from './compared-text.ts';
import type { Change } from './edit-script.ts';
import { expandTabs, isCut, type LineLayout } from './line-layout.ts';
import type { FormatPart } from './merged-format.ts';

/** How both files are printed as one (`-D`, `--line-format` and the like). */
export interface MergedFormats {
  readonly groups: Readonly<Record<'old' | 'new' | 'common' | 'changed', readonly FormatPart[]>>;
  readonly lines: Readonly<Record<'old' | 'new' | 'common', readonly FormatPart[]>>;
}

/** Returns both files as one: groups of lines that both have, and of lines that differ, in formats of their own. */
export function printMerged(
  left: ComparedText,
  right: ComparedText,
  changes: readonly Change[],
  formats: MergedFormats,
  layout: LineLayout,
): string {
  const printer = new MergedPrinter(left, right, formats, layout);
  let put = '';
  let [at, other] = [0, 0];
  for (const change of changes) {
    const { leftStart, leftEnd, rightStart, rightEnd } = change;
    const common = { leftStart: at, leftEnd: leftStart, rightStart: other, rightEnd: rightStart };
    const kind = leftStart === leftEnd ? 'new' : rightStart === rightEnd ? 'old' : 'changed';
    put += printer.group('common', common) + printer.group(kind, change);
    [at, other] = [leftEnd, rightEnd];
  }
  const rest = { leftStart: at, leftEnd: left.lines.length, rightStart: other, rightEnd: right.lines.length };
  return put + printer.group('common', rest);
}

class MergedPrinter {
  readonly #left: ComparedText;
  readonly #right: ComparedText;
  readonly #formats: MergedFormats;
  readonly #layout: LineLayout;

  constructor(left: ComparedText, right: ComparedText, formats: MergedFormats, layout: LineLayout) {
    this.#left = left;
    this.#right = right;
    this.#formats = formats;
    this.#layout = layout;
  }

  group(kind: keyof MergedFormats['groups'], group: Change): string {
    const isEmpty = group.leftStart === group.leftEnd && group.rightStart === group.rightEnd;
    return isEmpty ? '' : this.#parts(this.#formats.groups[kind], group);
  }

  #parts(parts: readonly FormatPart[], group: Change): string {
    return parts.map((part) => this.#part(part, group)).join('');
  }

  #part(part: FormatPart, group: Change): string {
    switch (part.kind) {
      case 'text':
        return part.text;
      case 'lines':
        return part.of === 'new'
          ? this.#lines(this.#right, group.rightStart, group.rightEnd, 'new')
          : this.#lines(this.#left, group.leftStart, group.leftEnd, part.of);
      case 'number':
        return formatInteger(BigInt(numberOf(part.letter, group)), part.conversion);
      case 'choice':
        return this.#parts(
          numberOf(part.left, group) === numberOf(part.right, group) ? part.equal : part.unequal,
          group,
        );
      case 'line':
        return '';
    }
  }

  #lines(text: ComparedText, start: number, end: number, of: keyof MergedFormats['lines']): string {
    const { expandsTabs, tabSize } = this.#layout;
    let put = '';
    for (let index = start; index < end; index++) {
      const line = text.lines[index] ?? '';
      for (const part of this.#formats.lines[of]) {
        if (part.kind === 'text') put += part.text;
        else if (part.kind === 'number') put += formatInteger(BigInt(index + 1), part.conversion);
        else if (part.kind === 'line') {
          put += expandsTabs ? expandTabs(line, tabSize) : line;
          if (part.hasNewline && !isCut(text, index)) put += '\n';
        }
      }
    }
    return put;
  }
}

/** Returns a number as it is written, or one of a group: first and last line, how many, and the lines round it. */
function numberOf(written: string, { leftStart, leftEnd, rightStart, rightEnd }: Change): number {
  const [start, end] = written === written.toLowerCase() ? [leftStart, leftEnd] : [rightStart, rightEnd];
  switch (written.toLowerCase()) {
    case 'f':
      return start + 1;
    case 'l':
      return end;
    case 'n':
      return end - start;
    case 'e':
      return start;
    case 'm':
      return end + 1;
    default:
      return Number(written);
  }
}
