import { type ByteReader, decodeText } from '@cloche/system';
import { type LineBatch, readLines } from '../../command/read-lines.ts';

/** A line of the input. */
export interface SedLine {
  readonly text: string;
  /** False for a last line without its terminator. */
  readonly isTerminated: boolean;
}

/** The lines of the files, one after the other, with a look ahead so that the last one is known. */
export class SedInput {
  readonly #batches: AsyncGenerator<LineBatch>;
  readonly #waiting: SedLine[] = [];
  #index = 0;
  lineNumber = 0;

  constructor(readers: AsyncIterable<ByteReader>, terminator: number) {
    this.#batches = readAllLines(readers, terminator);
  }

  /** Returns the next line, or nothing at the end. */
  async next(): Promise<SedLine | undefined> {
    if (!(await this.#fill())) return undefined;
    const line = this.#waiting[this.#index++];
    this.lineNumber++;
    return line;
  }

  /** Returns whether no line follows. */
  async isAtEnd(): Promise<boolean> {
    return !(await this.#fill());
  }

  async #fill(): Promise<boolean> {
    while (this.#index >= this.#waiting.length) {
      const { value, done } = await this.#batches.next();
      if (done || !value) return false;
      this.#index = 0;
      this.#waiting.length = 0;
      const { lines, isTerminated } = value;
      for (const [index, line] of lines.entries()) {
        this.#waiting.push({ text: decodeText(line), isTerminated: isTerminated || index < lines.length - 1 });
      }
    }
    return true;
  }
}

async function* readAllLines(readers: AsyncIterable<ByteReader>, terminator: number): AsyncGenerator<LineBatch> {
  for await (const reader of readers) yield* readLines(reader, terminator);
}
