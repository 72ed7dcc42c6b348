import { type BracketFault, readBracketExpression } from '../characters/bracket-expression.ts';
import { type CharacterSet, createCharacterSet, literalSet } from '../characters/character-set.ts';
import { posixClassItems, WORD_ITEMS } from '../characters/posix-class.ts';
import {
  type AssertionKind,
  alternationOf,
  type ParsedPattern,
  PatternFault,
  type PatternFlags,
  type PatternNode,
  sequenceOf,
} from './pattern-tree.ts';

/** What a place in a POSIX pattern says, whatever the dialect writes for it. */
export type PosixToken =
  | { readonly kind: 'literal'; readonly character: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'bracket' }
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'alternate' }
  | { readonly kind: 'repeat'; readonly min: number; readonly max: number; readonly text: string }
  | { readonly kind: 'anchor'; readonly at: 'start' | 'end' }
  | { readonly kind: 'assertion'; readonly assertion: AssertionKind }
  | { readonly kind: 'class'; readonly items: string; readonly negated: boolean }
  | { readonly kind: 'backreference'; readonly group: number };

/** A token and the offset behind it. */
export interface PosixTokenAt {
  readonly token: PosixToken;
  readonly end: number;
}

/** Where a token stands, for what depends on it. */
export interface PosixContext {
  /** At the start of the pattern, a group or an alternative. */
  readonly isFirst: boolean;
  /** Only anchors came before, since the start of the alternative. */
  readonly isAfterAnchor: boolean;
  readonly depth: number;
}

/** What differs between basic and extended expressions. */
export interface PosixDialect {
  readToken(text: string, index: number, context: PosixContext): PosixTokenAt;
}

const BRACKET_MESSAGES: Readonly<Record<BracketFault, string>> = {
  unclosed: 'Unmatched [, [^, [:, [., or [=',
  'unknown-class': 'Invalid character class name',
  'unknown-collating-element': 'Invalid collation character',
  'reversed-range': 'Invalid range end',
};

const MAX_REPEAT = 32_767;
const MAX_DEPTH = 500;

/** Parses a POSIX pattern with GNU's extensions. Throws `PatternFault` with GNU's message. */
export function parsePosix(text: string, dialect: PosixDialect, flags: PatternFlags): ParsedPattern {
  const parser = new PosixParser(text, dialect, flags);
  return parser.parse();
}

class PosixParser {
  readonly #text: string;
  readonly #dialect: PosixDialect;
  readonly #flags: PatternFlags;
  readonly #word: CharacterSet = createCharacterSet(WORD_ITEMS);
  readonly #warnings: string[] = [];
  readonly #closed = new Set<number>();
  #index = 0;
  #depth = 0;
  #groupCount = 0;

  constructor(text: string, dialect: PosixDialect, flags: PatternFlags) {
    this.#text = text;
    this.#dialect = dialect;
    this.#flags = flags;
  }

