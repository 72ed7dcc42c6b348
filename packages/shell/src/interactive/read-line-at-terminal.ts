import { encodeText, KEY_SETTINGS, type OpenFile, type Terminal } from '@cloche/system';
import { type Task, waitFor } from '../execute/task.ts';
import type { Shell } from '../shell.ts';
import { commonPrefix, completeWord } from './complete-word.ts';
import { createKeyDecoder, type Key, type KeyDecoder } from './decode-keys.ts';
import { layOutLabels } from './lay-out-labels.ts';
import { LineEditor } from './line-editor.ts';
import { createLineRenderer, type LineRenderer } from './render-line.ts';

/** How the reading of a line ended. */
export type EnteredLine =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'end' };

/** Reads lines that a person edits at a terminal. */
export interface LineReader {
  /** Reads a line; the prompt may have several lines and escape sequences. Ends when the shell does. */
  read(shell: Shell, prompt: string): Task<EnteredLine>;
}

const BRACKETED_PASTE_ON = '\x1b[?2004h';
const BRACKETED_PASTE_OFF = '\x1b[?2004l';
const CLEAR_SCREEN = '\x1b[H\x1b[2J';
const BELL = '\x07';

/** Creates the reader of one terminal; keys that are typed ahead are kept for the next line. */
export function createLineReader(file: OpenFile, terminal: Terminal): LineReader {
  const decoder = createKeyDecoder();
  const keys: Key[] = [];
  return {
    *read(shell, prompt) {
      const before = terminal.settings;
      terminal.settings = KEY_SETTINGS;
      try {
        return yield* editLine({ shell, file, terminal, decoder, keys, prompt });
      } finally {
        terminal.settings = before;
      }
    },
  };
}

interface Reading {
  readonly shell: Shell;
  readonly file: OpenFile;
  readonly terminal: Terminal;
  readonly decoder: KeyDecoder;
  readonly keys: Key[];
  readonly prompt: string;
}

function* editLine(reading: Reading): Task<EnteredLine> {
  const { shell, terminal, prompt } = reading;
  const editor = new LineEditor(shell.history.lines);
  const renderer = createLineRenderer(() => terminal.size.columns);
  const lastLine = prompt.slice(prompt.lastIndexOf('\n') + 1);
  const draw = (): string => renderer.draw(editor.searchPrompt ?? lastLine, editor.line);
  yield* show(reading, BRACKETED_PASTE_ON + prompt.slice(0, prompt.length - lastLine.length) + draw());
  for (;;) {
    const key = yield* nextKey(reading);
    if (!key) return yield* finish(reading, renderer, editor, { kind: 'end' });
    const request = editor.press(key);
    switch (request.kind) {
      case 'edit':
        // While more keys are there already, only the last one is drawn.
        if (reading.keys.length === 0) yield* show(reading, draw());
        break;
      case 'bell':
        yield* show(reading, BELL + draw());
        break;
      case 'clear':
        renderer.forget();
        yield* show(reading, CLEAR_SCREEN + draw());
        break;
      case 'complete':
        yield* show(reading, complete(reading, editor, renderer, request.lists) + draw());
        break;
      case 'enter':
        yield* show(reading, draw());
        return yield* finish(reading, renderer, editor, { kind: 'line', text: editor.line.text });
      case 'interrupt':
        yield* show(reading, `${draw()}^C`);
        return yield* finish(reading, renderer, editor, { kind: 'interrupted' });
      case 'end':
        return yield* finish(reading, renderer, editor, { kind: 'end' });
    }
  }
}

function* nextKey({ shell, file, decoder, keys }: Reading): Task<Key | undefined> {
  while (keys.length === 0) {
    const bytes = yield* waitFor(file.read(65_536, shell.signal));
    if (bytes.length === 0) return undefined;
    keys.push(...decoder.decode(bytes));
  }
  return keys.shift();
}

function* finish(
  reading: Reading,
  renderer: LineRenderer,
  editor: LineEditor,
  entered: EnteredLine,
): Task<EnteredLine> {
  const end = entered.kind === 'end' ? '' : renderer.finish(editor.line);
  yield* show(reading, end + BRACKETED_PASTE_OFF);
  return entered;
}

/** Puts in what all possible completions have in common, or lists them; returns what to print before the line. */
function complete({ shell, terminal }: Reading, editor: LineEditor, renderer: LineRenderer, lists: boolean): string {
  const { text, cursor } = editor.line;
  const { start, completions } = completeWord(shell, text, cursor);
  const [only] = completions;
  if (!only) return BELL;
  if (completions.length === 1) {
    editor.replaceFrom(start, only.text + (text.charAt(cursor) === ' ' ? '' : only.suffix));
    return '';
  }
  const common = commonPrefix(completions);
  if (common.length > cursor - start) {
    editor.replaceFrom(start, common);
    return '';
  }
  if (!lists) return BELL;
  const below = renderer.finish(editor.line);
  return (
    below +
    layOutLabels(
      completions.map(({ label }) => label),
      terminal.size.columns,
    )
  );
}

function* show({ shell, file }: Reading, text: string): Task<void> {
  yield* waitFor<void>(file.write(encodeText(text), shell.signal));
}
