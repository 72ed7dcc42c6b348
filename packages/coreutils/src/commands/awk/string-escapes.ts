const SIMPLE: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

/** A string as read; `end` is the offset behind its closing quote, nothing when there is none. */
export interface ReadString {
  readonly text: string;
  readonly end: number | undefined;
  readonly warnings: readonly string[];
}

/** Reads a string whose first character is at `start`, up to its closing quote. */
export function readString(source: string, start: number): ReadString {
  const warnings: string[] = [];
  let text = '';
  for (let at = start; ; ) {
    const character = source[at];
    if (character === undefined || character === '\n') return { text, end: undefined, warnings };
    if (character === '"') return { text, end: at + 1, warnings };
    if (character !== '\\') {
      text += character;
      at++;
      continue;
    }
    const escape = readEscape(source, at);
    text += escape.text;
    at = escape.end;
    if (escape.warning !== undefined) warnings.push(escape.warning);
  }
}

/** Returns text with its escapes replaced, as the values of `-v` are. */
export function unescapeText(text: string): string {
  let plain = '';
  for (let at = 0; at < text.length; ) {
    if (text[at] !== '\\') {
      plain += text[at++] ?? '';
      continue;
    }
    const escape = readEscape(text, at);
    plain += escape.text;
    at = escape.end;
  }
  return plain;
}

function readEscape(source: string, at: number): { text: string; end: number; warning?: string } {
  const letter = source[at + 1] ?? '';
  const simple = SIMPLE.get(letter);
  if (simple !== undefined) return { text: simple, end: at + 2 };
  if (letter === '\n') return { text: '', end: at + 2 };
  if (letter === '') return { text: '\\', end: at + 1 };
  const [octal] = /^[0-7]{1,3}/.exec(source.slice(at + 1, at + 4)) ?? [];
  if (octal !== undefined) return { text: characterOf(Number.parseInt(octal, 8) & 0xff), end: at + 1 + octal.length };
  const [, hexadecimal] = /^x([0-9A-Fa-f]{1,2})/.exec(source.slice(at + 1, at + 4)) ?? [];
  if (hexadecimal !== undefined) {
    return { text: characterOf(Number.parseInt(hexadecimal, 16)), end: at + 2 + hexadecimal.length };
  }
  return { text: letter, end: at + 2, warning: `escape sequence \`\\${letter}' treated as plain \`${letter}'` };
}

/** A byte above 0x7f is an escaped byte in the text. */
function characterOf(byte: number): string {
  return String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte);
}
