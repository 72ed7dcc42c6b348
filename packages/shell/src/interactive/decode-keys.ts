import { createStreamingTextDecoder } from '@cloche/system';

/** What a person did on the keyboard. */
export type Key =
  | { readonly kind: 'text'; readonly text: string }
  /** A key by name: `ctrl+a`, `meta+b`, `up`, `ctrl+left`, `enter`, `tab`, `backspace`, `delete`, … */
  | { readonly kind: 'key'; readonly name: string }
  /** Text that was pasted as one piece (bracketed paste). */
  | { readonly kind: 'paste'; readonly text: string };

/** Turns a terminal's bytes into keys; sequences may be split anywhere. */
export interface KeyDecoder {
  decode(bytes: Uint8Array): Key[];
  /** Returns the bytes that belong to no key yet, so that a program that runs now can have them. */
  takeRest(): string;
}

const PASTE_START = '\x1b[200~';
const PASTE_END = '\x1b[201~';
/** More than this is taken as it stands when the end of a paste does not come. */
const MAX_PASTE_UNITS = 1_048_576;

const CONTROL_NAMES: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\x7f': 'backspace',
  '\b': 'backspace',
  '\x1f': 'ctrl+_',
};

/** Final bytes of `ESC [ … X` and `ESC O X` (xterm control sequences, "PC-Style Function Keys"). */
const FINAL_NAMES: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
  Z: 'shift+tab',
};

/** Numbers of `ESC [ N ~`. */
const TILDE_NAMES: Readonly<Record<string, string>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
};

/** Modifier parameters of xterm: 1 plus shift 1, alt 2, control 4. */
const MODIFIERS: Readonly<Record<string, string>> = { 3: 'meta+', 5: 'ctrl+', 7: 'ctrl+' };

/** Creates a decoder that has seen nothing. */
export function createKeyDecoder(): KeyDecoder {
  const text = createStreamingTextDecoder();
  let pending = '';
  return {
    decode(bytes) {
      pending += text.decode(bytes);
      const keys: Key[] = [];
      for (;;) {
        const next = takeKey(pending);
        if (!next) return keys;
        pending = pending.slice(next.length);
        if (next.key) keys.push(next.key);
      }
    },
    takeRest() {
      const rest = pending;
      pending = '';
      return rest;
    },
  };
}

/** Returns the first key and how many units it takes; `undefined` when more input is needed. */
function takeKey(text: string): { readonly key: Key | undefined; readonly length: number } | undefined {
  if (text === '') return undefined;
  if (text.startsWith(PASTE_START)) return takePaste(text);
  // oxlint-disable-next-line no-control-regex -- control characters are what keys are made of
  const plain = /^[^\x00-\x1f\x7f]+/.exec(text)?.[0];
  if (plain !== undefined) return { key: { kind: 'text', text: plain }, length: plain.length };
  if (text.startsWith('\x1b')) return takeEscape(text);
  return { key: { kind: 'key', name: controlName(text.charAt(0)) }, length: 1 };
}

function controlName(character: string): string {
  return CONTROL_NAMES[character] ?? `ctrl+${String.fromCharCode(character.charCodeAt(0) + 0x60)}`;
}

function takePaste(text: string): { key: Key; length: number } | undefined {
  const end = text.indexOf(PASTE_END, PASTE_START.length);
  if (end < 0) {
    if (text.length < MAX_PASTE_UNITS) return undefined;
    return { key: { kind: 'paste', text: text.slice(PASTE_START.length) }, length: text.length };
  }
  return { key: { kind: 'paste', text: text.slice(PASTE_START.length, end) }, length: end + PASTE_END.length };
}

function takeEscape(text: string): { key: Key | undefined; length: number } | undefined {
  // oxlint-disable-next-line no-control-regex -- escape sequences begin with a control character
  const sequence = /^\x1b(?:\[([0-9;]*)([@-~])|O([@-~]))/.exec(text);
  if (sequence) {
    const [whole, parameters = '', csiFinal, ss3Final] = sequence;
    const name = sequenceName(parameters, csiFinal ?? ss3Final ?? '');
    return { key: name === undefined ? undefined : { kind: 'key', name }, length: whole.length };
  }
  // oxlint-disable-next-line no-control-regex -- the beginning of one
  if (/^\x1b(?:\[[0-9;]*|O)?$/.test(text)) return undefined;
  const [character = ''] = text.slice(1);
  if (character === '\x1b') return { key: undefined, length: 1 };
  const name = character < ' ' || character === '\x7f' ? controlName(character) : character.toLowerCase();
  return { key: { kind: 'key', name: `meta+${name}` }, length: 1 + character.length };
}

function sequenceName(parameters: string, final: string): string | undefined {
  const [first = '', modifier = ''] = parameters.split(';');
  const name = final === '~' ? TILDE_NAMES[first] : FINAL_NAMES[final];
  return name === undefined ? undefined : `${MODIFIERS[modifier] ?? ''}${name}`;
}
