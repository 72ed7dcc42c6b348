import { type CharacterSet, createCharacterSet, literalSet } from '../characters/character-set.ts';
import {
  type AssertionKind,
  alternationOf,
  type ParsedPattern,
  PatternFault,
  type PatternFlags,
  type PatternNode,
  type RepeatMode,
  sequenceOf,
} from './pattern-tree.ts';
import { readPcreClass } from './pcre-class.ts';
import { PCRE_WORD_ITEMS, readPcreEscape } from './pcre-escapes.ts';
import { type GroupOpening, type PcreModes, readGroupOpening } from './pcre-group.ts';
import { EXTENDED_GRAPHEME, NEWLINE_SEQUENCE, readReference } from './pcre-sequences.ts';

/** Parses a Perl-compatible expression. Throws `PatternFault` with PCRE's message. */
export function parsePcre(text: string, flags: PatternFlags = {}): ParsedPattern {
  return new PcreParser(text, flags).parse();
}

const SIMPLE_ASSERTIONS: ReadonlyMap<string, AssertionKind> = new Map([
  ['b', 'word-boundary'],
  ['B', 'not-word-boundary'],
  ['A', 'text-start'],
  ['z', 'text-end'],
  ['Z', 'text-end-or-last-newline'],
  ['G', 'search-start'],
]);

const MAX_REPEAT = 65_535;
const MAX_DEPTH = 250;
const NO_TARGET = 'quantifier does not follow a repeatable item';

class PcreParser {
  readonly #text: string;
  readonly #word: CharacterSet = createCharacterSet(PCRE_WORD_ITEMS, { mayHoldNonAscii: false });
  readonly #groupNames = new Map<string, number>();
  readonly #references: { readonly group: number }[] = [];
  #modes: PcreModes;
  #index = 0;
  #depth = 0;
  #groupCount = 0;

