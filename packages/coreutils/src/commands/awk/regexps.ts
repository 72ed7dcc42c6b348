import { compilePattern, type Pattern } from '@cloche/search';
import { AwkFault, showPlace } from './awk-fault.ts';
import type { SourcePlace } from './syntax.ts';

/** Compiles regular expressions as awk writes them, each once. */
export class Regexps {
  readonly #compiled = new Map<string, Pattern>();
  ignoreCase = false;

  /** Returns the pattern of `source`. Throws `AwkFault` when it is none. */
  compile(source: string, place?: SourcePlace): Pattern {
    const key = `${this.ignoreCase ? 'i' : ' '}${source}`;
    const known = this.#compiled.get(key);
    if (known) return known;
    const result = compilePattern(toExtended(source), 'ere', { ignoreCase: this.ignoreCase });
    if (result.kind === 'invalid') {
      throw new AwkFault(`${place ? `${showPlace(place)}: ` : ''}error: ${result.message}: /${source}/`, 1);
    }
    this.#compiled.set(key, result.pattern);
    return result.pattern;
  }
}

const CONTROL: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

/** Turns awk's escapes, which work in brackets too, into what an extended expression has. */
function toExtended(source: string): string {
  if (!source.includes('\\')) return source;
  let extended = '';
  let isInBrackets = false;
  for (let at = 0; at < source.length; ) {
    const [whole, character, isEscape] = readCharacter(source, at);
    at += whole.length;
    if (isEscape) extended += isInBrackets ? inBrackets(character) : outsideBrackets(whole, character);
    else if (isInBrackets) {
      const [special] = /^\[[:.=].*?[:.=]\]/.exec(source.slice(at - 1)) ?? [];
      extended += special ?? character;
      if (special !== undefined) at += special.length - 1;
      else isInBrackets = character !== ']';
    } else if (character === '[') {
      const [lead = ''] = /^\^?\]?/.exec(source.slice(at)) ?? [];
      extended += character + lead;
      at += lead.length;
      isInBrackets = true;
    } else extended += character;
  }
  return extended;
}

/** Returns what is written at `at`, the character that it means, and whether a backslash was there. */
function readCharacter(source: string, at: number): [whole: string, character: string, isEscape: boolean] {
  const [whole = '', octal, hexadecimal, letter] =
    /^\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|([^]))/u.exec(source.slice(at, at + 6)) ?? [];
  if (octal !== undefined) return [whole, byteCharacter(Number.parseInt(octal, 8) & 0xff), true];
  if (hexadecimal !== undefined) return [whole, byteCharacter(Number.parseInt(hexadecimal, 16)), true];
  if (letter !== undefined) return [whole, CONTROL.get(letter) ?? letter, true];
  const plain = source[at] ?? '';
  return plain === '\\' ? ['\\', '\\', true] : [plain, plain, false];
}

function byteCharacter(byte: number): string {
  return String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte);
}

function inBrackets(character: string): string {
  return /[\]\\^[-]/.test(character) ? `[.${character}.]` : character;
}

/** `\y` is a word's border and `\B` the inside of a word; back-references there are none. */
function outsideBrackets(whole: string, character: string): string {
  if (whole === '\\y') return '\\b';
  if (/^\\[<>BwWsS`']$/.test(whole)) return whole;
  return /[.*[\]^$\\+?(){}|]/.test(character) ? `\\${character}` : character;
}
