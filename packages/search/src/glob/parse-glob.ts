import { readBracketExpression } from '../characters/bracket-expression.ts';
import { type CharacterSet, literalSet } from '../characters/character-set.ts';
import { GlobLimitExceeded } from './glob-limit.ts';

/** How often the options of an extended glob group match: `?(…)`, `*(…)`, `+(…)`, `@(…)`; `!(…)` is all but them. */
export type GroupOperator = '?' | '*' | '+' | '@' | '!';

/** A part of a glob. */
export type GlobToken =
  | { readonly kind: 'character'; readonly set: CharacterSet }
  | { readonly kind: 'any-character' }
  | { readonly kind: 'bracket'; readonly set: CharacterSet }
  | { readonly kind: 'star' }
  /** `**` as a whole path segment; with `hasSlash` its own slash belongs to it. */
  | { readonly kind: 'globstar'; readonly hasSlash: boolean }
  | { readonly kind: 'group'; readonly operator: GroupOperator; readonly options: readonly (readonly GlobToken[])[] };

/** Which notations a glob has. */
export interface GlobSyntax {
  /** `**` as a whole segment stands for any number of segments. */
  readonly globstar?: boolean;
  /** bash's `?(a|b)` and its kin. */
  readonly extglob?: boolean;
  readonly ignoreCase?: boolean;
  /** A backslash is an ordinary character. */
  readonly noEscape?: boolean;
  /** `*` and `?` match slashes, so that a slash ends no segment. */
  readonly slashIsOrdinary?: boolean;
}

/** Returns the tokens of `pattern`, which may be any text: what is no notation stands for itself. */
export function parseGlob(pattern: string, syntax: GlobSyntax): GlobToken[] {
  return new GlobParser(pattern, syntax).parse(0, pattern.length);
}

/** Bounds the work of reading groups inside one another. */
const MAX_SCANNED = 10_000_000;

class GlobParser {
  readonly #text: string;
  readonly #syntax: GlobSyntax;
  /** Characters that groups were searched through, each level anew. */
  #scanned = 0;

  constructor(text: string, syntax: GlobSyntax) {
    this.#text = text;
    this.#syntax = syntax;
  }

  parse(start: number, end: number): GlobToken[] {
    const tokens: GlobToken[] = [];
    let index = start;
    while (index < end) {
      const [token, next] = this.#readToken(index, end);
      if (token.kind !== 'star' || tokens.at(-1)?.kind !== 'star') tokens.push(token);
      index = next;
    }
    return tokens;
  }

  #readToken(index: number, end: number): [GlobToken, number] {
    const text = this.#text;
    const character = text[index];
    const group = this.#readGroup(index, end);
    if (group) return group;
    if (character === '*') return this.#readStar(index, end);
    if (character === '?') return [{ kind: 'any-character' }, index + 1];
    if (character === '[') {
      const { ignoreCase = false, noEscape = false } = this.#syntax;
      const bracket = readBracketExpression(text.slice(0, end), index, {
        ignoreCase,
        bangNegates: true,
        escapes: !noEscape,
      });
      const isOneSegment =
        bracket.kind === 'set' && (this.#syntax.slashIsOrdinary || !text.slice(index, bracket.end).includes('/'));
      if (bracket.kind === 'set' && isOneSegment) return [{ kind: 'bracket', set: bracket.set }, bracket.end];
      return this.#literal(index);
    }
    if (character === '\\' && !this.#syntax.noEscape && index + 1 < end) return this.#literal(index + 1);
    return this.#literal(index);
  }

  #literal(index: number): [GlobToken, number] {
    const character = String.fromCodePoint(this.#text.codePointAt(index) ?? 0);
    return [{ kind: 'character', set: literalSet(character, this.#syntax.ignoreCase) }, index + character.length];
  }

  #readStar(index: number, end: number): [GlobToken, number] {
    const text = this.#text;
    if (!this.#syntax.globstar || text[index + 1] !== '*') return [{ kind: 'star' }, index + 1];
    const startsSegment = index === 0 || text[index - 1] === '/';
    const after = index + 2;
    if (startsSegment && after >= end) return [{ kind: 'globstar', hasSlash: false }, after];
    if (startsSegment && text[after] === '/') return [{ kind: 'globstar', hasSlash: true }, after + 1];
    return [{ kind: 'star' }, after];
  }

  #readGroup(index: number, end: number): [GlobToken, number] | undefined {
    const operator = this.#text[index];
    if (!this.#syntax.extglob || this.#text[index + 1] !== '(' || !isGroupOperator(operator)) return undefined;
    const options: GlobToken[][] = [];
    let depth = 0;
    let optionStart = index + 2;
    for (let at = index + 2; at < end; at++) {
      if (++this.#scanned > MAX_SCANNED) throw new GlobLimitExceeded();
      const character = this.#text[at];
      if (character === '\\' && !this.#syntax.noEscape) at++;
      else if (character === '[') {
        const bracket = readBracketExpression(this.#text.slice(0, end), at, { bangNegates: true, escapes: true });
        if (bracket.kind === 'set') at = bracket.end - 1;
      } else if (character === '(') depth++;
      else if (character === ')' && depth > 0) depth--;
      else if (character === ')' || (character === '|' && depth === 0)) {
        options.push(this.parse(optionStart, at));
        optionStart = at + 1;
        if (character === ')') return [{ kind: 'group', operator, options }, at + 1];
      }
    }
    return undefined;
  }
}

function isGroupOperator(character: string | undefined): character is GroupOperator {
  return character !== undefined && '?*+@!'.includes(character);
}
