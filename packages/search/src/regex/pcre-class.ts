import { type CharacterSet, createCharacterSet, escapeCodePoint, literalSet } from '../characters/character-set.ts';
import { PatternFault } from './pattern-tree.ts';
import { classEscapeItems, readPcreEscape } from './pcre-escapes.ts';

/** A class that was read, and the offset behind it. */
export interface PcreClass {
  readonly set: CharacterSet;
  readonly end: number;
}

/** ASCII classes of `[[:name:]]`, as PCRE has them without Unicode properties. */
const ASCII_CLASSES: ReadonlyMap<string, string> = new Map([
  ['alpha', 'A-Za-z'],
  ['digit', '0-9'],
  ['alnum', 'A-Za-z0-9'],
  ['upper', 'A-Z'],
  ['lower', 'a-z'],
  ['space', ' \\t-\\r'],
  ['blank', ' \\t'],
  ['punct', '!-\\/:-@\\[-`\\{-~'],
  ['cntrl', '\\x00-\\x1f\\x7f'],
  ['print', ' -~'],
  ['graph', '!-~'],
  ['xdigit', '0-9A-Fa-f'],
  ['word', 'A-Za-z0-9_'],
  ['ascii', '\\x00-\\x7f'],
]);

const UNCLOSED = 'missing terminating ] for character class';

interface ClassItem {
  readonly codePoint?: number;
  readonly items: string;
  readonly end: number;
}

/** Reads the class whose `[` is at `start`. Throws `PatternFault` with PCRE's message. */
export function readPcreClass(text: string, start: number, ignoreCase: boolean): PcreClass {
  const negated = text[start + 1] === '^';
  const first = start + (negated ? 2 : 1);
  let index = first;
  let items = '';
  let only: number | undefined;
  let count = 0;
  while (text[index] !== ']' || index === first) {
    if (index >= text.length) throw new PatternFault(UNCLOSED);
    const quoted = readQuoted(text, index);
    if (quoted) {
      items += quoted.items;
      index = quoted.end;
      count += 2;
      continue;
    }
    const item = readItem(text, index);
    const range = readRange(text, item);
    items += range?.items ?? item.items;
    index = range?.end ?? item.end;
    only = item.codePoint;
    count += range || item.codePoint === undefined ? 2 : 1;
  }
  const end = index + 1;
  if (!negated && count === 1 && only !== undefined) {
    return { set: literalSet(String.fromCodePoint(only), ignoreCase), end };
  }
  return { set: createCharacterSet(items, { negated, ignoreCase }), end };
}

function readRange(text: string, first: ClassItem): ClassItem | undefined {
  const dash = first.end;
  if (first.codePoint === undefined || text[dash] !== '-' || text[dash + 1] === ']') return undefined;
  if (dash + 1 >= text.length) throw new PatternFault(UNCLOSED);
  const last = readItem(text, dash + 1);
  if (last.codePoint === undefined) return undefined;
  if (last.codePoint < first.codePoint) throw new PatternFault('range out of order in character class');
  return { items: `${first.items}-${last.items}`, end: last.end };
}

function readQuoted(text: string, index: number): ClassItem | undefined {
  if (text.startsWith('\\E', index)) return { items: '', end: index + 2 };
  if (!text.startsWith('\\Q', index)) return undefined;
  const close = text.indexOf('\\E', index + 2);
  const end = close < 0 ? text.length : close;
  const items = Array.from(text.slice(index + 2, end), (character) => escapeCodePoint(character.codePointAt(0) ?? 0));
  return { items: items.join(''), end: close < 0 ? end : end + 2 };
}

function readItem(text: string, index: number): ClassItem {
  if (text[index] === '[' && (text[index + 1] === ':' || text[index + 1] === '.' || text[index + 1] === '=')) {
    const named = readNamed(text, index);
    if (named) return named;
  }
  if (text[index] === '\\') {
    const escape = readPcreEscape(text, index, { isInClass: true });
    switch (escape.kind) {
      case 'character':
        return { codePoint: escape.codePoint, items: escapeCodePoint(escape.codePoint), end: escape.end };
      case 'class':
        return { items: classEscapeItems(escape), end: escape.end };
      case 'other':
        throw new PatternFault(
          /[BRX]/.test(escape.letter)
            ? 'escape sequence is invalid in character class'
            : 'unrecognized character follows \\',
        );
    }
  }
  const codePoint = text.codePointAt(index) ?? 0;
  return { codePoint, items: escapeCodePoint(codePoint), end: index + (codePoint > 0xffff ? 2 : 1) };
}

function readNamed(text: string, index: number): ClassItem | undefined {
  const mark = text[index + 1] ?? '';
  const close = text.indexOf(`${mark}]`, index + 2);
  if (close < 0 || text.slice(index + 2, close).includes(']')) return undefined;
  if (mark !== ':') throw new PatternFault('POSIX collating elements are not supported');
  const written = text.slice(index + 2, close);
  const negated = written.startsWith('^');
  const items = ASCII_CLASSES.get(negated ? written.slice(1) : written);
  if (items === undefined) throw new PatternFault('unknown POSIX class name');
  return { items: classEscapeItems({ items, negated }), end: close + 2 };
}
