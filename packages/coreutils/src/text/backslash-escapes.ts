import { escapeByte } from '@cloche/system';

/** Text with its escapes replaced; `isStopped` after `\c`, which ends all output. */
export interface Unescaped {
  readonly text: string;
  readonly isStopped: boolean;
}

/** Where escapes stand: `echo -e` and `%b` want a 0 before octal digits (`\0NNN`), a printf format does not. */
export type EscapeStyle = 'echo' | 'percent-b' | 'format';

const SIMPLE: ReadonlyMap<string, string> = new Map([
  ['\\', '\\'],
  ['a', '\x07'],
  ['b', '\b'],
  ['e', '\x1b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

const OCTAL: Readonly<Record<EscapeStyle, RegExp>> = {
  echo: /^0([0-7]{0,3})|^([1-7][0-7]{0,2})/,
  'percent-b': /^0?([0-7]{1,3})|^0/,
  format: /^([0-7]{1,3})/,
};

/** Replaces backslash escapes. Bytes above 0x7f are escaped bytes in the text; unknown escapes stay. */
export function replaceEscapes(text: string, style: EscapeStyle): Unescaped {
  if (!text.includes('\\')) return { text, isStopped: false };
  let replaced = '';
  let index = 0;
  while (index < text.length) {
    const slash = text.indexOf('\\', index);
    if (slash < 0) break;
    replaced += text.slice(index, slash);
    if (text[slash + 1] === 'c') return { text: replaced, isStopped: true };
    const [value, length] = readEscape(text.slice(slash + 1, slash + 12), style);
    replaced += value;
    index = slash + 1 + length;
  }
  return { text: replaced + text.slice(index), isStopped: false };
}

/** Returns what the escape stands for and how many units behind the backslash it takes. */
function readEscape(rest: string, style: EscapeStyle): readonly [string, number] {
  const octal = OCTAL[style].exec(rest);
  if (octal) return [byteText(Number.parseInt(octal[1] || octal[2] || '0', 8) & 0xff), octal[0].length];
  const hexadecimal = /^x([0-9A-Fa-f]{1,2})/.exec(rest);
  if (hexadecimal) return [byteText(Number.parseInt(hexadecimal[1] ?? '0', 16)), hexadecimal[0].length];
  const unicode = style === 'echo' ? undefined : /^(?:u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8}))/.exec(rest);
  if (unicode) return [codePointText(Number.parseInt(unicode[1] ?? unicode[2] ?? '0', 16)), unicode[0].length];
  const first = rest[0] ?? '';
  const simple = SIMPLE.get(first);
  if (simple !== undefined) return [simple, 1];
  if (style === 'format' && (first === '"' || first === "'")) return [first, 1];
  return ['\\', 0];
}

function byteText(byte: number): string {
  return byte < 0x80 ? String.fromCharCode(byte) : escapeByte(byte);
}

function codePointText(codePoint: number): string {
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '\ufffd';
}
