/** What `cat` shows besides the bytes. */
export interface CatMarks {
  readonly numbers: 'none' | 'all' | 'nonblank';
  readonly ends: boolean;
  readonly tabs: boolean;
  readonly nonprinting: boolean;
  readonly squeezes: boolean;
}

const NEWLINE = 10;
const TAB = 9;

/** Returns a function that marks the bytes of several files in turn; line numbers and the place in a line go on. */
export function createLineMarker(marks: CatMarks): (bytes: Uint8Array) => Uint8Array {
  let lineNumber = 0;
  let isLineStart = true;
  let emptyLines = 0;
  return (bytes) => {
    const marked: number[] = [];
    for (const byte of bytes) {
      if (isLineStart && byte === NEWLINE) {
        emptyLines++;
        if (marks.squeezes && emptyLines > 1) continue;
        if (marks.numbers === 'all') pushNumber(marked, ++lineNumber);
      } else if (isLineStart) {
        emptyLines = 0;
        if (marks.numbers !== 'none') pushNumber(marked, ++lineNumber);
      }
      isLineStart = byte === NEWLINE;
      if (isLineStart && marks.ends) marked.push(0x24);
      pushByte(marked, byte, marks);
    }
    return Uint8Array.from(marked);
  };
}

function pushNumber(marked: number[], number: number): void {
  for (const character of `${String(number).padStart(6)}\t`) marked.push(character.charCodeAt(0));
}

function pushByte(marked: number[], byte: number, { tabs, nonprinting }: CatMarks): void {
  if (byte === NEWLINE || (byte === TAB && !tabs) || (byte !== TAB && !nonprinting)) {
    marked.push(byte);
    return;
  }
  let shown = byte;
  if (shown >= 0x80) {
    marked.push(0x4d, 0x2d);
    shown -= 0x80;
  }
  if (shown < 0x20 || shown === 0x7f) marked.push(0x5e, shown ^ 0x40);
  else marked.push(shown);
}