  parse(): ParsedPattern {
    const tree = this.#alternation();
    return { tree, groupCount: this.#groupCount, groupNames: new Map(), warnings: this.#warnings };
  }

  #alternation(): PatternNode {
    const options: PatternNode[] = [];
    for (;;) {
      options.push(this.#sequence());
      if (this.#peek({ isFirst: false, isAfterAnchor: false })?.token.kind !== 'alternate')
        return alternationOf(options);
      this.#index = this.#peek({ isFirst: false, isAfterAnchor: false })?.end ?? this.#index;
    }
  }

  #sequence(): PatternNode {
    const items: PatternNode[] = [];
    for (;;) {
      const isAfterAnchor = items.every((item) => item.kind === 'assertion');
      const at = this.#peek({ isFirst: items.length === 0, isAfterAnchor });
      if (!at || at.token.kind === 'alternate') return sequenceOf(items);
      if (at.token.kind === 'close' && this.#depth > 0) return sequenceOf(items);
      this.#index = at.end;
      if (at.token.kind === 'repeat') this.#repeat(items, at.token);
      else items.push(this.#item(at.token));
    }
  }

  #repeat(items: PatternNode[], { min, max, text }: Extract<PosixToken, { kind: 'repeat' }>): void {
    if (min > MAX_REPEAT || (max > MAX_REPEAT && max !== Number.POSITIVE_INFINITY)) {
      throw new PatternFault('Regular expression too big');
    }
    const last = items.pop();
    const isAtStart =
      last?.kind === 'assertion' && (last.assertion === 'text-start' || last.assertion === 'line-start');
    if (!last || isAtStart) {
      const shown = text.startsWith('{') || text.startsWith('\\') ? '{...}' : text;
      this.#warnings.push(`${shown} at start of expression`);
    }
    items.push({ kind: 'repeat', item: last ?? { kind: 'empty' }, min, max, mode: 'greedy' });
  }

  #item(token: Exclude<PosixToken, { kind: 'repeat' | 'alternate' }>): PatternNode {
    const { ignoreCase = false } = this.#flags;
    switch (token.kind) {
      case 'literal':
        return { kind: 'set', set: literalSet(token.character, ignoreCase) };
      case 'close':
        return { kind: 'set', set: literalSet(')', ignoreCase) };
      case 'any':
        return { kind: 'set', set: createCharacterSet(this.#flags.dotExcludesNewline ? '\\n' : '', { negated: true }) };
      case 'class':
        return { kind: 'set', set: createCharacterSet(token.items, { negated: token.negated }) };
      case 'bracket':
        return this.#bracket();
      case 'open':
        return this.#group();
      case 'anchor':
        return this.#assertion(anchorAssertion(token.at, this.#flags));
      case 'assertion':
        return this.#assertion(token.assertion);
      case 'backreference':
        if (!this.#closed.has(token.group)) throw new PatternFault('Invalid back reference');
        return { kind: 'backreference', group: token.group, ignoreCase };
    }
  }

  #assertion(assertion: AssertionKind): PatternNode {
    return { kind: 'assertion', assertion, word: this.#word };
  }

  #bracket(): PatternNode {
    const start = this.#index - 1;
    const { ignoreCase = false, dotExcludesNewline = false } = this.#flags;
    const result = readBracketExpression(this.#text, start, { ignoreCase, negatedExcludesNewline: dotExcludesNewline });
    if (result.kind === 'invalid') {
      const isBare = /^\[\^?$/.test(this.#text.slice(start));
      throw new PatternFault(isBare ? 'Invalid regular expression' : BRACKET_MESSAGES[result.fault]);
    }
    this.#index = result.end;
    const written = this.#text.slice(start, result.end);
    const name = /^\[:(\w+):\]$/.exec(written)?.[1];
    if (name !== undefined && posixClassItems(name) !== undefined) {
      throw new PatternFault('character class syntax is [[:space:]], not [:space:]');
    }
    return { kind: 'set', set: simplify(result.set, written, ignoreCase) };
  }

  #group(): PatternNode {
    if (this.#depth >= MAX_DEPTH) throw new PatternFault('Regular expression too big');
    this.#depth++;
    const index = ++this.#groupCount;
    const item = this.#alternation();
    const close = this.#peek({ isFirst: false, isAfterAnchor: false });
    if (close?.token.kind !== 'close') throw new PatternFault('Unmatched ( or \\(');
    this.#index = close.end;
    this.#depth--;
    this.#closed.add(index);
    return { kind: 'group', item, index };
  }

  #peek(context: Omit<PosixContext, 'depth'>): PosixTokenAt | undefined {
    if (this.#index >= this.#text.length) return undefined;
    return this.#dialect.readToken(this.#text, this.#index, { ...context, depth: this.#depth });
  }
}

/** A bracket with one plain character is that character: literals make searches fast. */
function simplify(set: CharacterSet, written: string, ignoreCase: boolean): CharacterSet {
  const inside = written.slice(1, -1);
  const isPlain = inside.length === 1 && inside !== '^';
  return isPlain ? literalSet(inside, ignoreCase) : set;
}

function anchorAssertion(at: 'start' | 'end', { anchorsAtLines = false }: PatternFlags): AssertionKind {
  if (anchorsAtLines) return at === 'start' ? 'line-start' : 'line-end';
  return at === 'start' ? 'text-start' : 'text-end';
}

const WORD_ESCAPES: ReadonlyMap<string, PosixToken> = new Map<string, PosixToken>([
  ['<', { kind: 'assertion', assertion: 'word-start' }],
  ['>', { kind: 'assertion', assertion: 'word-end' }],
  ['b', { kind: 'assertion', assertion: 'word-boundary' }],
  ['B', { kind: 'assertion', assertion: 'not-word-boundary' }],
  ['`', { kind: 'assertion', assertion: 'text-start' }],
  ["'", { kind: 'assertion', assertion: 'text-end' }],
  ['w', { kind: 'class', items: WORD_ITEMS, negated: false }],
  ['W', { kind: 'class', items: WORD_ITEMS, negated: true }],
  ['s', { kind: 'class', items: posixClassItems('space') ?? '', negated: false }],
  ['S', { kind: 'class', items: posixClassItems('space') ?? '', negated: true }],
]);

/** Returns the token of a backslash escape that both dialects share; the backslash is at `index`. */
export function readSharedEscape(text: string, index: number): PosixTokenAt {
  const character = characterAt(text, index + 1);
  if (character === '') throw new PatternFault('Trailing backslash');
  const end = index + 1 + character.length;
  if (character >= '1' && character <= '9') {
    return { token: { kind: 'backreference', group: Number(character) }, end };
  }
  const known = WORD_ESCAPES.get(character);
  return { token: known ?? { kind: 'literal', character }, end };
}

/** Returns the tokens that both dialects write the same, or the character itself. */
export function readPlain(text: string, index: number): PosixTokenAt {
  const character = characterAt(text, index);
  const end = index + character.length;
  if (character === '.') return { token: { kind: 'any' }, end };
  if (character === '[') return { token: { kind: 'bracket' }, end };
  return { token: { kind: 'literal', character }, end };
}

/** Returns the interval whose content begins at `index`, as written up to `close`. */
export function readInterval(
  text: string,
  index: number,
  close: string,
): { readonly min: number; readonly max: number; readonly end: number } | undefined {
  const [whole, min = '', comma, max = ''] = /^(\d*)(,?)(\d*)/.exec(text.slice(index, index + 40)) ?? [''];
  const end = index + whole.length;
  if (!text.startsWith(close, end) || (min === '' && comma === '')) return undefined;
  const low = Number(min);
  const high = comma === '' ? low : max === '' ? Number.POSITIVE_INFINITY : Number(max);
  return { min: low, max: high, end: end + close.length };
}

function characterAt(text: string, index: number): string {
  const codePoint = text.codePointAt(index);
  return codePoint === undefined ? '' : String.fromCodePoint(codePoint);
}
