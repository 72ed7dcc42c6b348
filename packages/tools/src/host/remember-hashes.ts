import type { HashBytes } from './file-facts.ts';

/** Contents that are remembered. */
const SLOTS = 4;
/** Larger ones are not: the largest file that tools take has 10 MB. */
const MAX_BYTES = 16_777_216;
/** Below it, hashing costs less than looking. */
const MIN_BYTES = 4096;

interface Slot {
  readonly hash: string;
  readonly bytes: Uint8Array;
  /** The memory below `bytes`, taken again for the next content: new memory costs more than the copy. */
  readonly memory: Uint8Array;
}

/**
 * Returns a hash that knows what it has hashed lately: an edit looks at a file twice, and the bytes of both looks, and of
 * the last edit, are the same. Comparing them costs a fifth of hashing them.
 */
export function rememberHashes(hash: HashBytes): HashBytes {
  /** The one used longest ago first. */
  const slots: Slot[] = [];
  return (bytes) => {
    if (bytes.length < MIN_BYTES || bytes.length > MAX_BYTES) return hash(bytes);
    const index = slots.findIndex((slot) => isEqual(slot.bytes, bytes));
    const [known] = index < 0 ? [] : slots.splice(index, 1);
    if (known) {
      slots.push(known);
      return known.hash;
    }
    const key = hash(bytes);
    const freed = slots.length < SLOTS ? undefined : slots.shift()?.memory;
    const memory = freed !== undefined && freed.length >= bytes.length ? freed : new Uint8Array(bytes.length);
    // A copy: the bytes may be given away, or change.
    memory.set(bytes);
    slots.push({ hash: key, bytes: memory.subarray(0, bytes.length), memory });
    return key;
  };
}

function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  const aligned = left.byteOffset % 4 === 0 && right.byteOffset % 4 === 0 ? left.length >> 2 : 0;
  if (aligned > 0) {
    const leftWords = new Int32Array(left.buffer, left.byteOffset, aligned);
    const rightWords = new Int32Array(right.buffer, right.byteOffset, aligned);
    for (let index = 0; index < aligned; index++) if (leftWords[index] !== rightWords[index]) return false;
  }
  for (let index = aligned * 4; index < left.length; index++) if (left[index] !== right[index]) return false;
  return true;
}
