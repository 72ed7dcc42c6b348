import { type ByteWriter, encodeText } from '@cloche/system';

const FULL_BYTES = 65_536;
/** Room of the first piece, and the most of any that is not a single long output. */
const FIRST_BYTES = 4096;
const PIECE_BYTES = FULL_BYTES + 16_384;
/** Texts up to this length are written byte by byte, which is faster than a call of the encoder. */
const SHORT_UNITS = 256;
/** Up to so many bytes are copied one by one, which is faster than making a view of them. */
const SHORT_BYTES = 64;

/**
 * Gathers output in pieces of about 64 KiB. Putting never waits; whoever puts much awaits `drain()` now and then, and
 * `flush()` before waiting for anything else.
 */
export class OutputBuffer {
  readonly #writer: ByteWriter;
  #bytes = new Uint8Array(0);
  #length = 0;
  #writtenBytes = 0;
  /** Room that the next piece begins with: as much as the last one came to. */
  #nextSize = FIRST_BYTES;

  constructor(writer: ByteWriter) {
    this.#writer = writer;
  }

  /** Bytes put so far. */
  get putBytes(): number {
    return this.#writtenBytes + this.#length;
  }

  get isTerminal(): boolean {
    return this.#writer.isTerminal;
  }

  /** Adds bytes, which are copied. */
  put(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Adds the bytes of `[from, to)`, which are copied. */
  putPart(bytes: Uint8Array, from: number, to: number): void {
    const count = to - from;
    if (count > SHORT_BYTES) {
      this.put(bytes.subarray(from, to));
      return;
    }
    this.#reserve(count);
    const into = this.#bytes;
    let at = this.#length;
    for (let index = from; index < to; index++) into[at++] = bytes[index] ?? 0;
    this.#length = at;
  }

  putByte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = byte;
  }

  putText(text: string): void {
    if (text.length <= SHORT_UNITS && this.#putAscii(text)) return;
    this.put(encodeText(text));
  }

  /** Writes what there is when it is much. Returns a promise only when the writer must wait. */
  drain(): undefined | Promise<void> {
    return this.#length >= FULL_BYTES ? this.flush() : undefined;
  }

  /** Writes what there is. */
  flush(): undefined | Promise<void> {
    if (this.#length === 0) return undefined;
    const bytes = this.#bytes.subarray(0, this.#length);
    // The writer keeps these bytes.
    this.#bytes = new Uint8Array(0);
    this.#writtenBytes += this.#length;
    this.#length = 0;
    return this.#writer.write(bytes);
  }

  /** Adds a text of ASCII characters; returns false, and adds nothing, when it has others. */
  #putAscii(text: string): boolean {
    this.#reserve(text.length);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (unit >= 0x80) return false;
      bytes[at++] = unit;
    }
    this.#length = at;
    return true;
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    // Little output stays small; much of it is gathered in pieces that `drain` writes.
    const size = this.#bytes.length === 0 ? this.#nextSize : this.#bytes.length * 4;
    this.#nextSize = Math.min(size, PIECE_BYTES);
    const grown = new Uint8Array(Math.max(needed * (needed > FULL_BYTES ? 1.5 : 1), this.#nextSize));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
