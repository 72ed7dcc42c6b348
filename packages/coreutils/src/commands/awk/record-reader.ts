import { type ByteReader, createStreamingTextDecoder } from '@cloche/system';
import type { Regexps } from './regexps.ts';

/** A record as read, and the text that ended it. */
export interface ReadRecord {
  readonly text: string;
  readonly terminator: string;
}

/** Where a record ends in a text; `isCertain` when more text would not change it. */
interface RecordEnd {
  readonly start: number;
  readonly end: number;
  readonly isCertain: boolean;
}

/** Divides a stream into records. The separator may change between them. */
export class RecordReader {
  readonly #reader: ByteReader;
  readonly #regexps: Regexps;
  readonly #decoder = createStreamingTextDecoder();
  #text = '';
  #at = 0;
  #isAtEnd = false;

  constructor(reader: ByteReader, regexps: Regexps) {
    this.#reader = reader;
    this.#regexps = regexps;
  }

  /** Returns the next record, or nothing at the end. `separator` is RS. A promise only when bytes must be waited for. */
  next(separator: string): ReadRecord | undefined | Promise<ReadRecord | undefined> {
    for (;;) {
      const found = this.#take(separator);
      if (found) return found;
      if (this.#isAtEnd) return this.#rest(separator);
      const wait = this.#fill();
      if (wait) return wait.then(() => this.next(separator));
    }
  }

  #take(separator: string): ReadRecord | undefined {
    if (separator === '') this.#skipNewlines();
    const end = this.#findEnd(separator);
    if (!end || (!end.isCertain && !this.#isAtEnd)) return undefined;
    const text = this.#text.slice(this.#at, end.start);
    this.#at = end.end;
    return { text, terminator: this.#text.slice(end.start, end.end) };
  }

  #findEnd(separator: string): RecordEnd | undefined {
    if (separator.length === 1) {
      const start = this.#text.indexOf(separator, this.#at);
      return start < 0 ? undefined : { start, end: start + 1, isCertain: true };
    }
    const pattern = this.#regexps.compile(separator === '' ? '\n\n+' : separator);
    for (let from = this.#at; from <= this.#text.length; ) {
      const match = pattern.find(this.#text, from);
      if (!match) return undefined;
      if (match.end > match.start) return { ...match, isCertain: match.end < this.#text.length };
      from = match.end + 1;
    }
    return undefined;
  }

  #skipNewlines(): void {
    while (this.#text.charCodeAt(this.#at) === 10) this.#at++;
  }

  /** What is left at the end is a record; in paragraph mode without the newline that ends it. */
  #rest(separator: string): ReadRecord | undefined {
    if (this.#at >= this.#text.length) return undefined;
    const text = this.#text.slice(this.#at);
    this.#at = this.#text.length;
    if (separator !== '' || !text.endsWith('\n')) return { text, terminator: '' };
    return { text: text.slice(0, -1), terminator: '\n' };
  }

  #fill(): undefined | Promise<void> {
    const read = this.#reader.read();
    if (read instanceof Promise) return read.then((bytes) => this.#add(bytes));
    this.#add(read);
    return undefined;
  }

  #add(bytes: Uint8Array): void {
    this.#isAtEnd = bytes.length === 0;
    const more = this.#isAtEnd ? this.#decoder.end() : this.#decoder.decode(bytes);
    this.#text = this.#at === 0 ? this.#text + more : this.#text.slice(this.#at) + more;
    this.#at = 0;
  }
}
