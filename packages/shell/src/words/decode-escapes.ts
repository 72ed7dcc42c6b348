import { concatBytes, decodeText, encodeText } from '@cloche/system';

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
};

/** Where escapes stand, which changes a few of them. */
export type EscapeDialect =
  /** `$'…'`: `\'`, `\"`, `\?`, `\cX`, octal without a leading zero. */
  | 'quote'
  /** `echo -e`: octal needs `\0`, `\c` stops the output. */
  | 'echo'
  /** `printf %b`: as `echo`, and octal without a leading zero too. */
  | 'argument'
  /** `printf` formats: octal without a leading zero, no `\c`. */
  | 'format';

/** Text whose escapes are replaced, and whether `\c` asked for no more output. */
export interface DecodedText {
  readonly text: string;
  readonly isStopped: boolean;
}

/** Replaces the backslash escapes of `text`. Bytes (`\xHH`, `\NNN`) that form UTF-8 become its characters. */
export function decodeEscapes(text: string, dialect: EscapeDialect): DecodedText {
  if (!text.includes('\\')) return { text, isStopped: false };
  const pieces: Uint8Array[] = [];
  let isStopped = false;
  let index = 0;
  while (index < text.length) {
    const backslash = text.indexOf('\\', index);
    if (backslash < 0 || backslash === text.length - 1) break;
    pieces.push(encodeText(text.slice(index, backslash)));
    const escape = readEscape(text, backslash + 1, dialect);
    if (escape === 'stop') {
      isStopped = true;
      index = text.length;
      break;
    }
    pieces.push(escape.bytes);
    index = escape.end;
    if (dialect === 'quote' && escape.bytes[0] === 0 && escape.bytes.length === 1) {
      pieces.pop();
      index = text.length;
    }
  }
  pieces.push(encodeText(text.slice(index)));
  return { text: decodeText(concatBytes(pieces)), isStopped };
}

type Escape = { readonly bytes: Uint8Array; readonly end: number } | 'stop';

function readEscape(text: string, at: number, dialect: EscapeDialect): Escape {
  const letter = text[at] ?? '';
  const simple = Object.hasOwn(SIMPLE_ESCAPES, letter) ? SIMPLE_ESCAPES[letter] : undefined;
  if (simple !== undefined) return { bytes: encodeText(simple), end: at + 1 };
  if (letter === 'x') return readNumber(text, at, /^x([0-9a-fA-F]{1,2})/, 16, 'byte');
  if (letter === 'u') return readNumber(text, at, /^u([0-9a-fA-F]{1,4})/, 16, 'character');
  if (letter === 'U') return readNumber(text, at, /^U([0-9a-fA-F]{1,8})/, 16, 'character');
  if (letter === 'c' && (dialect === 'echo' || dialect === 'argument')) return 'stop';
  if (letter === 'c' && dialect === 'quote') return controlCharacter(text, at);
  if (/[0-7]/.test(letter)) {
    if (dialect === 'echo' && letter !== '0') return keepAsWritten(text, at);
    const hasZero = letter === '0' && (dialect === 'echo' || dialect === 'argument');
    return readNumber(text, at, hasZero ? /^0([0-7]{0,3})/ : /^([0-7]{1,3})/, 8, 'byte');
  }
  if (dialect === 'quote' && /['"?]/.test(letter)) return { bytes: encodeText(letter), end: at + 1 };
  if (dialect === 'format' && /['"?]/.test(letter)) return { bytes: encodeText(letter), end: at + 1 };
  return keepAsWritten(text, at);
}

function readNumber(text: string, at: number, pattern: RegExp, base: 8 | 16, unit: 'byte' | 'character'): Escape {
  const match = pattern.exec(text.slice(at, at + 10));
  if (!match) return keepAsWritten(text, at);
  const end = at + match[0].length;
  const value = Number.parseInt(match[1] || '0', base);
  if (unit === 'byte') return { bytes: Uint8Array.of(value & 0xff), end };
  return { bytes: encodeText(value > 0x10ffff ? '\ufffd' : String.fromCodePoint(value)), end };
}

function controlCharacter(text: string, at: number): Escape {
  const character = text[at + 1];
  if (character === undefined) return keepAsWritten(text, at);
  const end = character === '\\' && text[at + 2] === '\\' ? at + 3 : at + 2;
  const code = character === '?' ? 0x7f : character.toUpperCase().charCodeAt(0) & 0x1f;
  return { bytes: Uint8Array.of(code), end };
}

function keepAsWritten(text: string, at: number): Escape {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return { bytes: encodeText(`\\${character}`), end: at + character.length };
}
