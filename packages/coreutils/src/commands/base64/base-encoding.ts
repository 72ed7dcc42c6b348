import { concatBytes, NO_BYTES } from '@cloche/system';

/** A way to write bytes as letters (RFC 4648): groups of bytes as groups of letters. */
export interface BaseEncoding {
  readonly alphabet: string;
  readonly bitsPerLetter: 5 | 6;
  readonly bytesPerGroup: number;
  readonly lettersPerGroup: number;
}

/** The letters of base64. */
export const BASE64: BaseEncoding = {
  alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  bitsPerLetter: 6,
  bytesPerGroup: 3,
  lettersPerGroup: 4,
};

/** Encodes piece by piece. */
export interface BaseEncoder {
  push(bytes: Uint8Array): string;
  end(): string;
}

/** Creates an encoder. */
export function createBaseEncoder(encoding: BaseEncoding): BaseEncoder {
  const { bytesPerGroup } = encoding;
  let kept: Uint8Array = NO_BYTES;
  return {
    push(bytes) {
      const all = kept.length === 0 ? bytes : concatBytes([kept, bytes]);
      const whole = all.length - (all.length % bytesPerGroup);
      kept = all.slice(whole);
      return encode(all.subarray(0, whole), encoding);
    },
    end: () => encode(kept, encoding),
  };
}

function encode(bytes: Uint8Array, { alphabet, bitsPerLetter, bytesPerGroup, lettersPerGroup }: BaseEncoding): string {
  const mask = (1 << bitsPerLetter) - 1;
  let text = '';
  let value = 0;
  let bits = 0;
  for (let index = 0; index < bytes.length; index++) {
    value = ((value << 8) | (bytes[index] ?? 0)) & 0xffff;
    bits += 8;
    for (; bits >= bitsPerLetter; bits -= bitsPerLetter) {
      text += alphabet[(value >> (bits - bitsPerLetter)) & mask] ?? '';
    }
  }
  if (bits > 0) text += alphabet[(value << (bitsPerLetter - bits)) & mask] ?? '';
  if (bytes.length % bytesPerGroup === 0) return text;
  return text.padEnd(Math.ceil(text.length / lettersPerGroup) * lettersPerGroup, '=');
}

/** Decodes piece by piece. */
export interface BaseDecoder {
  /** Returns what the letters so far stand for; what follows wrong input is not read. */
  push(bytes: Uint8Array): Uint8Array;
  /** Returns the rest. */
  end(): Uint8Array;
  readonly isValid: boolean;
}

/** GNU base32 gives nothing for a group that is cut off, GNU base64 what there is. */
const WHOLE_GROUPS_ONLY = 8;
const NEWLINE = 10;
const PADDING = 61;

/** Creates a decoder. Newlines are passed over, other characters too when they are to be ignored. */
export function createBaseDecoder(encoding: BaseEncoding, ignoresGarbage: boolean): BaseDecoder {
  const { bitsPerLetter, lettersPerGroup } = encoding;
  const digits = new Int8Array(256).fill(-1);
  for (const [digit, letter] of Array.from(encoding.alphabet).entries()) digits[letter.charCodeAt(0)] = digit;
  let group: number[] = [];
  let padding = 0;
  let isValid = true;
  const flush = (made: number[]): void => {
    let value = 0;
    let bits = 0;
    for (const digit of group) {
      value = ((value << bitsPerLetter) | digit) & 0xffff;
      bits += bitsPerLetter;
      if (bits < 8) continue;
      bits -= 8;
      made.push((value >> bits) & 255);
    }
    // Bits that are left must be less than a letter holds, or a letter is missing.
    if (bits >= bitsPerLetter) isValid = false;
    group = [];
    padding = 0;
  };
  return {
    get isValid() {
      return isValid;
    },
    push(bytes) {
      const made: number[] = [];
      for (const byte of bytes) {
        if (byte === NEWLINE) continue;
        const digit = digits[byte] ?? -1;
        if (byte === PADDING && group.length > 0) padding++;
        else if (digit >= 0 && padding === 0) group.push(digit);
        else if (digit < 0 && byte !== PADDING && ignoresGarbage) continue;
        else {
          isValid = false;
          return Uint8Array.from(made);
        }
        if (group.length + padding === lettersPerGroup) flush(made);
      }
      return Uint8Array.from(made);
    },
    end() {
      const made: number[] = [];
      if (group.length === 0) return NO_BYTES;
      flush(made);
      isValid = false;
      return lettersPerGroup === WHOLE_GROUPS_ONLY ? NO_BYTES : Uint8Array.from(made);
    },
  };
}
