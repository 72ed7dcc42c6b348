import type { OutputBuffer } from '../../command/output-buffer.ts';

/** An output of lines in which a terminator that is missing from a last line is put in when something follows it. */
export class SedOutput {
  readonly #buffer: OutputBuffer;
  readonly #end: string;
  #lacksEnd = false;

  constructor(buffer: OutputBuffer, end: string) {
    this.#buffer = buffer;
    this.#end = end;
  }

  /** Writes a line. */
  putLine(text: string, { isTerminated = true }: { isTerminated?: boolean } = {}): void {
    this.endLine();
    this.#buffer.putText(text);
    if (isTerminated) this.#buffer.putText(this.#end);
    this.#lacksEnd = !isTerminated;
  }

  /** Writes text that has its own line ends. */
  putText(text: string): void {
    if (text === '') return;
    this.endLine();
    this.#buffer.putText(text);
  }

  /** Puts in a terminator that is missing. */
  endLine(): void {
    if (this.#lacksEnd) this.#buffer.putText(this.#end);
    this.#lacksEnd = false;
  }

  drain(): undefined | Promise<void> {
    return this.#buffer.drain();
  }

  flush(): undefined | Promise<void> {
    return this.#buffer.flush();
  }
}
