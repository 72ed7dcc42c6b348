import { compareCodePoints, compilePattern } from '@cloche/search';
import { quote } from '../../arguments/quote.ts';

/** What is wrong with an expression. */
export class ExpressionFault extends Error {
  override readonly name = 'ExpressionFault';
  readonly code = 'expression_fault';
  readonly status: number;

  constructor(message: string, status = 2) {
    super(message);
    this.status = status;
  }
}

/** Returns the value of an expression of words, as text. Throws `ExpressionFault`. */
export function evaluateExpression(words: readonly string[]): string {
  return new Evaluator(words).run();
}

/** Returns whether a value is neither empty nor zero. */
export function isTrueText(value: string): boolean {
  return !/^(?:|-?0+)$/.test(value);
}

type Operate = (left: string, right: string) => string;

const arithmetic =
  (compute: (left: bigint, right: bigint) => bigint): Operate =>
  (left, right) =>
    compute(integerOf(left), integerOf(right)).toString();

const compared =
  (holds: (order: number) => boolean): Operate =>
  (left, right) => {
    const bothWhole = isInteger(left) && isInteger(right);
    const order = bothWhole
      ? Number(BigInt(left) > BigInt(right)) - Number(BigInt(left) < BigInt(right))
      : compareCodePoints(left, right);
    return holds(order) ? '1' : '0';
  };

/** Operators of two operands, the loosest first. `|` and `&` need not evaluate their second one. */
const LEVELS: readonly ReadonlyMap<string, Operate>[] = [
  new Map([['|', (left, right) => (isTrueText(left) ? left : isTrueText(right) ? right : '0')]]),
  new Map([['&', (left, right) => (isTrueText(left) && isTrueText(right) ? left : '0')]]),
  new Map([
    ['<', compared((order) => order < 0)],
    ['<=', compared((order) => order <= 0)],
    ['=', compared((order) => order === 0)],
    ['==', compared((order) => order === 0)],
    ['!=', compared((order) => order !== 0)],
    ['>=', compared((order) => order >= 0)],
    ['>', compared((order) => order > 0)],
  ]),
  new Map([
    ['+', arithmetic((left, right) => left + right)],
    ['-', arithmetic((left, right) => left - right)],
  ]),
  new Map([
    ['*', arithmetic((left, right) => left * right)],
    ['/', arithmetic((left, right) => left / divisor(right))],
    ['%', arithmetic((left, right) => left % divisor(right))],
  ]),
  new Map([[':', matchText]]),
];

class Evaluator {
  readonly #words: readonly string[];
  #index = 0;
  /** Operands that are only read past: no arithmetic is done on them. */
  #skipping = 0;

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  run(): string {
    const value = this.#level(0);
    const extra = this.#words[this.#index];
    if (extra !== undefined) throw new ExpressionFault(`syntax error: unexpected argument ${quote(extra)}`);
    return value;
  }

  #level(level: number): string {
    const operators = LEVELS[level];
    if (!operators) return this.#term();
    let left = this.#level(level + 1);
    for (;;) {
      const operator = this.#words[this.#index] ?? '';
      const operate = operators.get(operator);
      if (!operate) return left;
      this.#index++;
      const isDecided = (operator === '|' && isTrueText(left)) || (operator === '&' && !isTrueText(left));
      if (isDecided) this.#skipping++;
      const right = this.#level(level + 1);
      if (isDecided) this.#skipping--;
      if (this.#skipping === 0) left = operate(left, right);
    }
  }

  #take(): string {
    const word = this.#words[this.#index];
    if (word === undefined) {
      const last = this.#words.at(-1) ?? '';
      throw new ExpressionFault(`syntax error: missing argument after ${quote(last)}`);
    }
    this.#index++;
    return word;
  }

  #term(): string {
    const word = this.#take();
    switch (word) {
      case '(': {
        const value = this.#level(0);
        const close = this.#words[this.#index];
        if (close === undefined) {
          throw new ExpressionFault(`syntax error: expecting ')' after ${quote(this.#words.at(-1) ?? '')}`);
        }
        if (close !== ')') throw new ExpressionFault(`syntax error: expecting ')' instead of ${quote(close)}`);
        this.#index++;
        return value;
      }
      case ')':
        throw new ExpressionFault("syntax error: unexpected ')'");
      case '+':
        return this.#take();
      case 'length':
        return String(Array.from(this.#term()).length);
      case 'match':
        return matchText(this.#term(), this.#term());
      case 'index': {
        const [text, wanted] = [Array.from(this.#term()), Array.from(this.#term())];
        return String(text.findIndex((character) => wanted.includes(character)) + 1);
      }
      case 'substr':
        return substring(this.#term(), this.#term(), this.#term());
      default:
        return word;
    }
  }
}

function substring(text: string, position: string, length: string): string {
  if (!isInteger(position) || !isInteger(length) || Number(position) < 1 || Number(length) < 1) return '';
  return Array.from(text)
    .slice(Number(position) - 1, Number(position) - 1 + Number(length))
    .join('');
}

/** Returns the first group's text when the pattern has a group, else the number of characters matched at the start. */
function matchText(text: string, written: string): string {
  const result = compilePattern(written, 'bre');
  if (result.kind === 'invalid') throw new ExpressionFault(result.message);
  const { pattern } = result;
  const match = pattern.match(text, 0);
  const isAtStart = match?.start === 0;
  if (pattern.groupCount > 0) {
    const group = isAtStart ? match.groups[1] : undefined;
    return group ? text.slice(group.start, group.end) : '';
  }
  return isAtStart ? String(Array.from(text.slice(0, match.end)).length) : '0';
}

function isInteger(text: string): boolean {
  return /^-?\d+$/.test(text);
}

function integerOf(text: string): bigint {
  if (!isInteger(text)) throw new ExpressionFault('non-integer argument');
  return BigInt(text);
}

function divisor(value: bigint): bigint {
  if (value === 0n) throw new ExpressionFault('division by zero');
  return value;
}