  constructor(text: string, flags: PatternFlags) {
    this.#text = text;
    this.#modes = {
      ignoreCase: flags.ignoreCase ?? false,
      multiline: flags.anchorsAtLines ?? false,
      dotAll: false,
      extended: flags.isExtended ?? false,
    };
  }

  parse(): ParsedPattern {
    const tree = this.#alternation();
    if (this.#index < this.#text.length) throw new PatternFault('unmatched closing parenthesis');
    if (this.#references.some(({ group }) => group > this.#groupCount)) {
      throw new PatternFault('reference to non-existent subpattern');
    }
    return { tree, groupCount: this.#groupCount, groupNames: this.#groupNames, warnings: [] };
  }

  #alternation(): PatternNode {
    const options = [this.#sequence()];
    while (this.#text[this.#index] === '|') {
      this.#index++;
      options.push(this.#sequence());
    }
    return alternationOf(options);
  }

  #sequence(): PatternNode {
    const items: PatternNode[] = [];
    for (;;) {
      if (this.#modes.extended) this.#skipIgnored();
      const character = this.#text[this.#index];
      if (character === undefined || character === '|' || character === ')') return sequenceOf(items);
      const added = this.#quoted() ?? [this.#item(character)];
      const last = added.pop();
      items.push(...added);
      if (last) items.push(this.#quantified(last));
    }
  }

  #skipIgnored(): void {
    const ignored = /^(?:\s|#[^\n]*)+/.exec(this.#text.slice(this.#index));
    this.#index += ignored?.[0].length ?? 0;
  }

  /** Reads `\Q…\E`; a stray `\E` is nothing. */
  #quoted(): PatternNode[] | undefined {
    if (this.#text.startsWith('\\E', this.#index)) {
      this.#index += 2;
      return [];
    }
    if (!this.#text.startsWith('\\Q', this.#index)) return undefined;
    const close = this.#text.indexOf('\\E', this.#index + 2);
    const end = close < 0 ? this.#text.length : close;
    const quoted = this.#text.slice(this.#index + 2, end);
    this.#index = close < 0 ? end : end + 2;
    return Array.from(quoted, (character) => this.#character(character));
  }

  #item(character: string): PatternNode {
    switch (character) {
      case '\\':
        return this.#escape();
      case '[': {
        const { set, end } = readPcreClass(this.#text, this.#index, this.#modes.ignoreCase);
        this.#index = end;
        return { kind: 'set', set };
      }
      case '(':
        return this.#group();
      case '.':
        this.#index++;
        return this.#anyCharacter(this.#modes.dotAll);
      case '^':
        this.#index++;
        return this.#assertion(this.#modes.multiline ? 'line-start' : 'text-start');
      case '$':
        this.#index++;
        return this.#assertion(this.#modes.multiline ? 'line-end' : 'text-end-or-last-newline');
      case '*':
      case '+':
      case '?':
        throw new PatternFault(NO_TARGET);
      default: {
        const whole = String.fromCodePoint(this.#text.codePointAt(this.#index) ?? 0);
        this.#index += whole.length;
        return this.#character(whole);
      }
    }
  }

  #quantified(item: PatternNode): PatternNode {
    let result = item;
    for (;;) {
      if (this.#modes.extended) this.#skipIgnored();
      const quantifier = readQuantifier(this.#text, this.#index);
      if (!quantifier) return result;
      const { min, max, mode, end } = quantifier;
      if (result !== item) throw new PatternFault(NO_TARGET);
      if (max < min) throw new PatternFault('numbers out of order in {} quantifier');
      if (min > MAX_REPEAT || (max > MAX_REPEAT && max !== Number.POSITIVE_INFINITY)) {
        throw new PatternFault('number too big in {} quantifier');
      }
      this.#index = end;
      result = { kind: 'repeat', item, min, max, mode };
    }
  }

  #escape(): PatternNode {
    const escape = readPcreEscape(this.#text, this.#index, { isInClass: false });
    const { ignoreCase } = this.#modes;
    this.#index = escape.end;
    switch (escape.kind) {
      case 'character':
        return this.#character(String.fromCodePoint(escape.codePoint));
      case 'class': {
        const { items, negated } = escape;
        const mayHoldNonAscii = ignoreCase || items.includes('\\p') || items.includes('\\u');
        return { kind: 'set', set: createCharacterSet(items, { negated, ignoreCase, mayHoldNonAscii }) };
      }
      case 'other':
        return this.#letterEscape(escape.letter);
    }
  }

  #letterEscape(letter: string): PatternNode {
    const assertion = SIMPLE_ASSERTIONS.get(letter);
    if (assertion) return this.#assertion(assertion);
    switch (letter) {
      case 'K':
        return { kind: 'keep' };
      case 'N':
        return this.#anyCharacter(false);
      case 'R':
        return NEWLINE_SEQUENCE;
      case 'X':
        return EXTENDED_GRAPHEME;
      default: {
        const reference = readReference(this.#text, this.#index - 2, this.#groupCount);
        if (!reference) throw new PatternFault('unrecognized character follows \\');
        this.#index = reference.end;
        return this.#reference(reference.target);
      }
    }
  }

  #reference(target: number | string): PatternNode {
    const group = typeof target === 'number' ? target : this.#groupNames.get(target);
    if (group === undefined || group < 1) throw new PatternFault('reference to non-existent subpattern');
    this.#references.push({ group });
    return { kind: 'backreference', group, ignoreCase: this.#modes.ignoreCase };
  }

  #character(character: string): PatternNode {
    return { kind: 'set', set: literalSet(character, this.#modes.ignoreCase) };
  }

  #anyCharacter(includesNewline: boolean): PatternNode {
    return { kind: 'set', set: createCharacterSet(includesNewline ? '' : '\\n', { negated: true }) };
  }

  #assertion(assertion: AssertionKind): PatternNode {
    return { kind: 'assertion', assertion, word: this.#word };
  }

  #group(): PatternNode {
    const opening = readGroupOpening(this.#text, this.#index);
    this.#index = opening.end;
    switch (opening.kind) {
      case 'nothing':
        return { kind: 'empty' };
      case 'modes':
        this.#modes = { ...this.#modes, ...opening.modes };
        return { kind: 'empty' };
      case 'reference':
        return this.#reference(opening.name);
      default:
        return this.#groupBody(opening);
    }
  }

  #groupBody(opening: Exclude<GroupOpening, { kind: 'nothing' | 'modes' | 'reference' }>): PatternNode {
    if (this.#depth >= MAX_DEPTH) throw new PatternFault('parentheses are too deeply nested');
    const outer = this.#modes;
    const index = opening.kind === 'capture' ? this.#openCapture(opening.name) : 0;
    if (opening.kind === 'scoped-modes') this.#modes = { ...outer, ...opening.modes };
    const condition = opening.kind === 'condition' ? this.#reference(opening.target) : undefined;
    this.#depth++;
    const item = this.#alternation();
    this.#depth--;
    this.#modes = outer;
    if (this.#text[this.#index] !== ')') throw new PatternFault('missing closing parenthesis');
    this.#index++;
    switch (opening.kind) {
      case 'capture':
        return { kind: 'group', item, index };
      case 'scoped-modes':
        return item;
      case 'atomic':
        return { kind: 'atomic', item };
      case 'look':
        return { kind: 'look', direction: opening.direction, negated: opening.negated, item };
      case 'condition':
        return conditionOf(condition, item);
    }
  }

  #openCapture(name: string | undefined): number {
    const index = ++this.#groupCount;
    if (name === undefined) return index;
    if (this.#groupNames.has(name)) {
      throw new PatternFault('two named subpatterns have the same name (PCRE2_DUPNAMES not set)');
    }
    this.#groupNames.set(name, index);
    return index;
  }
}

function conditionOf(reference: PatternNode | undefined, body: PatternNode): PatternNode {
  const options = body.kind === 'alternation' ? body.options : [body];
  if (options.length > 2) throw new PatternFault('conditional subpattern contains more than two branches');
  const [whenSet = { kind: 'empty' }, otherwise = { kind: 'empty' }] = options;
  const group = reference?.kind === 'backreference' ? reference.group : 0;
  return { kind: 'condition', group, whenSet, otherwise };
}

const QUANTIFIER_MODES: ReadonlyMap<string, RepeatMode> = new Map([
  ['?', 'lazy'],
  ['+', 'possessive'],
]);

function readQuantifier(
  text: string,
  index: number,
): { min: number; max: number; mode: RepeatMode; end: number } | undefined {
  const [whole, sign, low = '', comma, high = '', suffix = ''] =
    /^(?:([*+?])|\{(\d+)(,?)(\d*)\})([?+]?)/.exec(text.slice(index, index + 64)) ?? [];
  if (whole === undefined) return undefined;
  const mode = QUANTIFIER_MODES.get(suffix) ?? 'greedy';
  const end = index + whole.length;
  if (sign !== undefined) {
    return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Number.POSITIVE_INFINITY, mode, end };
  }
  const max = comma === '' ? Number(low) : high === '' ? Number.POSITIVE_INFINITY : Number(high);
  return { min: Number(low), max, mode, end };
}
