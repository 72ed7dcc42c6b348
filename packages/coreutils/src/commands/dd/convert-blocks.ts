import { concatBytes, NO_BYTES } from '@cloche/system';
import type { DdConversions } from './dd-settings.ts';

/** Changes blocks on their way through dd. */
export interface BlockConverter {
  /** Returns what becomes of a block. */
  convert(block: Uint8Array): Uint8Array;
  /** Returns what is left at the end. */
  end(): Uint8Array;
  /** Records that were too long for `cbs`. */
  truncatedRecords(): number;
}

const NEWLINE = 10;
const SPACE = 32;

/** Creates the converter of a call; `recordBytes` is `cbs`. */
export function createBlockConverter(
  { letters, swapsPairs, records }: DdConversions,
  recordBytes: number,
): BlockConverter {
  let odd: Uint8Array = NO_BYTES;
  let record: Uint8Array = NO_BYTES;
  let truncated = 0;
  const swap = (block: Uint8Array): Uint8Array => {
    const bytes = odd.length === 0 ? block.slice() : concatBytes([odd, block]);
    const even = bytes.length - (bytes.length % 2);
    odd = bytes.slice(even);
    for (let at = 0; at < even; at += 2) [bytes[at], bytes[at + 1]] = [bytes[at + 1] ?? 0, bytes[at] ?? 0];
    return bytes.subarray(0, even);
  };
  const pad = (line: Uint8Array): Uint8Array => {
    if (line.length > recordBytes) truncated++;
    const padded = new Uint8Array(recordBytes).fill(SPACE);
    padded.set(line.subarray(0, recordBytes));
    return padded;
  };
  const toRecords = (block: Uint8Array): Uint8Array => {
    const bytes = concatBytes([record, block]);
    const parts: Uint8Array[] = [];
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      parts.push(pad(bytes.subarray(start, end)));
      start = end + 1;
    }
    record = bytes.slice(start);
    return parts.length === 0 ? NO_BYTES : concatBytes(parts);
  };
  const toLines = (block: Uint8Array): Uint8Array => {
    const bytes = concatBytes([record, block]);
    const parts: Uint8Array[] = [];
    let start = 0;
    for (; start + recordBytes <= bytes.length; start += recordBytes) {
      parts.push(withoutSpaces(bytes.subarray(start, start + recordBytes)), Uint8Array.of(NEWLINE));
    }
    record = bytes.slice(start);
    return parts.length === 0 ? NO_BYTES : concatBytes(parts);
  };
  return {
    convert(block) {
      const swapped = swapsPairs ? swap(block) : block;
      const cased = letters === undefined ? swapped : swapped.map((byte) => changeCase(byte, letters));
      if (records === undefined || recordBytes === 0) return cased;
      return records === 'block' ? toRecords(cased) : toLines(cased);
    },
    end() {
      if (records === undefined) {
        return letters === undefined ? odd : odd.map((byte) => changeCase(byte, letters));
      }
      if (record.length === 0) return NO_BYTES;
      return records === 'block' ? pad(record) : concatBytes([withoutSpaces(record), Uint8Array.of(NEWLINE)]);
    },
    truncatedRecords: () => truncated,
  };
}

function withoutSpaces(record: Uint8Array): Uint8Array {
  let end = record.length;
  while (end > 0 && record[end - 1] === SPACE) end--;
  return record.subarray(0, end);
}

function changeCase(byte: number, letters: 'lower' | 'upper'): number {
  const isLetter = letters === 'lower' ? byte >= 65 && byte <= 90 : byte >= 97 && byte <= 122;
  return isLetter ? byte ^ 32 : byte;
}
