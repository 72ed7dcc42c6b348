import { ArithmeticError, type BinaryOperator, type Expression, type VariableReference } from './expression.ts';
import { add, bitwise, divide, type Integer, multiply, parseInteger, power, remainder, subtract } from './integer.ts';
import { parseArithmetic } from './parse-arithmetic.ts';

/** The variables that an expression reads and assigns. */
export interface ArithmeticVariables {
  /** Returns the value's text, empty when it is unset. */
  read(reference: VariableReference): string;
  write(reference: VariableReference, value: Integer): void;
}

const MAX_RECURSION = 200;
const MAX_CACHED = 2_000;

/** Evaluates expressions; keeps the trees of recent ones. */
export interface ArithmeticEvaluator {
  /** Returns the value of the expression in `text`, whose `$` expansions are done. Throws `ArithmeticError`. */
  evaluate(text: string, variables: ArithmeticVariables): Integer;
}

/** Creates an evaluator with an empty cache. */
export function createArithmeticEvaluator(): ArithmeticEvaluator {
  const cache = new Map<string, Expression>();
  const parse = (text: string): Expression => {
    const known = cache.get(text);
    if (known) return known;
    const expression = parseArithmetic(text);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(text, expression);
    return expression;
  };
  return {
    evaluate: (text, variables) => new Evaluation(parse, variables).evaluateText(text),
  };
}

class Evaluation {
  private readonly parse: (text: string) => Expression;
  private readonly variables: ArithmeticVariables;
  private depth = 0;

  constructor(parse: (text: string) => Expression, variables: ArithmeticVariables) {
    this.parse = parse;
    this.variables = variables;
  }

  evaluateText(text: string): Integer {
    if (this.depth > MAX_RECURSION) throw new ArithmeticError('expression recursion level exceeded', text);
    this.depth++;
    const value = this.evaluate(this.parse(text));
    this.depth--;
    return value;
  }

  private evaluate(expression: Expression): Integer {
    switch (expression.kind) {
      case 'number':
        return expression.value;
      case 'variable':
        return this.read(expression);
      case 'unary':
        return unary(expression.operator, this.evaluate(expression.operand));
      case 'binary':
        return binary(expression.operator, this.evaluate(expression.left), this.evaluate(expression.right));
      case 'and':
        return isTrue(this.evaluate(expression.left)) && isTrue(this.evaluate(expression.right)) ? 1 : 0;
      case 'or':
        return isTrue(this.evaluate(expression.left)) || isTrue(this.evaluate(expression.right)) ? 1 : 0;
      case 'comma':
        this.evaluate(expression.left);
        return this.evaluate(expression.right);
      case 'conditional':
        return this.evaluate(isTrue(this.evaluate(expression.test)) ? expression.yes : expression.no);
      case 'assign':
        return this.assign(expression);
      case 'step': {
        const before = this.read(expression.target);
        const after = add(before, expression.by);
        this.variables.write(expression.target, after);
        return expression.isPrefix ? after : before;
      }
    }
  }

  private assign({ target, operator, value }: Expression & { kind: 'assign' }): Integer {
    const before = operator ? this.read(target) : 0;
    const operand = this.evaluate(value);
    const result = operator ? binary(operator, before, operand) : operand;
    this.variables.write(target, result);
    return result;
  }

  private read(reference: VariableReference): Integer {
    const text = this.variables.read(reference);
    if (text === '') return 0;
    const isNegative = text[0] === '-';
    const number = parseInteger(isNegative ? text.slice(1) : text);
    if (number !== undefined) return isNegative ? subtract(0, number) : number;
    return this.evaluateText(text);
  }
}

function isTrue(value: Integer): boolean {
  return value !== 0;
}

function unary(operator: '-' | '+' | '!' | '~', value: Integer): Integer {
  if (operator === '-') return subtract(0, value);
  if (operator === '!') return value === 0 ? 1 : 0;
  return operator === '~' ? subtract(-1, value) : value;
}

function binary(operator: BinaryOperator, left: Integer, right: Integer): Integer {
  switch (operator) {
    case '+':
      return add(left, right);
    case '-':
      return subtract(left, right);
    case '*':
      return multiply(left, right);
    case '/':
      if (right === 0) throw new ArithmeticError('division by 0');
      return divide(left, right);
    case '%':
      if (right === 0) throw new ArithmeticError('division by 0');
      return remainder(left, right);
    case '**':
      if (right < 0) throw new ArithmeticError('exponent less than 0');
      return power(left, right);
    case '<':
      return left < right ? 1 : 0;
    case '<=':
      return left <= right ? 1 : 0;
    case '>':
      return left > right ? 1 : 0;
    case '>=':
      return left >= right ? 1 : 0;
    case '==':
      return left === right ? 1 : 0;
    case '!=':
      return left === right ? 0 : 1;
    default:
      return bitwise(operator, left, right);
  }
}
