/** Commands without text or file that only print, delete, keep and join lines. */
const PLAIN = 'pPdDnNhHgGx=zF';
const SUBSTITUTE_FLAGS = /^[gIpimM0-9]*$/;

/**
 * Says whether a sed script only prints, deletes and substitutes: it has none of the commands `w`, `W`, `r`, `R`, `e`, and
 * none of these flags. What is not plainly so counts as more.
 */
export function isHarmlessSed(script: string): boolean {
  const scanner = new SedScanner(script);
  for (;;) {
    scanner.skip(/(?:[\s;{}]|#[^\n]*)*/y);
    if (scanner.isAtEnd) return true;
    if (!scanner.takeCommand()) return false;
  }
}

class SedScanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  skip(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  takeCommand(): boolean {
    if (!this.#address()) return false;
    if (this.skip(/\s*,\s*/y) !== '' && !this.#address()) return false;
    this.skip(/[\s!]*/y);
    const command = this.skip(/[^]/y);
    if (command === '{' || command === '}') return true;
    if (command === 's') return this.#delimited(2) && SUBSTITUTE_FLAGS.test(this.skip(/[^\s;}]*/y));
    if (command === 'y') return this.#delimited(2, false);
    if (command === ':' || command === 'b' || command === 't' || command === 'T')
      return this.skip(/[^\S\n]*[^\s;}]*/y) !== '\0';
    if (command === 'a' || command === 'i' || command === 'c') return this.#takeText();
    if (command === 'q' || command === 'Q' || command === 'l') return this.skip(/\s*\d*/y) !== '\0';
    return command !== '' && PLAIN.includes(command);
  }

  /** Takes a text and the lines that go on with it. Seds differ in what a backslash before its first character means. */
  #takeText(): boolean {
    const start = this.skip(/[^\S\n]*(?:\\[^\S\n]*\n)?/y);
    const text = this.skip(/(?:\\[^]|[^\n\\])*/y);
    return start.endsWith('\n') || !text.startsWith('\\') || !text.includes('\n');
  }

  #address(): boolean {
    if (this.skip(/(?:\d+(?:~\d+)?|\$|[+~]\d+)/y) !== '') return true;
    const delimiter = this.#text.charAt(this.#at);
    if (delimiter !== '/' && delimiter !== '\\') return true;
    if (delimiter === '\\') this.#at++;
    if (!this.#delimited(1)) return false;
    this.skip(/[IM]*/y);
    return true;
  }

  /** Takes a delimiter and so many texts that it ends, the first of them a pattern; false when one is not ended. */
  #delimited(count: number, isPattern = true): boolean {
    const delimiter = this.skip(/[^\\\n]/y);
    if (delimiter === '') return false;
    for (let left = count; left > 0; left--) {
      for (;;) {
        const character = this.#text.charAt(this.#at++);
        if (character === '') return false;
        // `\c` takes the character behind it, be it a bracket.
        if (character === '\\' && this.#text.charAt(this.#at) === 'c') return false;
        if (character === '\\') this.#at++;
        else if (character === '[' && isPattern && left === count && delimiter !== '[') {
          // In brackets the delimiter is a character as any other.
          if (this.skip(/\^?\]?(?:\[([.:=])[^]*?\1\]|[^\]])*\]/y) === '') this.#at = this.#text.length;
        } else if (character === delimiter) break;
      }
    }
    return true;
  }
}
