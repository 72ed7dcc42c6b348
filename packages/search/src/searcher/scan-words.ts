/** The bits of the low seven of each byte of a word. */
const LOW_BITS = 0x7f7f7f7f;
const HIGH_BITS = 0x80808080 | 0;
/** Words after which a counter of eight bits could be full. */
const WORDS_PER_SUM = 255;

/** Up to this size a plain loop is faster than making a view of the words. */
const FEW_BYTES = 128;

/** Returns how often `byte` stands in `[from, to)`; four bytes at a time where there are many. */
export function countByte(bytes: Uint8Array, byte: number, from: number, to: number): number {
  let count = 0;
  let at = from;
  const first = to - from <= FEW_BYTES ? to : Math.min(to, wordStart(bytes, from));
  for (; at < first; at++) if (bytes[at] === byte) count++;
  if (at >= to) return count;
  const words = wordsOf(bytes, at, to);
  const pattern = (byte * 0x01010101) | 0;
  for (let word = 0; word < words.length; ) {
    const end = Math.min(words.length, word + WORDS_PER_SUM);
    let sums = 0;
    for (; word < end; word++) {
      const difference = (words[word] ?? 0) ^ pattern;
      const isEqual = ~(((difference & LOW_BITS) + LOW_BITS) | difference | LOW_BITS);
      sums = (sums + (isEqual >>> 7)) | 0;
    }
    count += (sums & 0xff) + ((sums >>> 8) & 0xff) + ((sums >>> 16) & 0xff) + (sums >>> 24);
  }
  for (at += words.length * 4; at < to; at++) if (bytes[at] === byte) count++;
  return count;
}

/** Returns whether all bytes of `[from, to)` are below 0x80. */
export function isAscii(bytes: Uint8Array, from = 0, to: number = bytes.length): boolean {
  let bits = 0;
  let at = from;
  const first = to - from <= FEW_BYTES ? to : Math.min(to, wordStart(bytes, from));
  for (; at < first; at++) bits |= bytes[at] ?? 0;
  if (bits >= 0x80) return false;
  if (at >= to) return true;
  const words = wordsOf(bytes, at, to);
  let word = 0;
  for (const last = words.length - 7; word < last; word += 8) {
    bits =
      (words[word] ?? 0) |
      (words[word + 1] ?? 0) |
      (words[word + 2] ?? 0) |
      (words[word + 3] ?? 0) |
      (words[word + 4] ?? 0) |
      (words[word + 5] ?? 0) |
      (words[word + 6] ?? 0) |
      (words[word + 7] ?? 0);
    if ((bits & HIGH_BITS) !== 0) return false;
  }
  for (at += word * 4; at < to; at++) if ((bytes[at] ?? 0) >= 0x80) return false;
  return true;
}

/** The next place at which a word may begin. */
function wordStart(bytes: Uint8Array, at: number): number {
  return at + (-(bytes.byteOffset + at) & 3);
}

function wordsOf(bytes: Uint8Array, from: number, to: number): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset + from, (to - from) >> 2);
}
