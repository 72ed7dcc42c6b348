import { concatBytes } from '@cloche/system';

/** The input of a process since its last line was sent: what the next input goes on with. */
export interface PendingLine {
  add(bytes: Uint8Array): void;
  /** `isCut` when more was typed than is kept. */
  read(): { readonly bytes: Uint8Array; readonly isCut: boolean };
}

/** Bytes that are kept, the last ones. */
const MAX_KEPT_BYTES = 4096;

/** Line feed, carriage return, and Ctrl-C, which gives a line up. */
const LINE_ENDS: readonly number[] = [0x0a, 0x0d, 0x03];

/** Creates the note of an empty line. */
export function createPendingLine(): PendingLine {
  let line: Uint8Array = new Uint8Array();
  let isCut = false;
  return {
    add(bytes) {
      const end = Math.max(...LINE_ENDS.map((byte) => bytes.lastIndexOf(byte)));
      if (end >= 0) isCut = false;
      const whole = end < 0 ? concatBytes([line, bytes]) : bytes.slice(end + 1);
      isCut ||= whole.length > MAX_KEPT_BYTES;
      line = whole.slice(-MAX_KEPT_BYTES);
    },
    read: () => ({ bytes: line, isCut }),
  };
}
