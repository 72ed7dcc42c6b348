import { createStreamingTextDecoder } from '@cloche/system';

/** Makes of a command's raw output the text that a reader of a terminal would see. */
export interface OutputCleaner {
  /** Returns the text that is final so far; a line that may still be written over is held back. */
  feed(bytes: Uint8Array): string;
  end(): string;
}

/** A control sequence, a string sequence, or another escape (ECMA-48). */
const ESCAPE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-OQ-WYZ\\`-~])/g;
/** Everything else that shows nothing, except tab, newline and carriage return. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const SPECIAL = /[\u0000-\u0008\u000b-\u001f\u007f]/;
/** An escape that does not end after so many characters is none. */
const MAX_ESCAPE_UNITS = 4096;
/** A longer line is passed on before it is complete. */
const MAX_HELD_UNITS = 65_536;

/** Creates a cleaner: ANSI sequences and control characters go, and after a carriage return a line is written over. */
export function createOutputCleaner(): OutputCleaner {
  const decoder = createStreamingTextDecoder();
  let rest = '';
  let line = '';

  const clean = (text: string): string => {
    const plain = stripEscapes(text);
    const lastNewline = plain.lastIndexOf('\n');
    const complete = lastNewline < 0 ? '' : line + plain.slice(0, lastNewline + 1);
    line = writeOver((lastNewline < 0 ? line : '') + plain.slice(lastNewline + 1), { isOpen: true });
    const done = complete.includes('\r')
      ? complete.replace(/[^\n]*\r[^\n]*/g, (one) => writeOver(one, { isOpen: false }))
      : complete;
    if (line.length <= MAX_HELD_UNITS) return done.toWellFormed();
    const long = line;
    line = '';
    return (done + long.replaceAll('\r', '')).toWellFormed();
  };

  return {
    feed(bytes) {
      const text = rest + decoder.decode(bytes);
      const cut = openEscapeAt(text);
      rest = text.slice(cut);
      return clean(text.slice(0, cut));
    },
    end() {
      const text = clean((rest + decoder.end()).replaceAll('\u001b', ''));
      const last = writeOver(line, { isOpen: false });
      rest = '';
      line = '';
      return (text + last).toWellFormed();
    },
  };
}

/** Returns text without escape sequences and control characters other than tab, newline and carriage return. */
export function stripEscapes(text: string): string {
  return SPECIAL.test(text) ? text.replace(ESCAPE, '').replace(CONTROLS, '') : text;
}

/** Returns what a whole output says. */
export function cleanOutput(bytes: Uint8Array): string {
  const cleaner = createOutputCleaner();
  return cleaner.feed(bytes) + cleaner.end();
}

/** Where the text ends in an escape that is not complete, or its length. */
function openEscapeAt(text: string): number {
  const at = text.lastIndexOf('\u001b');
  if (at < 0 || text.length - at > MAX_ESCAPE_UNITS) return text.length;
  // The end of a string sequence is an escape of its own.
  const start = text[at + 1] === '\\' || at === text.length - 1 ? Math.max(text.lastIndexOf('\u001b', at - 1), 0) : at;
  const from = /^\u001b[\]PX^_]/.test(text.slice(start, start + 2)) ? start : at;
  ESCAPE.lastIndex = from;
  const found = ESCAPE.exec(text);
  ESCAPE.lastIndex = 0;
  return found?.index === from ? text.length : from;
}

/** Writes the parts of a line over each other; of an open line the last part stays apart, since more comes behind it. */
function writeOver(line: string, { isOpen }: { isOpen: boolean }): string {
  if (!line.includes('\r')) return line;
  const parts = line.split('\r');
  const last = isOpen ? `\r${parts.pop() ?? ''}` : '';
  return parts.reduce((before, part) => part + before.slice(part.length)) + last;
}
