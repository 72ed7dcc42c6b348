import { characterWidth, textWidth } from '@cloche/system';
import type { LineBuffer } from './line-buffer.ts';

/** A place on the screen relative to where the prompt begins. */
interface Place {
  readonly row: number;
  readonly column: number;
}

/** Draws one edited line on a terminal; remembers where it left the terminal's cursor. */
export interface LineRenderer {
  /** Returns what draws the line anew in place of what was drawn. */
  draw(prompt: string, line: LineBuffer): string;
  /** Returns what leaves the drawn line as it is and goes to the row below it. */
  finish(line: LineBuffer): string;
  /** Forgets what was drawn: the screen was cleared, or another program has printed. */
  forget(): void;
}

const CLEAR_BELOW = '\x1b[J';

/** Creates a renderer for a terminal that is `columns()` wide. */
export function createLineRenderer(columns: () => number): LineRenderer {
  let drawn: Place = { row: 0, column: 0 };
  let start = 0;
  return {
    draw(prompt, line) {
      const width = Math.max(1, columns());
      start = promptWidth(prompt);
      const shown = visibleText(line.text);
      const end = placeAfter(shown, start, width);
      const cursor = placeAfter(visibleText(line.text.slice(0, line.cursor)), start, width);
      const output =
        goUp(drawn.row) +
        `\r${CLEAR_BELOW}${prompt}${shown}` +
        // At the right edge terminals stay on the row until the next character comes.
        (end.column === 0 && end.row > 0 && !shown.endsWith('\n') ? ' \r' : '') +
        goUp(end.row - cursor.row) +
        `\r${cursor.column > 0 ? `\x1b[${cursor.column}C` : ''}`;
      drawn = cursor;
      return output;
    },
    finish(line) {
      const end = placeAfter(visibleText(line.text), start, Math.max(1, columns()));
      const down = end.row - drawn.row;
      drawn = { row: 0, column: 0 };
      return `${down > 0 ? `\x1b[${down}B` : ''}\r\n`;
    },
    forget() {
      drawn = { row: 0, column: 0 };
    },
  };
}

function goUp(rows: number): string {
  return rows > 0 ? `\x1b[${rows}A` : '';
}

/** Returns the columns of a prompt's last line, escape sequences left out. */
export function promptWidth(prompt: string): number {
  const last = prompt.slice(prompt.lastIndexOf('\n') + 1);
  // oxlint-disable-next-line no-control-regex -- CSI and OSC sequences
  return textWidth(last.replace(/\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\^_])/g, ''));
}

/** Shows control characters other than newlines as `^X`, so that each character takes the columns it is counted with. */
function visibleText(text: string): string {
  return text.replace(
    // oxlint-disable-next-line no-control-regex -- control characters are what is replaced
    /[\x00-\x09\x0b-\x1f\x7f]/g,
    (character) => `^${String.fromCharCode(character.charCodeAt(0) ^ 0x40)}`,
  );
}

function placeAfter(text: string, startColumn: number, width: number): Place {
  let row = Math.floor(startColumn / width);
  let column = startColumn % width;
  for (const character of text) {
    if (character === '\n') {
      row++;
      column = 0;
      continue;
    }
    const columns = characterWidth(character.codePointAt(0) ?? 0);
    if (column + columns > width) {
      row++;
      column = 0;
    }
    column += columns;
    if (column === width) {
      row++;
      column = 0;
    }
  }
  return { row, column };
}
