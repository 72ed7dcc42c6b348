import { encodeText } from '@cloche/system';

const ESCAPES: ReadonlyMap<number, string> = new Map([
  [7, '\\a'],
  [8, '\\b'],
  [9, '\\t'],
  [10, '\\n'],
  [11, '\\v'],
  [12, '\\f'],
  [13, '\\r'],
  [0x5c, '\\\\'],
]);

/** Returns a line as `l` shows it: everything visible, `$` at the end, folded to `width` columns unless that is 0 or 1. */
export function listLine(text: string, width: number): string {
  let shown = '';
  let column = 0;
  for (const byte of encodeText(text)) {
    const piece = ESCAPES.get(byte) ?? (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : octal(byte));
    if (width > 1 && column + piece.length > width - 1) {
      shown += '\\\n';
      column = 0;
    }
    shown += piece;
    column += piece.length;
  }
  return `${shown}$\n`;
}

function octal(byte: number): string {
  return `\\${byte.toString(8).padStart(3, '0')}`;
}
