import type { Key } from './decode-keys.ts';
import { splitWords } from './expand-history.ts';
import {
  changeTo,
  EMPTY_LINE,
  insertText,
  type LineBuffer,
  MOVEMENTS,
  type Movement,
  removeTo,
  transposeCharacters,
} from './line-buffer.ts';

/** What an editor asks of whoever reads keys for it. */
export type EditorRequest =
  | { readonly kind: 'edit' }
  /** The line is entered. */
  | { readonly kind: 'enter' }
  /** Ctrl-C: the line is given up. */
  | { readonly kind: 'interrupt' }
  /** Ctrl-D on an empty line. */
  | { readonly kind: 'end' }
  | { readonly kind: 'clear' }
  /** Tab; `lists` when it was pressed twice without a change. */
  | { readonly kind: 'complete'; readonly lists: boolean }
  | { readonly kind: 'bell' };

/** An incremental search through the history. */
interface Search {
  text: string;
  /** Index of the line that is shown; the number of lines when none is. */
  index: number;
  readonly before: LineBuffer;
}

type Action = (editor: LineEditor) => EditorRequest | undefined;

const EDIT: EditorRequest = { kind: 'edit' };
const BELL: EditorRequest = { kind: 'bell' };

const move =
  (movement: Movement): Action =>
  (editor) => {
    editor.line = { text: editor.line.text, cursor: movement(editor.line) };
    return EDIT;
  };
const kill =
  (movement: Movement): Action =>
  (editor) => {
    editor.kill(movement(editor.line));
    return EDIT;
  };
const change =
  (apply: (text: string) => string): Action =>
  (editor) => {
    editor.change(changeTo(editor.line, MOVEMENTS.nextWord(editor.line), apply));
    return EDIT;
  };

const capitalize = (text: string): string =>
  text.replace(/\p{L}+/u, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase());

/** The keys of Readline's emacs mode (bash manual, "Bindable Readline Commands"). */
const ACTIONS: Readonly<Record<string, Action>> = {
  enter: () => ({ kind: 'enter' }),
  'ctrl+c': () => ({ kind: 'interrupt' }),
  'ctrl+l': () => ({ kind: 'clear' }),
  'ctrl+a': move(MOVEMENTS.lineStart),
  home: move(MOVEMENTS.lineStart),
  'ctrl+e': move(MOVEMENTS.lineEnd),
  end: move(MOVEMENTS.lineEnd),
  'ctrl+b': move(MOVEMENTS.previousCharacter),
  left: move(MOVEMENTS.previousCharacter),
  'ctrl+f': move(MOVEMENTS.nextCharacter),
  right: move(MOVEMENTS.nextCharacter),
  'meta+b': move(MOVEMENTS.previousWord),
  'ctrl+left': move(MOVEMENTS.previousWord),
  'meta+left': move(MOVEMENTS.previousWord),
  'meta+f': move(MOVEMENTS.nextWord),
  'ctrl+right': move(MOVEMENTS.nextWord),
  'meta+right': move(MOVEMENTS.nextWord),
  backspace: (editor) => editor.remove(MOVEMENTS.previousCharacter),
  delete: (editor) => editor.remove(MOVEMENTS.nextCharacter),
  'ctrl+d': (editor) => (editor.line.text === '' ? { kind: 'end' } : editor.remove(MOVEMENTS.nextCharacter)),
  'ctrl+k': kill(MOVEMENTS.lineEnd),
  'ctrl+u': kill(MOVEMENTS.lineStart),
  'ctrl+w': kill(MOVEMENTS.previousBlank),
  'meta+backspace': kill(MOVEMENTS.previousWord),
  'meta+d': kill(MOVEMENTS.nextWord),
  'ctrl+delete': kill(MOVEMENTS.nextWord),
  'ctrl+y': (editor) => editor.insert(editor.killed),
  'ctrl+t': (editor) => {
    editor.change(transposeCharacters(editor.line));
    return EDIT;
  },
  'meta+u': change((text) => text.toUpperCase()),
  'meta+l': change((text) => text.toLowerCase()),
  'meta+c': change(capitalize),
  'ctrl+_': (editor) => editor.undo(),
  'ctrl+p': (editor) => editor.showHistory(-1),
  up: (editor) => editor.showHistory(-1),
  'ctrl+n': (editor) => editor.showHistory(1),
  down: (editor) => editor.showHistory(1),
  'meta+<': (editor) => editor.showHistory(Number.NEGATIVE_INFINITY),
  'meta+>': (editor) => editor.showHistory(Number.POSITIVE_INFINITY),
  'meta+.': (editor) => editor.insertLastArgument(),
  'meta+_': (editor) => editor.insertLastArgument(),
  'ctrl+r': (editor) => editor.search(),
  'meta+#': (editor) => {
    editor.line = { text: `#${editor.line.text}`, cursor: 0 };
    return { kind: 'enter' };
  },
  'ctrl+g': () => BELL,
  tab: (editor) => ({ kind: 'complete', lists: editor.lastKey === 'tab' }),
};

/**
 * A line that keys change: the emacs mode of Readline, with kill ring of one, undo, history and incremental search. It
 * draws nothing and waits for nothing.
 */
