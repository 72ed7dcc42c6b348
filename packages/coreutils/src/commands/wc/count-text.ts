import { characterWidth, createStreamingTextDecoder, isEscapedByte } from '@cloche/system';

/** What `wc` counts. */
export interface Counts {
  readonly lines: number;
  readonly words: number;
  readonly characters: number;
  readonly bytes: number;
  /** Columns of the widest line; tabs go to multiples of 8. */
  readonly maxLineLength: number;
}

/** The counts of nothing. */
export const NO_COUNTS: Counts = { lines: 0, words: 0, characters: 0, bytes: 0, maxLineLength: 0 };

/** Returns the counts of two texts together. */
export function addCounts(left: Counts, right: Counts): Counts {
  return {
    lines: left.lines + right.lines,
    words: left.words + right.words,
    characters: left.characters + right.characters,
    bytes: left.bytes + right.bytes,
    maxLineLength: Math.max(left.maxLineLength, right.maxLineLength),
  };
}

/** Counts a text that comes in pieces. */
export interface Counter {
  add(bytes: Uint8Array): void;
  end(): Counts;
}

const NEWLINE = 10;

/** Creates a counter; without `needsText` it counts only lines and bytes. */
export function createCounter({ needsText }: { needsText: boolean }): Counter {
  let bytesSeen = 0;
  let lines = 0;
  const text = createTextCounter();
  const decoder = createStreamingTextDecoder();
  return {
    add(bytes) {
      bytesSeen += bytes.length;
      for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines++;
      if (needsText) text.add(decoder.decode(bytes));
    },
    end() {
      if (needsText) text.add(decoder.end());
      return { lines, bytes: bytesSeen, ...text.end() };
    },
  };
}

function createTextCounter(): {
  add(text: string): void;
  end(): Pick<Counts, 'words' | 'characters' | 'maxLineLength'>;
} {
  let words = 0;
  let characters = 0;
  let maxLineLength = 0;
  let column = 0;
  let isInWord = false;
  return {
    add(text) {
      for (const character of text) {
        const code = character.codePointAt(0) ?? 0;
        if (isEscapedByte(code)) {
          isInWord = startWord(isInWord);
          continue;
        }
        characters++;
        const isSpace = code === 32 || (code >= 9 && code <= 13) || (code > 127 && WIDE_SPACE.test(character));
        if (isSpace) {
          isInWord = false;
          column = columnAfter(column, code, character);
        } else {
          const width = characterWidth(code);
          column += width;
          if (width > 0 || code > 127) isInWord = startWord(isInWord);
        }
        maxLineLength = Math.max(maxLineLength, column);
      }
    },
    end: () => ({ words, characters, maxLineLength }),
  };

  function startWord(wasInWord: boolean): boolean {
    if (!wasInWord) words++;
    return true;
  }
}

const WIDE_SPACE = /[\u1680\u2000-\u200a\u2028\u2029\u205f\u3000\u00a0\u202f]/;

function columnAfter(column: number, code: number, character: string): number {
  if (code === 9) return column + 8 - (column % 8);
  if (code === 11) return column;
  return code === 32 || code > 127 ? column + characterWidth(character.codePointAt(0) ?? 0) : 0;
}
