import { concatBytes, encodeText } from '@cloche/system';

/** What is typed at a terminal, in this order: text, return, keys, hex, paste. */
export interface TypedParts {
  readonly text?: string | undefined;
  readonly submit?: boolean | undefined;
  readonly keys?: readonly string[] | undefined;
  /** Bytes such as `0x1b` or `1b`; what is none is left out. */
  readonly hex?: readonly string[] | undefined;
  /** Text that arrives as pasted, not as typed. */
  readonly paste?: string | undefined;
}

/** Bytes, or the key that is not known. */
export type TypedBytes =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'unknown_key'; readonly key: string };

/** Keys by name, as xterm sends them. */
const KEYS: Readonly<Record<string, string>> = {
  enter: '\r',
  return: '\r',
  tab: '\t',
  esc: '\u001b',
  escape: '\u001b',
  backspace: '\u007f',
  space: ' ',
  up: '\u001b[A',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
  home: '\u001b[H',
  end: '\u001b[F',
  pageup: '\u001b[5~',
  pagedown: '\u001b[6~',
  delete: '\u001b[3~',
  insert: '\u001b[2~',
  'ctrl+[': '\u001b',
  'ctrl+\\': '\u001c',
};
const PASTE_START = '\u001b[200~';
const PASTE_END = '\u001b[201~';

/** Returns the bytes of what is typed. */
export function typedBytes({ text = '', submit, keys = [], hex = [], paste }: TypedParts): TypedBytes {
  const parts = [encodeText(text), encodeText(submit === true ? '\r' : '')];
  for (const key of keys) {
    const typed = bytesOfKey(key);
    if (typed === undefined) return { kind: 'unknown_key', key };
    parts.push(encodeText(typed));
  }
  parts.push(Uint8Array.from(hex.flatMap(byteOf)));
  // The end of a paste within it would end it early: what follows would count as typed.
  if (paste !== undefined) parts.push(encodeText(PASTE_START + paste.replaceAll(PASTE_END, '') + PASTE_END));
  return { kind: 'bytes', bytes: concatBytes(parts) };
}

/** Returns what is typed for people: the text as it is, and keys, bytes and a paste by their names, in the order in which they come. */
export function describeTyped({ text = '', submit, keys = [], hex = [], paste }: TypedParts): string {
  const more = [
    ...keys.map((key) => `[${key.toLowerCase()}]`),
    ...hex.filter((item) => byteOf(item).length > 0).map((item) => `[byte ${item.trim()}]`),
    ...(paste === undefined ? [] : [`[paste]${paste}[end of paste]`]),
  ];
  if (more.length === 0 && text !== '') return text;
  return [text, ...(submit ? ['[return]'] : []), ...more].join('');
}

/** Names of the keys, for messages. */
export const KEY_NAMES: string = `${Object.keys(KEYS).join(', ')}, ctrl+a to ctrl+z`;

function bytesOfKey(key: string): string | undefined {
  const name = key.toLowerCase();
  const known = Object.hasOwn(KEYS, name) ? KEYS[name] : undefined;
  if (known !== undefined) return known;
  const letter = /^ctrl\+([a-z])$/.exec(name)?.[1];
  return letter === undefined ? undefined : String.fromCharCode(letter.charCodeAt(0) & 0x1f);
}

function byteOf(item: string): number[] {
  const digits = /^(?:0x)?([0-9a-f]{1,2})$/i.exec(item.trim())?.[1];
  return digits === undefined ? [] : [Number.parseInt(digits, 16)];
}
