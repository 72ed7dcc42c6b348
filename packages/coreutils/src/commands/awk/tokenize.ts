import { AwkFault } from './awk-fault.ts';
import { BUILTIN_NAMES } from './builtin-names.ts';
import { readString } from './string-escapes.ts';

/** A part of the program: the command line's or a file's. */
export interface AwkSource {
  readonly name: string;
  readonly text: string;
}

/** What a token is. `call` is a name directly before a parenthesis. */
export type TokenKind =
  | 'number'
  | 'string'
  | 'regexp'
  | 'name'
  | 'call'
  | 'builtin'
  | 'keyword'
  | 'symbol'
  | 'newline'
  | 'end';

/** A word of the program. */
export interface Token {
  readonly kind: TokenKind;
  /** A string without its quotes and escapes, a regexp without its slashes, else as written. */
  readonly text: string;
  readonly source: AwkSource;
  readonly line: number;
  /** Offset in the source. */
  readonly offset: number;
}

const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'BEGIN END BEGINFILE ENDFILE function func if else while for do break continue next nextfile exit return delete ' +
    'in getline print printf switch case default'
  ).split(' '),
);

const SYMBOLS = /\*\*=|\*\*|\+\+|--|\+=|-=|\*=|\/=|%=|\^=|==|<=|>=|!=|!~|&&|\|\||\|&|>>|[-+*/%^!<>|?:~$=,;(){}[\]@&]/y;
const NUMBER = /0[xX][0-9A-Fa-f]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y;
const NAME = /[A-Za-z_][A-Za-z_0-9]*/y;
const BLANK = /(?:[ \t\r\f\v]|\\\r?\n|#[^\n]*)+/y;

/** Returns the words of a part of a program, `end` last, and what was odd in its strings. Throws `AwkFault`. */
export function tokenize(source: AwkSource): { tokens: Token[]; warnings: string[] } {
  return new Tokenizer(source).run();
}

class Tokenizer {
  readonly #source: AwkSource;
  readonly #tokens: Token[] = [];
  readonly #warnings: string[] = [];
  #offset = 0;
  #line = 1;

  constructor(source: AwkSource) {
    this.#source = source;
  }

  run(): { tokens: Token[]; warnings: string[] } {
    for (;;) {
      this.#skip(BLANK);
      const character = this.#source.text[this.#offset];
      if (character === undefined) break;
      this.#next(character);
    }
    this.#add('newline', '\n', 0);
    this.#add('end', '', 0);
    return { tokens: this.#tokens, warnings: this.#warnings };
  }

  #next(character: string): void {
    if (character === '\n') {
      this.#add('newline', '\n', 1);
      this.#line++;
      return;
    }
    if (character === '"') return this.#string();
    if (character === '/' && !this.#isAfterOperand()) return this.#regexp();
    const number = this.#read(NUMBER);
    if (number !== undefined) return this.#add('number', number, number.length);
    const name = this.#read(NAME);
    if (name !== undefined) return this.#name(name);
    const symbol = this.#read(SYMBOLS);
    if (symbol === undefined) throw this.#fault('syntax error', this.#offset);
    this.#add('symbol', symbol, symbol.length);
  }

  #name(name: string): void {
    const isCall = this.#source.text[this.#offset + name.length] === '(';
    const kind = KEYWORDS.has(name) ? 'keyword' : BUILTIN_NAMES.has(name) ? 'builtin' : isCall ? 'call' : 'name';
    this.#add(kind, name, name.length);
  }

  #string(): void {
    const { text, end, warnings } = readString(this.#source.text, this.#offset + 1);
    if (end === undefined) throw this.#fault('unterminated string', this.#offset);
    for (const warning of warnings) this.#warnings.push(`${this.#source.name}:${this.#line}: warning: ${warning}`);
    this.#add('string', text, end - this.#offset);
  }

  #regexp(): void {
    const start = this.#offset + 1;
    let isInBrackets = false;
    for (let at = start; ; at++) {
      const character = this.#source.text[at];
      if (character === undefined || character === '\n') throw this.#fault('unterminated regexp', start);
      if (character === '\\') at++;
      else if (character === '[' && !isInBrackets) {
        isInBrackets = true;
        const [lead = ''] = /^\^?\]?/.exec(this.#source.text.slice(at + 1, at + 3)) ?? [];
        at += lead.length;
      } else if (character === ']') isInBrackets = false;
      else if (character === '/' && !isInBrackets) {
        const text = this.#source.text.slice(start, at).replaceAll('\\\n', '');
        return this.#add('regexp', text, at + 1 - this.#offset);
      }
    }
  }

  /** A slash divides what stands before it, if that is a value. */
  #isAfterOperand(): boolean {
    const last = this.#tokens.at(-1);
    switch (last?.kind) {
      case 'number':
      case 'string':
      case 'regexp':
      case 'name':
      case 'builtin':
        return true;
      case 'symbol':
        return [')', ']', '$', '++', '--'].includes(last.text);
      case 'call':
      case 'keyword':
      case 'newline':
      case 'end':
      case undefined:
        return false;
    }
  }

  #add(kind: TokenKind, text: string, length: number): void {
    this.#tokens.push({ kind, text, source: this.#source, line: this.#line, offset: this.#offset });
    this.#line += kind === 'newline' ? 0 : countNewlines(this.#source.text, this.#offset, this.#offset + length);
    this.#offset += length;
  }

  #read(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#offset;
    return pattern.exec(this.#source.text)?.[0];
  }

  #skip(pattern: RegExp): void {
    const blank = this.#read(pattern) ?? '';
    this.#line += countNewlines(blank, 0, blank.length);
    this.#offset += blank.length;
  }

  #fault(message: string, offset: number): AwkFault {
    return syntaxFault(message, { source: this.#source, line: this.#line, offset });
  }
}

function countNewlines(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Makes the fault that shows the line and points at the place in it, as gawk does. */
export function syntaxFault(message: string, { source, line, offset }: Omit<Token, 'kind' | 'text'>): AwkFault {
  const start = source.text.lastIndexOf('\n', offset - 1) + 1;
  const end = source.text.indexOf('\n', offset);
  const shown = source.text.slice(start, end < 0 ? source.text.length : end);
  const place = `${source.name}:${line}: `;
  const pointer = shown.slice(0, offset - start).replaceAll(/[^\t]/g, ' ');
  return new AwkFault(`${place}${shown}\nawk: ${place}${pointer}^ ${message}`, 1);
}
