import { type ByteWriter, encodeText } from '@cloche/system';

const FULL_BYTES = 65_536;
const MAX_PENDING_UNITS = 16_384;

/**
 * Gathers output in pieces of 64 KiB. Putting never waits; whoever puts much awaits `drain()` now and then, and
 * `flush()` before waiting for anything else.
 */
export class OutputBuffer {
  readonly #writer: ByteWriter;
  #chunks: Uint8Array[] = [];
  #length = 0;
  #text = '';

  constructor(writer: ByteWriter) {
    this.#writer = writer;
  }

  get isTerminal(): boolean {
    return this.#writer.isTerminal;
  }

  /** Adds bytes, which must not be changed afterwards. */
  put(bytes: Uint8Array): void {
    if (this.#text !== '') this.#encode();
    this.#chunks.push(bytes);
    this.#length += bytes.length;
  }

  putText(text: string): void {
    this.#text += text;
    if (this.#text.length >= MAX_PENDING_UNITS) this.#encode();
  }

  /** Writes what there is when it is much. Returns a promise only when the writer must wait. */
  drain(): undefined | Promise<void> {
    return this.#length >= FULL_BYTES ? this.flush() : undefined;
  }

  /** Writes what there is. */
  flush(): undefined | Promise<void> {
    if (this.#text !== '') this.#encode();
    if (this.#length === 0) return undefined;
    const bytes = this.#take();
    return this.#writer.write(bytes);
  }

  #encode(): void {
    const bytes = encodeText(this.#text);
    this.#text = '';
    this.#chunks.push(bytes);
    this.#length += bytes.length;
  }

  #take(): Uint8Array {
    const joined = new Uint8Array(this.#length);
    let offset = 0;
    for (const chunk of this.#chunks) {
      joined.set(chunk, offset);
      offset += chunk.length;
    }
    this.#chunks = [];
    this.#length = 0;
    return joined;
  }
}
