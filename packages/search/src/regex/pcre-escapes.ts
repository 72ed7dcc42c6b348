import { escapeCodePoint } from '../characters/character-set.ts';
import { PatternFault } from './pattern-tree.ts';

/** What a backslash escape of Perl's syntax says. */
export type PcreEscape =
  | { readonly kind: 'character'; readonly codePoint: number; readonly end: number }
  | { readonly kind: 'class'; readonly items: string; readonly negated: boolean; readonly end: number }
  /** A letter whose meaning depends on where it stands: an assertion, a reference, a sequence. */
  | { readonly kind: 'other'; readonly letter: string; readonly end: number };

/** The ASCII characters of a word: GNU grep does not ask PCRE for Unicode properties in `\w`, `\d`, `\s` and `\b`. */
export const PCRE_WORD_ITEMS = 'A-Za-z0-9_';
const HORIZONTAL_SPACE = '\\t \\u00a0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000';
const VERTICAL_SPACE = '\\n-\\r\\u0085\\u2028\\u2029';

const CLASS_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['d', '0-9'],
  ['w', PCRE_WORD_ITEMS],
  ['s', ' \\t-\\r'],
  ['h', HORIZONTAL_SPACE],
  ['v', VERTICAL_SPACE],
]);

const CONTROL_ESCAPES: ReadonlyMap<string, number> = new Map([
  ['a', 7],
  ['e', 27],
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
]);

const PROPERTY_ALIASES: ReadonlyMap<string, string> = new Map([
  ['Any', 'Any'],
  ['L&', 'LC'],
  ['Xan', 'L}\\p{N'],
  ['Xwd', 'L}\\p{N}\\p{Pc'],
  ['Xsp', 'White_Space'],
  ['Xps', 'White_Space'],
]);

/** Reads the escape whose backslash is at `index`. Throws `PatternFault` with PCRE's message. */
export function readPcreEscape(text: string, index: number, options: { isInClass: boolean }): PcreEscape {
  const letter = text[index + 1];
  if (letter === undefined) throw new PatternFault('\\ at end of pattern');
  const end = index + 2;
  const control = CONTROL_ESCAPES.get(letter);
  if (control !== undefined) return { kind: 'character', codePoint: control, end };
  const items = CLASS_ESCAPES.get(letter.toLowerCase());
  if (items !== undefined) return { kind: 'class', items, negated: letter !== letter.toLowerCase(), end };
  if (letter === 'p' || letter === 'P') return readProperty(text, end, letter === 'P');
  if (letter === 'x') return readHexadecimal(text, end);
  if (letter === 'o') return readOctalBraces(text, end);
  if (letter === 'c') return readControl(text, end);
  if (letter === '0' || (options.isInClass && letter >= '1' && letter <= '7')) return readOctal(text, index + 1);
  if (options.isInClass && letter === 'b') return { kind: 'character', codePoint: 8, end };
  if (/[A-Za-z0-9]/.test(letter)) return { kind: 'other', letter, end };
  const codePoint = text.codePointAt(index + 1) ?? 0;
  return { kind: 'character', codePoint, end: index + 1 + String.fromCodePoint(codePoint).length };
}

function readProperty(text: string, index: number, isNegated: boolean): PcreEscape {
  const [whole, caret, braced, single] = /^(?:\{(\^?)\s*([^{}]*?)\s*\}|(.))/u.exec(text.slice(index)) ?? [];
  const name = braced ?? single;
  if (whole === undefined || name === undefined) throw new PatternFault('malformed \\P or \\p sequence');
  const items = propertyItems(name);
  if (items === undefined) throw new PatternFault('unknown property after \\P or \\p');
  return { kind: 'class', items, negated: isNegated !== (caret === '^'), end: index + whole.length };
}

function propertyItems(name: string): string | undefined {
  const alias = PROPERTY_ALIASES.get(name) ?? name;
  for (const property of [alias, `Script=${alias}`]) {
    const items = `\\p{${property}}`;
    try {
      new RegExp(`[${items}]`, 'u');
      return items;
    } catch {
      // Not a property by this form of the name.
    }
  }
  return undefined;
}

function readHexadecimal(text: string, index: number): PcreEscape {
  const braced = /^\{\s*([0-9A-Fa-f]+)\s*\}/.exec(text.slice(index));
  if (braced) return checkedCharacter(Number.parseInt(braced[1] ?? '', 16), index + braced[0].length);
  const digits = /^[0-9A-Fa-f]{0,2}/.exec(text.slice(index))?.[0] ?? '';
  return { kind: 'character', codePoint: Number.parseInt(digits || '0', 16), end: index + digits.length };
}

function readOctalBraces(text: string, index: number): PcreEscape {
  const braced = /^\{\s*([0-7]+)\s*\}/.exec(text.slice(index));
  if (!braced) throw new PatternFault('missing opening brace after \\o');
  return checkedCharacter(Number.parseInt(braced[1] ?? '', 8), index + braced[0].length);
}

function checkedCharacter(codePoint: number, end: number): PcreEscape {
  if (codePoint > 0x10ffff) throw new PatternFault('character code point value in \\x{} or \\o{} is too large');
  return { kind: 'character', codePoint, end };
}

function readOctal(text: string, index: number): PcreEscape {
  const digits = /^[0-7]{1,3}/.exec(text.slice(index))?.[0] ?? '0';
  return { kind: 'character', codePoint: Number.parseInt(digits, 8), end: index + digits.length };
}

function readControl(text: string, index: number): PcreEscape {
  const letter = text[index];
  if (letter === undefined) throw new PatternFault('\\c at end of pattern');
  return { kind: 'character', codePoint: letter.toUpperCase().charCodeAt(0) ^ 64, end: index + 1 };
}

/** Returns a class escape as items that can stand in a RegExp class, negated ones too. */
export function classEscapeItems({ items, negated }: { items: string; negated: boolean }): string {
  if (!negated) return items;
  const single = /^\\p(\{[^{}]*\})$/.exec(items);
  if (single) return `\\P${single[1] ?? ''}`;
  return complementItems(items);
}

/** Returns the items of the code points that `items` leaves out; `items` are plain ranges. */
function complementItems(items: string): string {
  const regexp = new RegExp(`[${items}]`, 'u');
  let complement = '';
  let start = -1;
  for (let codePoint = 0; codePoint <= LAST_LISTED + 1; codePoint++) {
    const isOut = codePoint <= LAST_LISTED && !regexp.test(String.fromCodePoint(codePoint));
    if (isOut && start < 0) start = codePoint;
    if (isOut || start < 0) continue;
    complement += `${escapeCodePoint(start)}-${escapeCodePoint(codePoint - 1)}`;
    start = -1;
  }
  return `${complement}${escapeCodePoint(LAST_LISTED + 1)}-\\u{d7ff}\\u{e000}-\\u{10ffff}`;
}

/** The class escapes list nothing above it. */
const LAST_LISTED = 0x3000;
