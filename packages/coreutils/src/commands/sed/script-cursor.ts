import { WrongScript } from './script.ts';

/** A place in the text of a script. */
export class ScriptCursor {
  readonly #text: string;
  /** Returns the place of an offset, for messages: `-e expression #1, char 5`. */
  readonly #placeOf: (offset: number) => string;
  #index = 0;

  constructor(text: string, placeOf: (offset: number) => string) {
    this.#text = text;
    this.#placeOf = placeOf;
  }

  get isAtEnd(): boolean {
    return this.#index >= this.#text.length;
  }

  peek(): string | undefined {
    return this.#text[this.#index];
  }

  skip(): void {
    this.#index++;
  }

  /** Throws what is wrong here. */
  fail(message: string): never {
    throw new WrongScript(`${this.#placeOf(Math.min(this.#index, this.#text.length))}: ${message}`);
  }

  accept(character: string): boolean {
    if (this.peek() !== character) return false;
    this.#index++;
    return true;
  }

  skipBlanks(): void {
    while (this.peek() === ' ' || this.peek() === '\t') this.#index++;
  }

  /** Skips what may stand between commands. */
  skipSeparators(): void {
    while (/[\s;]/.test(this.peek() ?? '')) this.#index++;
  }

  takeNumber(): number | undefined {
    const digits = /^\d+/.exec(this.#text.slice(this.#index))?.[0];
    if (digits === undefined) return undefined;
    this.#index += digits.length;
    return Number(digits);
  }

  takeLine(): string {
    const end = this.#text.indexOf('\n', this.#index);
    const line = this.#text.slice(this.#index, end < 0 ? undefined : end);
    this.#index = end < 0 ? this.#text.length : end + 1;
    return line;
  }

  /** Takes a label: up to a semicolon or blank, or the whole line for a definition. */
  takeLabel(): string {
    this.skipBlanks();
    const label = /^[^;\s}]*/.exec(this.#text.slice(this.#index))?.[0] ?? '';
    this.#index += label.length;
    return label;
  }

  takeFileName(): string {
    this.skipBlanks();
    const name = this.takeLine();
    return name === '' ? this.fail('missing filename in r/R/w/W commands') : name;
  }

  takeDelimiter(fault: string): string {
    const delimiter = this.peek();
    if (delimiter === undefined || delimiter === '\n' || delimiter === '\\') this.fail(fault);
    this.#index++;
    return delimiter ?? '';
  }

  /**
   * Takes text up to `delimiter`. A delimiter behind a backslash is taken without it; in a pattern a bracket expression
   * hides delimiters from nobody but `]`.
   */
  takeDelimited(delimiter: string, { isPattern }: { isPattern: boolean }, fault: string): string {
    let taken = '';
    for (; ; this.#index++) {
      const character = this.peek();
      if (character === undefined || (character === '\n' && isPattern)) this.fail(fault);
      if (character === delimiter) break;
      if (character !== '\\') {
        taken += character;
        continue;
      }
      this.#index++;
      const next = this.peek();
      if (next === undefined) this.fail(fault);
      if (next === delimiter) taken += this.#unescaped(delimiter, isPattern);
      else taken += `\\${next}`;
    }
    this.#index++;
    return taken;
  }

  /** Takes the text of `a`, `i` and `c`: the rest of the line, or lines that end with a backslash but the last. */
  takeText(): string {
    this.skipBlanks();
    if (this.isAtEnd) this.fail("expected \\ after `a', `c' or `i'");
    if (this.accept('\\')) {
      // Blanks between backslash and newline mean nothing; those before text in the same line belong to it.
      const blanks = /^[ \t]*(?=\n|$)/.exec(this.#text.slice(this.#index))?.[0] ?? '';
      this.#index += blanks.length;
      if (!this.accept('\n') && this.isAtEnd) return '';
    }
    let text = '';
    while (!this.isAtEnd) {
      const character = this.peek() ?? '';
      this.#index++;
      if (character === '\n') break;
      if (character !== '\\') text += character;
      else {
        text += this.peek() ?? '';
        this.#index++;
      }
    }
    return `${text}\n`;
  }

  /** A delimiter that is special in a pattern loses its meaning by the backslash. */
  #unescaped(delimiter: string, isPattern: boolean): string {
    if (!isPattern) return delimiter === '&' ? '\\&' : delimiter;
    return '.*[]^$+?(){}|'.includes(delimiter) && !'+?(){}|'.includes(delimiter) ? `\\${delimiter}` : delimiter;
  }
}
