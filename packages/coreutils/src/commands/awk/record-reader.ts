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

/** A text that is searched anew for a regular expression at each piece that follows it. */
const MAX_SEARCHED_UNITS = 1_048_576;

/** Divides a stream into records. The separator may change between them. */
export class RecordReader {
  readonly #reader: ByteReader;
  readonly #regexps: Regexps;
  readonly #decoder = createStreamingTextDecoder();
  #text = '';
  #at = 0;
  /** What follows the text: looked at when it may end a record, so that a long one is not joined again and again. */
  #pending: string[] = [];
  #pendingLength = 0;
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
      const wait = this.#fill(separator);
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

  /** Reads on until the record may be complete. */
  #fill(separator: string): undefined | Promise<void> {
    for (;;) {
      const read = this.#reader.read();
      if (read instanceof Promise) return this.#fillLater(read, separator);
      if (this.#add(read, separator)) return undefined;
    }
  }

  async #fillLater(first: Promise<Uint8Array>, separator: string): Promise<void> {
    for (let read: Uint8Array | Promise<Uint8Array> = first; !this.#add(await read, separator); )
      read = this.#reader.read();
  }

  /** Returns whether the record may be complete with these bytes. */
  #add(bytes: Uint8Array, separator: string): boolean {
    this.#isAtEnd = bytes.length === 0;
    const more = this.#isAtEnd ? this.#decoder.end() : this.#decoder.decode(bytes);
    this.#pending.push(more);
    this.#pendingLength += more.length;
    const left = this.#text.length - this.#at;
    const mayEnd =
      separator.length === 1 ? more.includes(separator) : left < MAX_SEARCHED_UNITS || this.#pendingLength > left / 2;
    if (!this.#isAtEnd && !mayEnd) return false;
    this.#text = this.#text.slice(this.#at) + this.#pending.join('');
    this.#pending = [];
    this.#pendingLength = 0;
    this.#at = 0;
    return true;
  }
}
