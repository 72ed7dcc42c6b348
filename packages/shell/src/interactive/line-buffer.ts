/** A line that is being edited. */
export interface LineBuffer {
  readonly text: string;
  /** Offset in `text`, in UTF-16 units, always between whole characters. */
  readonly cursor: number;
}

/** A line of nothing. */
export const EMPTY_LINE: LineBuffer = { text: '', cursor: 0 };

/** Where a movement leads. */
export type Movement = (line: LineBuffer) => number;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const WORD = /[\p{L}\p{N}\p{M}]/u;

type MovementName =
  | 'lineStart'
  | 'lineEnd'
  | 'previousCharacter'
  | 'nextCharacter'
  | 'previousWord'
  | 'nextWord'
  | 'previousBlank';

/** The movements that keys make, by name: to where the cursor would go. */
export const MOVEMENTS: Readonly<Record<MovementName, Movement>> = {
  lineStart: () => 0,
  lineEnd: ({ text }) => text.length,
  previousCharacter({ text, cursor }) {
    let previous = 0;
    for (const { index } of segmenter.segment(text.slice(0, cursor))) previous = index;
    return previous;
  },
  nextCharacter({ text, cursor }) {
    const [first] = segmenter.segment(text.slice(cursor));
    return cursor + (first?.segment.length ?? 0);
  },
  previousWord({ text, cursor }) {
    let at = cursor;
    while (at > 0 && !isWordBefore(text, at)) at -= lengthBefore(text, at);
    while (at > 0 && isWordBefore(text, at)) at -= lengthBefore(text, at);
    return at;
  },
  nextWord({ text, cursor }) {
    let at = cursor;
    while (at < text.length && !isWordAt(text, at)) at += lengthAt(text, at);
    while (at < text.length && isWordAt(text, at)) at += lengthAt(text, at);
    return at;
  },
  /** As `unix-word-rubout`: back over blanks, then over what is not blank. */
  previousBlank({ text, cursor }) {
    const before = text.slice(0, cursor).trimEnd();
    return before.search(/\S+$/) < 0 ? 0 : before.search(/\S+$/);
  },
};

/** Returns the line with `text` at the cursor, which goes after it. */
export function insertText({ text, cursor }: LineBuffer, inserted: string): LineBuffer {
  return { text: text.slice(0, cursor) + inserted + text.slice(cursor), cursor: cursor + inserted.length };
}

/** Returns the line without what lies between the cursor and `to`, and what was removed. */
export function removeTo({ text, cursor }: LineBuffer, to: number): { line: LineBuffer; removed: string } {
  const [start, end] = to < cursor ? [to, cursor] : [cursor, to];
  return { line: { text: text.slice(0, start) + text.slice(end), cursor: start }, removed: text.slice(start, end) };
}

/** Returns the line with the text between the cursor and `to` changed, and the cursor after it. */
export function changeTo(line: LineBuffer, to: number, change: (text: string) => string): LineBuffer {
  const { line: rest, removed } = removeTo(line, to);
  return insertText(rest, change(removed));
}

/** Returns the line with the character before the cursor and the one at it exchanged, as `transpose-chars`. */
export function transposeCharacters(line: LineBuffer): LineBuffer {
  const { text } = line;
  const cursor = line.cursor === text.length ? MOVEMENTS.previousCharacter(line) : line.cursor;
  const start = MOVEMENTS.previousCharacter({ text, cursor });
  const end = MOVEMENTS.nextCharacter({ text, cursor });
  if (start === cursor || end === cursor) return line;
  return {
    text: text.slice(0, start) + text.slice(cursor, end) + text.slice(start, cursor) + text.slice(end),
    cursor: end,
  };
}

function isWordAt(text: string, at: number): boolean {
  return WORD.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
}

function isWordBefore(text: string, at: number): boolean {
  return isWordAt(text, at - lengthBefore(text, at));
}

function lengthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

function lengthBefore(text: string, at: number): number {
  return at >= 2 && (text.codePointAt(at - 2) ?? 0) > 0xffff ? 2 : 1;
}
