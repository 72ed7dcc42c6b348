import type { ComparedText } from './compared-text.ts';

/** What is painted, each in its own colour. */
export type PaintedPart = 'reset' | 'header' | 'added' | 'deleted' | 'line';

/** Codes of a terminal's colours, such as `1;31`, by what they paint. */
export type DiffColors = Readonly<Record<PaintedPart, string>>;

/** How the lines of a difference are laid out and painted. */
export interface LineLayout {
  readonly expandsTabs: boolean;
  /** A tab stands before each line, so that its own tabs line up. */
  readonly startsWithTab: boolean;
  readonly tabSize: number;
  /** No blank stands before an empty line. */
  readonly leavesBlanksOut: boolean;
  readonly colors: DiffColors | undefined;
}

/** What stands before a line, and how both are painted. */
export interface LineMark {
  readonly mark: string;
  /** What stands between the mark and the line. */
  readonly gap: '' | ' ';
  readonly color?: 'added' | 'deleted';
}

const NO_NEWLINE = '\\ No newline at end of file\n';

/** Returns whether a line of a file is its last one and has no newline. */
export function isCut({ lines, endsWithNewline }: ComparedText, index: number): boolean {
  return !endsWithNewline && index === lines.length - 1;
}

/** Returns lines `[start, end)` of a file, each behind its mark. */
export function putLines(layout: LineLayout, text: ComparedText, start: number, end: number, mark: LineMark): string {
  const prefix = mark.mark + (layout.startsWithTab ? '\t' : mark.gap);
  let put = '';
  for (let index = start; index < end; index++) {
    const line = text.lines[index] ?? '';
    const shown = layout.expandsTabs ? expandTabs(line, layout.tabSize) : line;
    const before = line === '' && layout.leavesBlanksOut ? mark.mark.trimEnd() : prefix;
    put += `${paint(layout, mark.color, before + shown)}\n`;
    if (isCut(text, index)) put += NO_NEWLINE;
  }
  return put;
}

/** Returns a text in the colour of a part of the difference. */
export function paint({ colors }: LineLayout, part: PaintedPart | undefined, text: string): string {
  return colors && part ? colored(colors, part) + text + colored(colors, 'reset') : text;
}

/** Returns what makes a terminal begin with the colour of a part. */
export function colored(colors: DiffColors, part: PaintedPart): string {
  return `\x1b[${colors[part]}m`;
}

/** Turns tabs into blanks. */
export function expandTabs(line: string, tabSize: number): string {
  if (!line.includes('\t')) return line;
  let text = '';
  let column = 0;
  for (const character of line) {
    const width = character === '\t' ? tabSize - (column % tabSize) : 1;
    text += character === '\t' ? ' '.repeat(width) : character;
    column += width;
  }
  return text;
}
