/** The bits of the low seven of each byte of a word. */
const LOW_BITS = 0x7f7f7f7f;
const HIGH_BITS = 0x80808080 | 0;
/** Words after which a counter of eight bits could be full. */
const WORDS_PER_SUM = 255;

/** Returns how often `byte` stands in `[from, to)`; four bytes at a time, which is several times faster than one. */
export function countByte(bytes: Uint8Array, byte: number, from: number, to: number): number {
  let count = 0;
  let at = from;
  while (at < to && ((bytes.byteOffset + at) & 3) !== 0) if (bytes[at++] === byte) count++;
  if (at >= to) return count;
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + at, (to - at) >> 2);
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

/** Returns whether all bytes are below 0x80. */
export function isAscii(bytes: Uint8Array): boolean {
  let at = 0;
  while (at < bytes.length && ((bytes.byteOffset + at) & 3) !== 0) if ((bytes[at++] ?? 0) >= 0x80) return false;
  if (at >= bytes.length) return true;
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + at, (bytes.length - at) >> 2);
  for (let word = 0; word < words.length; word++) if (((words[word] ?? 0) & HIGH_BITS) !== 0) return false;
  for (at += words.length * 4; at < bytes.length; at++) if ((bytes[at] ?? 0) >= 0x80) return false;
  return true;
}
