import { NO_BYTES } from '../bytes.ts';

/** Up to this size a file's buffer doubles when it is full; then it grows by a quarter, to waste less. */
const DOUBLING_BYTES = 67_108_864;

/**
 * The bytes of one file. Arrays that were handed out or taken over are never changed: the first change after that
 * copies (copy on write), so reading is free and snapshots stay true.
 */
export class FileContent {
  #buffer: Uint8Array;
  #size: number;
  /** Bytes of the buffer before this index were handed out and must not change. */
  #sharedUntil: number;

  /** Takes over `initial`. */
  constructor(initial: Uint8Array = NO_BYTES) {
    this.#buffer = initial;
    this.#size = initial.length;
    this.#sharedUntil = initial.length;
  }

  get size(): number {
    return this.#size;
  }

  /** Returns a snapshot of `[from, to)`, cut at the end of the file. */
  read(from: number, to: number): Uint8Array {
    const end = Math.min(to, this.#size);
    if (from >= end) return NO_BYTES;
    this.#sharedUntil = Math.max(this.#sharedUntil, end);
    return this.#buffer.subarray(from, end);
  }

  /** Takes over `bytes` as the whole content. */
  replace(bytes: Uint8Array): void {
    this.#buffer = bytes;
    this.#size = bytes.length;
    this.#sharedUntil = bytes.length;
  }

  /** Writes at `position`, filling a gap with zeros. */
  write(position: number, bytes: Uint8Array): void {
    const end = position + bytes.length;
    this.#makeRoom(Math.max(end, this.#size), Math.min(position, this.#size));
    if (position > this.#size) this.#buffer.fill(0, this.#size, position);
    this.#buffer.set(bytes, position);
    this.#size = Math.max(this.#size, end);
  }

  truncate(size: number): void {
    if (size > this.#size) {
      this.#makeRoom(size, this.#size);
      this.#buffer.fill(0, this.#size, size);
    } else if (size === 0) {
      this.#buffer = NO_BYTES;
      this.#sharedUntil = 0;
    } else if (size < this.#sharedUntil) {
      this.#buffer = this.#buffer.slice(0, size);
      this.#sharedUntil = 0;
    }
    this.#size = size;
  }

  #makeRoom(needed: number, changedFrom: number): void {
    if (needed <= this.#buffer.length && changedFrom >= this.#sharedUntil) return;
    const grown = Math.max(needed, Math.ceil(this.#size * (this.#size < DOUBLING_BYTES ? 2 : 1.25)));
    const copy = new Uint8Array(needed <= this.#buffer.length ? this.#buffer.length : grown);
    copy.set(this.#buffer.subarray(0, this.#size));
    this.#buffer = copy;
    this.#sharedUntil = 0;
  }
}
