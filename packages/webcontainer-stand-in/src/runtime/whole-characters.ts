/** Cuts a stream of UTF-8 so that no chunk ends inside a character. */
export interface CharacterCutter {
  /** Returns the bytes that can go now; what has begun waits for its end. */
  push(bytes: Uint8Array): Uint8Array;
  /** Returns what waits, whole or not. */
  flush(): Uint8Array;
}

const MAX_CONTINUATION_BYTES = 3;

/** Creates a cutter for one stream. Bytes that are not UTF-8 pass as they are. */
export function createCharacterCutter(): CharacterCutter {
  let pending: Uint8Array = new Uint8Array(0);
  return {
    push(bytes) {
      const all = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
      const end = wholeEnd(all);
      pending = all.slice(end);
      return all.subarray(0, end);
    },
    flush() {
      const rest = pending;
      pending = new Uint8Array(0);
      return rest;
    },
  };
}

/** Returns where the last character that is not whole begins, or the length. */
function wholeEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(MAX_CONTINUATION_BYTES, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    return lengthOf(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function lengthOf(leadByte: number): number {
  if (leadByte >= 0xf0) return 4;
  if (leadByte >= 0xe0) return 3;
  return leadByte >= 0xc0 ? 2 : 1;
}
