import { quote } from '../../arguments/quote.ts';
import { ACTIONS } from './actions.ts';
import { type Expression, type FindState, type Predicate, WrongExpression } from './expression.ts';
import { TESTS } from './tests.ts';

/** Where and how deep the search goes. */
export interface FindOptions {
  minDepth: number;
  maxDepth: number;
  contentsFirst: boolean;
  staysOnDevice: boolean;
  followsLinks: boolean;
  countsFromDayStart: boolean;
  regexType: string;
}

/** The words of the expression as its parts take them. */
export interface ExpressionWords {
  readonly options: FindOptions;
  readonly state: Pick<FindState, 'context' | 'run'>;
  /** Returns the argument of the predicate `name`. */
  take(name: string): string;
  /** Returns all words up to one that `ends`, which is taken too. */
  takeUntil(name: string, ends: (word: string, taken: readonly string[]) => boolean): string[];
}

/** Makes a predicate, taking its arguments. */
export type CreatePredicate = (words: ExpressionWords, name: string) => Predicate;

/** An expression, and what its options say. */
export interface ParsedExpression {
  readonly expression: Expression;
  readonly options: FindOptions;
}

/** Parses the words behind the operands. Throws `WrongExpression`. Without an action, files are printed. */
export function parseExpression(words: readonly string[], state: Pick<FindState, 'context' | 'run'>): ParsedExpression {
  return new ExpressionParser(words, state).parse();
}

type ApplyOption = (words: ExpressionWords, name: string) => void;

const OPTIONS: ReadonlyMap<string, ApplyOption> = new Map<string, ApplyOption>([
  ['-maxdepth', (words, name) => void (words.options.maxDepth = takeDepth(words, name))],
  ['-mindepth', (words, name) => void (words.options.minDepth = takeDepth(words, name))],
  ['-depth', ({ options }) => void (options.contentsFirst = true)],
  ['-d', ({ options }) => void (options.contentsFirst = true)],
  ['-mount', ({ options }) => void (options.staysOnDevice = true)],
  ['-xdev', ({ options }) => void (options.staysOnDevice = true)],
  ['-follow', ({ options }) => void (options.followsLinks = true)],
  ['-daystart', ({ options }) => void (options.countsFromDayStart = true)],
  ['-regextype', (words, name) => void (words.options.regexType = words.take(name))],
  ['-noleaf', () => undefined],
  ['-warn', () => undefined],
  ['-nowarn', () => undefined],
  ['-ignore_readdir_race', () => undefined],
  ['-noignore_readdir_race', () => undefined],
]);

const ALWAYS: Predicate = () => true;

class ExpressionParser implements ExpressionWords {
  readonly options: FindOptions = {
    minDepth: 0,
    maxDepth: Number.POSITIVE_INFINITY,
    contentsFirst: false,
    staysOnDevice: false,
    followsLinks: false,
    countsFromDayStart: false,
    regexType: 'emacs',
  };
  readonly state: Pick<FindState, 'context' | 'run'>;
  readonly #words: readonly string[];
  #index = 0;
  #hasAction = false;

  constructor(words: readonly string[], state: Pick<FindState, 'context' | 'run'>) {
    this.#words = words;
    this.state = state;
  }

  parse(): ParsedExpression {
    const own = this.#words.length === 0 ? undefined : this.#list();
    const extra = this.#words[this.#index];
    if (extra === ')') throw new WrongExpression("invalid expression; you have too many ')'");
    if (own && this.#hasAction) return { expression: own, options: this.options };
    const right: Expression = { kind: 'predicate', test: this.#action('-print') };
    return { expression: own ? { kind: 'and', left: own, right } : right, options: this.options };
  }

  take(name: string): string {
    const word = this.#words[this.#index++];
    if (word === undefined) throw new WrongExpression(`missing argument to \`${name}'`);
    return word;
  }

  takeUntil(name: string, ends: (word: string, taken: readonly string[]) => boolean): string[] {
    const taken: string[] = [];
    for (;;) {
      const word = this.take(name);
      taken.push(word);
      if (ends(word, taken)) return taken;
    }
  }

  #list(): Expression {
    let left = this.#or();
    while (this.#accept(',')) left = { kind: 'list', left, right: this.#or() };
    return left;
  }

  #or(): Expression {
    let left = this.#and();
    while (this.#accept('-o', '-or')) left = { kind: 'or', left, right: this.#and() };
    return left;
  }

  #and(): Expression {
    let left = this.#not();
    for (;;) {
      const word = this.#words[this.#index];
      if (word === undefined || [')', ',', '-o', '-or'].includes(word)) return left;
      this.#accept('-a', '-and');
      left = { kind: 'and', left, right: this.#not() };
    }
  }

  #not(): Expression {
    if (this.#accept('!', '-not')) return { kind: 'not', item: this.#not() };
    return this.#primary();
  }

  #primary(): Expression {
    const word = this.#words[this.#index];
    if (word === undefined) {
      const last = this.#words.at(-1) ?? '';
      throw new WrongExpression(`expected an expression after '${last}'`);
    }
    this.#index++;
    if (word === '(') return this.#parenthesis();
    const option = OPTIONS.get(word);
    if (option) {
      option(this, word);
      return { kind: 'predicate', test: ALWAYS };
    }
    const test = TESTS.get(word) ?? newerTest(word);
    if (test) return { kind: 'predicate', test: test(this, word) };
    if (ACTIONS.has(word)) return { kind: 'predicate', test: this.#action(word) };
    if (!word.startsWith('-')) throw new WrongExpression(`paths must precede expression: \`${word}'`);
    throw new WrongExpression(`unknown predicate \`${word}'`);
  }

  #parenthesis(): Expression {
    if (this.#words[this.#index] === ')')
      throw new WrongExpression('invalid expression; empty parentheses are not allowed.');
    const inside = this.#list();
    if (!this.#accept(')')) {
      throw new WrongExpression("invalid expression; I was expecting to find a ')' somewhere but did not see one.");
    }
    return inside;
  }

  #action(name: string): Predicate {
    const action = ACTIONS.get(name);
    if (!action) throw new WrongExpression(`unknown predicate \`${name}'`);
    if (name === '-delete') this.options.contentsFirst = true;
    if (name !== '-prune' && name !== '-quit') this.#hasAction = true;
    return action(this, name);
  }

  #accept(...words: readonly string[]): boolean {
    if (!words.includes(this.#words[this.#index] ?? '')) return false;
    this.#index++;
    return true;
  }
}

function newerTest(word: string): CreatePredicate | undefined {
  return /^-newer[aBcm][aBcmt]$/.test(word) ? TESTS.get('-newerXY') : undefined;
}

function takeDepth(words: ExpressionWords, name: string): number {
  const text = words.take(name);
  if (!/^\d+$/.test(text)) {
    throw new WrongExpression(`Expected a positive decimal integer argument to ${name}, but got ${quote(text)}`);
  }
  return Number(text);
}
