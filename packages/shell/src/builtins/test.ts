import { compareText } from '../expand/pathnames.ts';
import type { Shell } from '../shell.ts';
import { compareFiles, isFileComparison, isUnaryOperator, testUnary } from '../test-expression/primaries.ts';
import type { Builtin, BuiltinCall } from './builtin.ts';

/** `test EXPRESSION`: status 0 when it is true. */
export const testBuiltin: Builtin = (call) => runTest(call, call.args);

/** `[ EXPRESSION ]`. */
export const bracketBuiltin: Builtin = (call) => {
  if (call.args.at(-1) !== ']') {
    call.error("missing `]'");
    return 2;
  }
  return runTest(call, call.args.slice(0, -1));
};

class TestProblem extends Error {}

function runTest({ shell, error }: BuiltinCall, args: readonly string[]): number {
  try {
    return evaluate(shell, args) ? 0 : 1;
  } catch (problem) {
    if (!(problem instanceof TestProblem)) throw problem;
    error(problem.message);
    return 2;
  }
}

/** POSIX decides by the number of arguments; longer expressions are parsed. */
function evaluate(shell: Shell, args: readonly string[]): boolean {
  const [first = '', second = '', third = ''] = args;
  switch (args.length) {
    case 0:
      return false;
    case 1:
      return first !== '';
    case 2:
      if (first === '!') return second === '';
      if (isUnaryOperator(first)) return applyUnary(shell, first, second);
      throw new TestProblem(`${first}: unary operator expected`);
    case 3:
      if (isBinaryOperator(second)) return applyBinary(shell, first, second, third);
      if (second === '-a') return first !== '' && third !== '';
      if (second === '-o') return first !== '' || third !== '';
      if (first === '!') return !evaluate(shell, args.slice(1));
      if (first === '(' && third === ')') return second !== '';
      throw new TestProblem(`${second}: binary operator expected`);
    case 4:
      if (first === '!') return !evaluate(shell, args.slice(1));
      if (first === '(' && args[3] === ')') return evaluate(shell, args.slice(1, 3));
      return new TestParser(shell, args).parseAll();
    default:
      return new TestParser(shell, args).parseAll();
  }
}

class TestParser {
  private readonly shell: Shell;
  private readonly args: readonly string[];
  private index = 0;

  constructor(shell: Shell, args: readonly string[]) {
    this.shell = shell;
    this.args = args;
  }

  parseAll(): boolean {
    const value = this.parseOr();
    if (this.index < this.args.length) throw new TestProblem('too many arguments');
    return value;
  }

  private parseOr(): boolean {
    let value = this.parseAnd();
    while (this.args[this.index] === '-o') {
      this.index++;
      const right = this.parseAnd();
      value ||= right;
    }
    return value;
  }

  private parseAnd(): boolean {
    let value = this.parseNot();
    while (this.args[this.index] === '-a') {
      this.index++;
      const right = this.parseNot();
      value &&= right;
    }
    return value;
  }

  private parseNot(): boolean {
    if (this.args[this.index] === '!' && this.index + 1 < this.args.length) {
      this.index++;
      return !this.parseNot();
    }
    return this.parsePrimary();
  }

  private parsePrimary(): boolean {
    const first = this.args[this.index];
    const second = this.args[this.index + 1];
    const third = this.args[this.index + 2];
    if (first === undefined) throw new TestProblem('argument expected');
    if (first === '(') {
      this.index++;
      const value = this.parseOr();
      if (this.args[this.index] !== ')') throw new TestProblem("`)' expected");
      this.index++;
      return value;
    }
    if (second !== undefined && third !== undefined && isBinaryOperator(second)) {
      this.index += 3;
      return applyBinary(this.shell, first, second, third);
    }
    if (isUnaryOperator(first) && second !== undefined) {
      this.index += 2;
      return applyUnary(this.shell, first, second);
    }
    this.index++;
    return first !== '';
  }
}

const NUMBER_TESTS: Readonly<Record<string, (left: bigint, right: bigint) => boolean>> = {
  '-eq': (left, right) => left === right,
  '-ne': (left, right) => left !== right,
  '-lt': (left, right) => left < right,
  '-le': (left, right) => left <= right,
  '-gt': (left, right) => left > right,
  '-ge': (left, right) => left >= right,
};

const TEXT_TESTS: Readonly<Record<string, (left: string, right: string) => boolean>> = {
  '=': (left, right) => left === right,
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => compareText(left, right) < 0,
  '>': (left, right) => compareText(left, right) > 0,
};

function isBinaryOperator(word: string): boolean {
  return Object.hasOwn(TEXT_TESTS, word) || Object.hasOwn(NUMBER_TESTS, word) || isFileComparison(word);
}

function applyUnary(shell: Shell, operator: string, operand: string): boolean {
  if (operator === '-t' && !/^\s*\d+\s*$/.test(operand))
    throw new TestProblem(`${operand}: integer expression expected`);
  return testUnary(shell, operator, operand);
}

function applyBinary(shell: Shell, left: string, operator: string, right: string): boolean {
  const textTest = TEXT_TESTS[operator];
  if (textTest) return textTest(left, right);
  if (isFileComparison(operator)) return compareFiles(shell, operator, left, right);
  return NUMBER_TESTS[operator]?.(toInteger(left), toInteger(right)) === true;
}

function toInteger(text: string): bigint {
  const trimmed = text.trim();
  if (!/^[-+]?\d+$/.test(trimmed)) throw new TestProblem(`${text}: integer expression expected`);
  return BigInt(trimmed.replace(/^\+/, ''));
}
