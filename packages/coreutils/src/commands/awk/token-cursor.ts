import type { AwkFault } from './awk-fault.ts';
import type { SourcePlace } from './syntax.ts';
import { syntaxFault, type Token } from './tokenize.ts';

/** Goes through the words of a program. */
export class TokenCursor {
  readonly #tokens: readonly Token[];
  #index = 0;

  /** @param tokens  at least one; the last is `end` */
  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** The word that comes next. */
  get current(): Token {
    return this.peek(0);
  }

  get place(): SourcePlace {
    const { source, line } = this.current;
    return { source: source.name, line };
  }

  /** Returns the word that comes `distance` words later. */
  peek(distance: number): Token {
    const token = this.#tokens[Math.min(this.#index + distance, this.#tokens.length - 1)];
    if (!token) throw new Error('a program without words');
    return token;
  }

  /** Returns the word that comes next, and goes past it. */
  take(): Token {
    const token = this.current;
    this.#index++;
    return token;
  }

  /** Returns whether the next word is one of these symbols or keywords. */
  at(...words: readonly string[]): boolean {
    const { kind, text } = this.current;
    return (kind === 'symbol' || kind === 'keyword') && words.includes(text);
  }

  /** Goes past the next word if it is one of these, and returns it. */
  accept(...words: readonly string[]): string | undefined {
    return this.at(...words) ? this.take().text : undefined;
  }

  /** Goes past the next word, which must be `word`. */
  expect(word: string): void {
    if (this.accept(word) === undefined) throw this.fault();
  }

  /** Returns the name that comes next. */
  expectName(): string {
    const { kind, text } = this.current;
    if (kind !== 'name' && kind !== 'call') throw this.fault();
    this.#index++;
    return text;
  }

  skipNewlines(): void {
    while (this.current.kind === 'newline') this.#index++;
  }

  skipTerminators(): void {
    while (this.current.kind === 'newline' || this.at(';')) this.#index++;
  }

  /** Makes the fault for the next word. */
  fault(message?: string): AwkFault {
    const isEnd = this.current.kind === 'end' || (this.current.kind === 'newline' && this.peek(1).kind === 'end');
    if (message === undefined && isEnd) {
      const isBehindNewline = this.current.source.text.endsWith('\n');
      const line = this.current.line + (isBehindNewline ? 1 : 0);
      return syntaxFault('unexpected newline or end of string', { ...this.current, line });
    }
    return syntaxFault(message ?? 'syntax error', this.current);
  }
}
