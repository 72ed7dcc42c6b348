import { quote } from '../../arguments/quote.ts';
import { BINARY_TESTS, type TestContext, UNARY_TESTS, WrongTest } from './primaries.ts';

/** What is wrong with a condition. */
export interface TestFault {
  readonly fault: string;
}

/** Evaluates the words of `test`: by their number up to four, as POSIX says, else by precedence. */
export function evaluateTest(words: readonly string[], context: TestContext): boolean | TestFault {
  try {
    return new TestEvaluator(words, context).evaluate();
  } catch (error) {
    if (error instanceof WrongTest) return { fault: error.message };
    throw error;
  }
}

class TestEvaluator {
  readonly #words: readonly string[];
  readonly #context: TestContext;
  #index = 0;

  constructor(words: readonly string[], context: TestContext) {
    this.#words = words;
    this.#context = context;
  }

  evaluate(): boolean {
    const known = this.#byCount(this.#words);
    if (known !== undefined) return known;
    const result = this.#or();
    const extra = this.#words[this.#index];
    if (extra !== undefined) throw new WrongTest(`extra argument ${quote(extra)}`);
    return result;
  }

  #byCount(words: readonly string[]): boolean | undefined {
    const [first = '', second = '', third = '', fourth = ''] = words;
    switch (words.length) {
      case 0:
        return false;
      case 1:
        return first !== '';
      case 2:
        if (first === '!') return second === '';
        if (!UNARY_TESTS.has(first)) {
          if (/^-.$/su.test(first)) throw new WrongTest(`${quote(first)}: unary operator expected`);
          // A word alone cannot be an operator, so something is missing behind the second one.
          throw new WrongTest(`missing argument after ${quote(second)}`);
        }
        return this.#unary(first, second);
      case 3:
        if (second === '-a') return first !== '' && third !== '';
        if (second === '-o') return first !== '' || third !== '';
        if (BINARY_TESTS.has(second)) return this.#binary(first, second, third);
        if (first === '!') return !this.#byCount([second, third]);
        if (first === '(' && third === ')') return second !== '';
        throw new WrongTest(`${quote(second)}: binary operator expected`);
      case 4:
        if (first === '!') return !this.#byCount([second, third, fourth]);
        return first === '(' && fourth === ')' ? this.#byCount([second, third]) : undefined;
      default:
        return undefined;
    }
  }

  #or(): boolean {
    let result = this.#and();
    while (this.#words[this.#index] === '-o') {
      this.#index++;
      const right = this.#and();
      result ||= right;
    }
    return result;
  }

  #and(): boolean {
    let result = this.#not();
    while (this.#words[this.#index] === '-a') {
      this.#index++;
      const right = this.#not();
      result &&= right;
    }
    return result;
  }

  #not(): boolean {
    if (this.#words[this.#index] !== '!') return this.#primary();
    this.#index++;
    return !this.#not();
  }

  #primary(): boolean {
    const word = this.#words[this.#index];
    if (word === undefined) throw new WrongTest(`missing argument after ${quote(this.#words.at(-1) ?? '')}`);
    const operator = this.#words[this.#index + 1];
    const right = this.#words[this.#index + 2];
    if (operator !== undefined && BINARY_TESTS.has(operator) && right !== undefined) {
      this.#index += 3;
      return this.#binary(word, operator, right);
    }
    if (word === '(') {
      this.#index++;
      const result = this.#or();
      if (this.#words[this.#index++] !== ')') throw new WrongTest("')' expected");
      return result;
    }
    if (UNARY_TESTS.has(word) && operator !== undefined) {
      this.#index += 2;
      return this.#unary(word, operator);
    }
    this.#index++;
    return word !== '';
  }

  #unary(operator: string, operand: string): boolean {
    return UNARY_TESTS.get(operator)?.(operand, this.#context) ?? false;
  }

  #binary(left: string, operator: string, right: string): boolean {
    return BINARY_TESTS.get(operator)?.(left, right, this.#context) ?? false;
  }
}
