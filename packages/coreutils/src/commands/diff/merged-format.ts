import type { Conversion } from '../../text/format-number.ts';

/** A part of a format that says how lines or groups of lines are printed. */
export type FormatPart =
  | { readonly kind: 'text'; readonly text: string }
  /** All lines of a group: of the first file, of the second, or common ones. */
  | { readonly kind: 'lines'; readonly of: 'old' | 'new' | 'common' }
  /** A line, with its newline where it has one or without. */
  | { readonly kind: 'line'; readonly hasNewline: boolean }
  /** A number: `letter` says which, in capitals that of the second file. */
  | { readonly kind: 'number'; readonly conversion: Conversion; readonly letter: string }
  | {
      readonly kind: 'choice';
      readonly left: string;
      readonly right: string;
      readonly equal: readonly FormatPart[];
      readonly unequal: readonly FormatPart[];
    };

/** What a format is for: a line or a group of lines. Each knows other letters. */
export type FormatUse = 'line' | 'group';

/** Choices stand in each other at most so deep; what is deeper is taken as text. */
const DEEPEST_CHOICE = 100;

/** Reads a format. What it does not know stands for itself. */
export function parseFormat(text: string, use: FormatUse): readonly FormatPart[] {
  return new FormatParser(text, use).parse('', 0);
}

class FormatParser {
  readonly #text: string;
  readonly #use: FormatUse;
  #at = 0;

  constructor(text: string, use: FormatUse) {
    this.#text = text;
    this.#use = use;
  }

  /** Reads up to `end`, and behind it. */
  parse(end: string, depth: number): FormatPart[] {
    const parts: FormatPart[] = [];
    let literal = '';
    while (this.#at < this.#text.length && this.#text[this.#at] !== (end || undefined)) {
      const special = this.#text[this.#at] === '%' ? this.#special(depth) : undefined;
      if (!special) literal += this.#text[this.#at++] ?? '';
      else if (special.kind === 'text') literal += special.text;
      else {
        if (literal !== '') parts.push({ kind: 'text', text: literal });
        literal = '';
        parts.push(special);
      }
    }
    this.#at += end.length;
    if (literal !== '') parts.push({ kind: 'text', text: literal });
    return parts;
  }

  #special(depth: number): FormatPart | undefined {
    const [whole, letter] = this.#take(/%([%<>=Ll])/y) ?? [];
    const simple = SIMPLE.get(letter ?? '');
    if (simple && (simple.use === undefined || simple.use === this.#use)) return simple.part;
    if (whole !== undefined) return { kind: 'text', text: whole };
    const character = this.#take(/%c'(?:\\([0-7]{1,3})|([^\\]))'/y);
    if (character) {
      const [, octal, plain = ''] = character;
      return { kind: 'text', text: octal === undefined ? plain : String.fromCharCode(Number.parseInt(octal, 8)) };
    }
    return this.#number() ?? this.#choice(depth);
  }

  #number(): FormatPart | undefined {
    const pattern = this.#use === 'line' ? LINE_NUMBER : GROUP_NUMBER;
    const [, flags = '', width = '', precision, letter = '', of] = this.#take(pattern) ?? [];
    if (of === undefined) return undefined;
    return {
      kind: 'number',
      letter: of,
      conversion: {
        flags,
        width: Math.min(Number(width), WIDEST),
        precision: precision === undefined ? undefined : Math.min(Number(precision), WIDEST),
        letter,
      },
    };
  }

  #choice(depth: number): FormatPart | undefined {
    if (this.#use !== 'group' || depth >= DEEPEST_CHOICE) return undefined;
    const [, left, right] = this.#take(/%\((\d+|[eflmnEFLMN])=(\d+|[eflmnEFLMN])\?/y) ?? [];
    if (left === undefined || right === undefined) return undefined;
    const equal = this.parse(':', depth + 1);
    return { kind: 'choice', left, right, equal, unequal: this.parse(')', depth + 1) };
  }

  /** Matches `pattern` here and passes over it. */
  #take(pattern: RegExp): readonly string[] | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at = pattern.lastIndex;
    return match ?? undefined;
  }
}

const WIDEST = 10_000;
const LINE_NUMBER = /%([-'0]*)(\d*)(?:\.(\d*))?([doxX])(n)/y;
const GROUP_NUMBER = /%([-'0]*)(\d*)(?:\.(\d*))?([doxX])([eflmnEFLMN])/y;

/** What two characters mean, and in which formats. */
const SIMPLE: ReadonlyMap<string, { readonly use?: FormatUse; readonly part: FormatPart }> = new Map([
  ['%', { part: { kind: 'text', text: '%' } }],
  ['<', { use: 'group', part: { kind: 'lines', of: 'old' } }],
  ['>', { use: 'group', part: { kind: 'lines', of: 'new' } }],
  ['=', { use: 'group', part: { kind: 'lines', of: 'common' } }],
  ['L', { use: 'line', part: { kind: 'line', hasNewline: true } }],
  ['l', { use: 'line', part: { kind: 'line', hasNewline: false } }],
]);