export class LineEditor {
  line: LineBuffer = EMPTY_LINE;
  /** What was killed last. */
  killed = '';
  lastKey = '';
  private readonly history: readonly string[];
  /** Lines of the history as they were changed here, by index; the line that is being entered comes last. */
  private readonly edited = new Map<number, LineBuffer>();
  private index: number;
  private undone: LineBuffer[] = [];
  private searching: Search | undefined;
  private quotesNext = false;
  private lastArgument: { index: number; length: number } | undefined;

  constructor(history: readonly string[]) {
    this.history = history;
    this.index = history.length;
  }

  /** What stands in place of the prompt while the history is searched. */
  get searchPrompt(): string | undefined {
    if (!this.searching) return undefined;
    const failed = this.searching.text !== '' && !this.line.text.includes(this.searching.text) ? 'failed ' : '';
    return `(${failed}reverse-i-search)\`${this.searching.text}': `;
  }

  /** Takes a key and says what follows from it. */
  press(key: Key): EditorRequest {
    if (this.quotesNext) {
      this.quotesNext = false;
      return this.insert(quoted(key));
    }
    if (key.kind !== 'key') return this.typeText(key.text.replaceAll(/\r\n?/g, '\n'), key.kind);
    if (key.name === 'ctrl+v' || key.name === 'ctrl+q') {
      this.quotesNext = true;
      return EDIT;
    }
    const request = this.searching ? this.pressInSearch(key.name) : this.pressKey(key.name);
    this.lastKey = key.name;
    if (key.name !== 'meta+.' && key.name !== 'meta+_') this.lastArgument = undefined;
    return request;
  }

  /** Puts text at the cursor. */
  insert(text: string): EditorRequest {
    this.change(insertText(this.line, text));
    return EDIT;
  }

  /** Replaces the text from `start` to the cursor. */
  replaceFrom(start: number, text: string): void {
    this.change(insertText(removeTo(this.line, start).line, text));
  }

  /** Changes the line so that it can be undone. */
  change(line: LineBuffer): void {
    if (line.text !== this.line.text) this.undone.push(this.line);
    this.line = line;
  }

  remove(movement: Movement): EditorRequest {
    const to = movement(this.line);
    if (to === this.line.cursor) return BELL;
    this.change(removeTo(this.line, to).line);
    return EDIT;
  }

  kill(to: number): void {
    const { line, removed } = removeTo(this.line, to);
    if (removed !== '') this.killed = removed;
    this.change(line);
  }

  undo(): EditorRequest {
    const before = this.undone.pop();
    if (!before) return BELL;
    this.line = before;
    return EDIT;
  }

  /** Goes `step` lines through the history; changed lines stay as they were left until the line is entered. */
  showHistory(step: number): EditorRequest {
    const index = Math.min(this.history.length, Math.max(0, this.index + step));
    if (index === this.index) return BELL;
    this.edited.set(this.index, this.line);
    this.index = index;
    const text = this.history[index] ?? '';
    this.line = this.edited.get(index) ?? { text, cursor: text.length };
    this.undone = [];
    return EDIT;
  }

  /** Inserts the last word of the line before; pressed again, that of the line before that instead. */
  insertLastArgument(): EditorRequest {
    const previous = this.lastArgument;
    const index = (previous?.index ?? this.history.length) - 1;
    const word = splitWords(this.history[index] ?? '').at(-1);
    if (word === undefined) return BELL;
    const line = previous ? removeTo(this.line, this.line.cursor - previous.length).line : this.line;
    this.change(insertText(line, word));
    this.lastArgument = { index, length: word.length };
    return EDIT;
  }

  search(): EditorRequest {
    this.searching = { text: '', index: this.history.length, before: this.line };
    return EDIT;
  }

  private typeText(text: string, kind: 'text' | 'paste'): EditorRequest {
    this.lastKey = kind;
    this.lastArgument = undefined;
    if (!this.searching) return this.insert(text);
    this.searching.text += text;
    return this.find(this.searching, this.searching.index);
  }

  private pressKey(name: string): EditorRequest {
    return (Object.hasOwn(ACTIONS, name) ? ACTIONS[name]?.(this) : undefined) ?? BELL;
  }

  /** In a search other keys end it and then do what they do on the line that was found. */
  private pressInSearch(name: string): EditorRequest {
    const { searching } = this;
    if (!searching) return EDIT;
    if (name === 'ctrl+r') return this.find(searching, searching.index - 1);
    if (name === 'backspace') {
      searching.text = searching.text.replace(/.$/su, '');
      return this.find(searching, this.history.length - 1);
    }
    this.searching = undefined;
    if (name === 'ctrl+g') {
      this.line = searching.before;
      return BELL;
    }
    if (name === 'ctrl+c') return { kind: 'interrupt' };
    return this.pressKey(name);
  }

  private find(searching: Search, from: number): EditorRequest {
    for (let index = Math.min(from, this.history.length - 1); index >= 0; index--) {
      const text = this.history[index] ?? '';
      const at = text.lastIndexOf(searching.text);
      if (at < 0) continue;
      searching.index = index;
      this.index = index;
      this.line = { text, cursor: at };
      return EDIT;
    }
    return BELL;
  }
}

/** Returns the characters that a key stands for, for Ctrl-V. */
function quoted(key: Key): string {
  if (key.kind !== 'key') return key.text;
  const control = /^ctrl\+(.)$/.exec(key.name)?.[1];
  if (control !== undefined) return String.fromCharCode(control.charCodeAt(0) & 0x1f);
  return { enter: '\r', tab: '\t', backspace: '\x7f' }[key.name] ?? '';
}
