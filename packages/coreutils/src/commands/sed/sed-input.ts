import type { ByteReader } from '@cloche/system';
import { readTexts } from '../../command/read-lines.ts';

/** A line of the input. */
export interface SedLine {
  readonly text: string;
  /** False for a last line without its terminator. */
  readonly isTerminated: boolean;
}

/**
 * The lines of the files, one after the other, with a look ahead so that the last one is known. Answers at once while
 * lines are at hand.
 */
export class SedInput {
  readonly #texts: AsyncGenerator<string>;
  readonly #terminator: string;
  #waiting: readonly string[] = [];
  #index = 0;
  /** The last of the waiting lines has its terminator. */
  #isLastTerminated = true;
  lineNumber = 0;

  constructor(readers: AsyncIterable<ByteReader>, terminator: number) {
    this.#texts = readAllTexts(readers, terminator);
    this.#terminator = String.fromCharCode(terminator);
  }

  /** Returns the next line, or nothing at the end. */
  next(): SedLine | undefined | Promise<SedLine | undefined> {
    return this.#index < this.#waiting.length
      ? this.#take()
      : this.#fill().then((isFilled) => (isFilled ? this.#take() : undefined));
  }

  /** Returns whether no line follows. */
  isAtEnd(): boolean | Promise<boolean> {
    return this.#index < this.#waiting.length ? false : this.#fill().then((isFilled) => !isFilled);
  }

  #take(): SedLine {
    const text = this.#waiting[this.#index++] ?? '';
    this.lineNumber++;
    return { text, isTerminated: this.#isLastTerminated || this.#index < this.#waiting.length };
  }

  async #fill(): Promise<boolean> {
    const { value, done } = await this.#texts.next();
    if (done || value === undefined) return false;
    const lines = value.split(this.#terminator);
    this.#isLastTerminated = lines.at(-1) === '';
    if (this.#isLastTerminated) lines.pop();
    this.#waiting = lines;
    this.#index = 0;
    return true;
  }
}

async function* readAllTexts(readers: AsyncIterable<ByteReader>, terminator: number): AsyncGenerator<string> {
  for await (const reader of readers) yield* readTexts(reader, terminator);
}
