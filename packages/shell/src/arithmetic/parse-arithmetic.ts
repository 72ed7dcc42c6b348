import { findClosing } from '../words/balanced-text.ts';
import { ArithmeticError, type BinaryOperator, type Expression, type VariableReference } from './expression.ts';
import { parseInteger } from './integer.ts';

const MAX_NESTING = 1000;
const TOKEN =
  /\s*(?:(\d+#[0-9a-zA-Z@_]*|\d[0-9a-zA-Z_]*)|([A-Za-z_]\w*)|(<<=|>>=|\*\*|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^<>=!~?:,()]))/y;

interface Token {
  readonly kind: 'number' | 'name' | 'operator' | 'end';
  readonly text: string;
  readonly start: number;
}

const BINARY_LEVELS: readonly ReadonlyMap<string, BinaryOperator>[] = [
  levels('|'),
  levels('^'),
  levels('&'),
  levels('==', '!='),
  levels('<', '<=', '>', '>='),
  levels('<<', '>>'),
  levels('+', '-'),
  levels('*', '/', '%'),
];

const ASSIGNMENTS: ReadonlyMap<string, BinaryOperator | undefined> = new Map<string, BinaryOperator | undefined>([
  ['=', undefined],
  ['+=', '+'],
  ['-=', '-'],
  ['*=', '*'],
  ['/=', '/'],
  ['%=', '%'],
  ['<<=', '<<'],
  ['>>=', '>>'],
  ['&=', '&'],
  ['|=', '|'],
  ['^=', '^'],
]);

function levels(...operators: BinaryOperator[]): ReadonlyMap<string, BinaryOperator> {
  return new Map(operators.map((operator) => [operator, operator]));
}

/** Parses an arithmetic expression whose `$` expansions are done. An empty one is 0. Throws `ArithmeticError`. */
export function parseArithmetic(text: string): Expression {
  const parser = new ArithmeticParser(text);
  return parser.parseAll();
}

class ArithmeticParser {
  private readonly text: string;
  private index = 0;
  private token: Token;
  private nesting = 0;

  constructor(text: string) {
    this.text = text;
    this.token = this.readToken();
  }

  parseAll(): Expression {
    if (this.isAtEnd()) return { kind: 'number', value: 0 };
    const expression = this.parseComma();
    if (!this.isAtEnd()) throw this.unexpected();
    return expression;
  }

  private parseComma(): Expression {
    let left = this.parseAssignment();
    while (this.take(',')) left = { kind: 'comma', left, right: this.parseAssignment() };
    return left;
  }

  private parseAssignment(): Expression {
    if (++this.nesting > MAX_NESTING) throw new ArithmeticError('expression recursion level exceeded', this.text);
    const left = this.parseConditional();
    this.nesting--;
    if (this.token.kind !== 'operator' || !ASSIGNMENTS.has(this.token.text)) return left;
    if (left.kind !== 'variable') {
      throw new ArithmeticError('attempted assignment to non-variable', this.text.slice(this.token.start));
    }
    const operator = ASSIGNMENTS.get(this.token.text);
    this.advance();
    return { kind: 'assign', target: left, operator, value: this.parseAssignment() };
  }

  private parseConditional(): Expression {
    const test = this.parseOr();
    if (!this.take('?')) return test;
    if (this.isAt(':')) throw new ArithmeticError('expression expected', this.text.slice(this.token.start));
    const yes = this.parseComma();
    if (!this.take(':')) throw new ArithmeticError("`:' expected for conditional expression", this.rest());
    return { kind: 'conditional', test, yes, no: this.parseAssignment() };
  }

  private parseOr(): Expression {
    let left = this.parseAnd();
    while (this.take('||')) left = { kind: 'or', left, right: this.parseAnd() };
    return left;
  }

  private parseAnd(): Expression {
    let left = this.parseBinary(0);
    while (this.take('&&')) left = { kind: 'and', left, right: this.parseBinary(0) };
    return left;
  }

  private parseBinary(level: number): Expression {
    const operators = BINARY_LEVELS[level];
    if (!operators) return this.parsePower();
    let left = this.parseBinary(level + 1);
    for (;;) {
      const operator = this.token.kind === 'operator' ? operators.get(this.token.text) : undefined;
      if (!operator) return left;
      this.advance();
      left = { kind: 'binary', operator, left, right: this.parseBinary(level + 1) };
    }
  }

  private parsePower(): Expression {
    const left = this.parseUnary();
    if (!this.take('**')) return left;
    return { kind: 'binary', operator: '**', left, right: this.parsePower() };
  }

  private parseUnary(): Expression {
    const { kind, text } = this.token;
    if (kind !== 'operator') return this.parsePostfix();
    if (text === '++' || text === '--') return this.parsePrefixStep(text);
    if (text !== '-' && text !== '+' && text !== '!' && text !== '~') return this.parsePostfix();
    if (++this.nesting > MAX_NESTING) throw new ArithmeticError('expression recursion level exceeded', this.text);
    this.advance();
    const operand = this.parseUnary();
    this.nesting--;
    return { kind: 'unary', operator: text, operand };
  }

  private parsePrefixStep(text: '++' | '--'): Expression {
    this.advance();
    if (this.token.kind === 'name') {
      return { kind: 'step', target: this.parseVariable(), by: text === '++' ? 1 : -1, isPrefix: true };
    }
    const sign = text === '++' ? '+' : '-';
    return { kind: 'unary', operator: sign, operand: { kind: 'unary', operator: sign, operand: this.parseUnary() } };
  }

  private parsePostfix(): Expression {
    const { kind, text } = this.token;
    if (kind === 'number') return this.parseNumber();
    if (kind === 'name') {
      const target = this.parseVariable();
      if (this.isAt('++') || this.isAt('--')) {
        const by = this.token.text === '++' ? 1 : -1;
        this.advance();
        return { kind: 'step', target, by, isPrefix: false };
      }
      return target;
    }
    if (text !== '(') throw this.unexpected();
    this.advance();
    const inner = this.parseComma();
    if (!this.take(')')) throw new ArithmeticError("missing `)'", this.rest());
    return inner;
  }

  private parseNumber(): Expression {
    const { text, start } = this.token;
    const value = parseInteger(text);
    if (value === undefined) throw new ArithmeticError(numberProblem(text), this.text.slice(start));
    this.advance();
    return { kind: 'number', value };
  }

  private parseVariable(): VariableReference {
    const name = this.token.text;
    const at = this.index;
    if (this.text[at] !== '[') {
      this.advance();
      return { kind: 'variable', name, subscript: undefined };
    }
    const end = findClosing(this.text, at + 1, '[', ']');
    if (end === undefined) throw new ArithmeticError('bad array subscript', this.text.slice(at - name.length));
    this.index = end + 1;
    this.token = this.readToken();
    return { kind: 'variable', name, subscript: this.text.slice(at + 1, end) };
  }

  private isAtEnd(): boolean {
    return this.token.kind === 'end';
  }

  private isAt(operator: string): boolean {
    return this.token.kind === 'operator' && this.token.text === operator;
  }

  private take(operator: string): boolean {
    if (!this.isAt(operator)) return false;
    this.advance();
    return true;
  }

  private advance(): void {
    this.token = this.readToken();
  }

  private readToken(): Token {
    TOKEN.lastIndex = this.index;
    const match = TOKEN.exec(this.text);
    if (!match) {
      const start = this.index + (/^\s*/.exec(this.text.slice(this.index))?.[0].length ?? 0);
      this.index = this.text.length;
      if (start >= this.text.length) return { kind: 'end', text: '', start };
      return { kind: 'operator', text: '', start };
    }
    this.index = TOKEN.lastIndex;
    const [, number, name, operator = ''] = match;
    const text = number ?? name ?? operator;
    const kind = number !== undefined ? 'number' : name !== undefined ? 'name' : 'operator';
    return { kind, text, start: this.index - text.length };
  }

  private rest(): string {
    return this.isAtEnd() ? this.text.trimEnd().slice(-1) : this.text.slice(this.token.start);
  }

  private unexpected(): ArithmeticError {
    if (this.isAtEnd()) return new ArithmeticError('syntax error: operand expected', this.rest());
    const isOperand = this.token.kind !== 'operator' || this.token.text === '(';
    if (isOperand) return new ArithmeticError('syntax error in expression', this.rest());
    if (this.token.text === '') return new ArithmeticError('syntax error: invalid arithmetic operator', this.rest());
    return new ArithmeticError('syntax error: operand expected', this.rest());
  }
}

function numberProblem(text: string): string {
  const base = /^(\d+)#/.exec(text)?.[1];
  if (base !== undefined) {
    if (Number(base) < 2 || Number(base) > 64) return 'invalid arithmetic base';
    return text.endsWith('#') ? 'invalid integer constant' : 'value too great for base';
  }
  return 'value too great for base';
}
