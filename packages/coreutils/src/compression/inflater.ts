import { concatBytes, NO_BYTES } from '@cloche/system';
import { Inflate } from 'fflate';

/** Expands one raw deflate stream (RFC 1951) piece by piece. */
export interface Inflater {
  /** Takes more input and returns what it expands to. Throws when the data are no deflate stream. */
  push(bytes: Uint8Array): Uint8Array;
  /** The stream's last block is complete. */
  readonly isEnded: boolean;
  /** The bytes behind the end of the stream, once it is ended. */
  readonly rest: Uint8Array;
}

/** So little at once that even zeros expand to no more than a few megabytes. */
export const INFLATE_PIECE_BYTES = 4096;

/** Creates an inflater. */
export function createInflater(): Inflater {
  let pieces: Uint8Array[] = [];
  const inflate = new Inflate((bytes) => pieces.push(bytes));
  return {
    push(bytes) {
      pieces = [];
      inflate.push(bytes, false);
      return concatBytes(pieces);
    },
    get isEnded() {
      const { isLastBlock, isInBlock } = readState(inflate);
      return isLastBlock && !isInBlock;
    },
    get rest() {
      const { unread, bit } = readState(inflate);
      return unread.subarray(Math.ceil(bit / 8));
    },
  };
}

/**
 * Reads where fflate's decoder stands. It has no method that tells the end of a stream, and finds it by the same fields
 * for its own reader of gzip files; the tests notice when they change.
 */
function readState(inflate: Inflate): { isLastBlock: boolean; isInBlock: boolean; unread: Uint8Array; bit: number } {
  const state: unknown = Reflect.get(inflate, 's');
  const unread: unknown = Reflect.get(inflate, 'p');
  if (typeof state !== 'object' || state === null || !(unread instanceof Uint8Array)) {
    throw new Error('the inflater has another form than expected');
  }
  const bit: unknown = Reflect.get(state, 'p');
  return {
    isLastBlock: Boolean(Reflect.get(state, 'f')),
    isInBlock: Boolean(Reflect.get(state, 'l')),
    unread: unread.length === 0 ? NO_BYTES : unread,
    bit: typeof bit === 'number' ? bit : 0,
  };
}
