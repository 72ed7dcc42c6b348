/** A text with its line endings made LF, and the way back. */
interface NormalizedText {
  readonly text: string;
  /** Returns the offset in the original text of an offset in `text`. */
  toOriginal(offset: number): number;
}

/** What replacing gave. */
export interface Replacement {
  readonly text: string;
  /** Occurrences of the old text. */
  readonly count: number;
  /** 1-based lines on which the occurrences start. */
  readonly lineNumbers: readonly number[];
  /** The new text came with other line endings than the file's and got the file's. */
  readonly convertedEndings: boolean;
}

/**
 * Replaces every occurrence of `oldText`, blind to the difference of CRLF and LF: the replacement gets the file's own
 * ending and every other line keeps the one it has. All text is literal. With several occurrences the caller decides
 * whether to use the result.
 */
export function replaceText(fileText: string, oldText: string, newText: string): Replacement {
  const file = normalizeEndings(fileText);
  const wanted = oldText.replaceAll('\r\n', '\n');
  const ending = fileText.includes('\r\n') && usesCrLf(fileText) ? '\r\n' : '\n';
  const inserted = newText.replaceAll('\r\n', '\n').replaceAll('\n', ending);
  const parts: string[] = [];
  const lineNumbers: number[] = [];
  let copiedTo = 0;
  let lineNumber = 1;
  let countedTo = 0;
  for (let at = file.text.indexOf(wanted); at >= 0; at = file.text.indexOf(wanted, at + wanted.length)) {
    parts.push(fileText.slice(copiedTo, file.toOriginal(at)), inserted);
    copiedTo = file.toOriginal(at + wanted.length);
    lineNumber += countNewlines(file.text, countedTo, at);
    countedTo = at;
    lineNumbers.push(lineNumber);
  }
  parts.push(fileText.slice(copiedTo));
  const convertedEndings = inserted !== newText && newText.includes('\r\n');
  return { text: parts.join(''), count: lineNumbers.length, lineNumbers, convertedEndings };
}

/** Says whether more lines of `text` end with CRLF than with LF alone. */
function usesCrLf(text: string): boolean {
  const all = countNewlines(text, 0, text.length);
  let crLf = 0;
  for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n', at + 2)) crLf++;
  return crLf * 2 > all;
}

function normalizeEndings(original: string): NormalizedText {
  /** Offsets, in the normalized text, of the newlines that lost a carriage return. */
  const shortened: number[] = [];
  for (let at = original.indexOf('\r\n'); at >= 0; at = original.indexOf('\r\n', at + 2))
    shortened.push(at - shortened.length);
  if (shortened.length === 0) return { text: original, toOriginal: (offset) => offset };
  return {
    text: original.replaceAll('\r\n', '\n'),
    toOriginal: (offset) => offset + countBelow(shortened, offset),
  };
}

/** Number of sorted `values` that are less than `limit`. */
function countBelow(values: readonly number[], limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function countNewlines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
