import { type CharacterSet, createCharacterSet, escapeCodePoint } from './character-set.ts';
import { isAsciiClass, posixClassItems } from './posix-class.ts';

/** Why a bracket expression is wrong. */
export type BracketFault = 'unclosed' | 'unknown-class' | 'unknown-collating-element' | 'reversed-range';

/** What was read at a `[`. */
export type BracketResult =
  | { readonly kind: 'set'; readonly set: CharacterSet; readonly end: number }
  | { readonly kind: 'invalid'; readonly fault: BracketFault };

/** How bracket expressions differ between regular expressions and globs. */
export interface BracketOptions {
  readonly ignoreCase?: boolean;
  /** `[!x]` negates as `[^x]` does. */
  readonly bangNegates?: boolean;
  /** A backslash takes the next character literally. */
  readonly escapes?: boolean;
  /** A negated set holds no newline. */
  readonly negatedExcludesNewline?: boolean;
}

interface Item {
  /** The code point, where the item may begin or end a range. */
  readonly codePoint?: number;
  readonly items: string;
  readonly isAscii: boolean;
  readonly end: number;
}

/**
 * Reads the bracket expression (POSIX XBD 9.3.5) whose `[` is at `start` of `text`: ranges, `[:class:]`, `[=x=]`,
 * `[.x.]`, a `]` in the first place. `end` is just behind its `]`.
 */
export function readBracketExpression(text: string, start: number, options: BracketOptions = {}): BracketResult {
  let index = start + 1;
  const negated = text[index] === '^' || (options.bangNegates === true && text[index] === '!');
  if (negated) index++;
  const first = index;
  let items = '';
  let isAscii = true;
  while (index < text.length) {
    if (text[index] === ']' && index > first) {
      const newline = negated && options.negatedExcludesNewline ? '\\n' : '';
      const { ignoreCase = false } = options;
      const mayHoldNonAscii = !isAscii || (ignoreCase && /[ksKS]|-/.test(items));
      const set = createCharacterSet(items + newline, { negated, ignoreCase, mayHoldNonAscii });
      return { kind: 'set', set, end: index + 1 };
    }
    const item = readItem(text, index, options);
    if (typeof item === 'string') return { kind: 'invalid', fault: item };
    index = item.end;
    isAscii &&= item.isAscii;
    if (item.codePoint === undefined || text[index] !== '-' || text[index + 1] === ']' || index + 1 >= text.length) {
      items += item.items;
      continue;
    }
    const last = readItem(text, index + 1, options);
    if (typeof last === 'string') return { kind: 'invalid', fault: last };
    if (last.codePoint === undefined || last.codePoint < item.codePoint) {
      return { kind: 'invalid', fault: 'reversed-range' };
    }
    isAscii &&= last.isAscii;
    index = last.end;
    items += `${item.items}-${last.items}`;
  }
  return { kind: 'invalid', fault: 'unclosed' };
}

function readItem(text: string, index: number, { escapes = false }: BracketOptions): Item | BracketFault {
  const mark = text[index + 1];
  if (text[index] === '[' && (mark === ':' || mark === '.' || mark === '=')) {
    const close = text.indexOf(`${mark}]`, index + 2);
    if (close >= 0) return readNamed(mark, text.slice(index + 2, close), close + 2);
    if (mark === ':' || !escapes) return 'unclosed';
  }
  if (escapes && text[index] === '\\' && index + 1 < text.length) return singleItem(text, index + 1);
  return singleItem(text, index);
}

function readNamed(mark: ':' | '.' | '=', name: string, end: number): Item | BracketFault {
  if (mark === ':') {
    const items = posixClassItems(name);
    return items === undefined ? 'unknown-class' : { items, isAscii: isAsciiClass(name), end };
  }
  const codePoint = name.codePointAt(0);
  if (codePoint === undefined || String.fromCodePoint(codePoint) !== name) return 'unknown-collating-element';
  const items = escapeCodePoint(codePoint);
  return mark === '=' ? { items, isAscii: codePoint < 128, end } : { items, isAscii: codePoint < 128, end, codePoint };
}

function singleItem(text: string, index: number): Item {
  const codePoint = text.codePointAt(index) ?? 0;
  const end = index + (codePoint > 0xffff ? 2 : 1);
  return { codePoint, items: escapeCodePoint(codePoint), isAscii: codePoint < 128, end };
}
