import type { BcArgument, BcExpression, BcFunction, BcPlace, BcStatement } from './bc-syntax.ts';
import type { BcToken } from './tokenize-bc.ts';

/** Text that is no program. */
export class BcSyntaxFault extends Error {
  readonly code = 'BC_SYNTAX';
  readonly lineNumber: number;
  constructor(lineNumber: number, message = 'syntax error') {
    super(message);
    this.lineNumber = lineNumber;
  }
}

const COMPARISONS: readonly string[] = ['==', '!=', '<', '<=', '>', '>='];
const ASSIGNMENTS: readonly string[] = ['=', '+=', '-=', '*=', '/=', '%=', '^='];
/** What an operand may begin with. */
const PRIMARY_OPERATORS: readonly string[] = ['(', '++', '--', '.'];
/** Blocks and brackets inside each other. */
const MAX_DEPTH = 500;

/** Parses a program line by line. Precedence is bc's: comparisons bind looser than assignments. */
export class BcParser {
  readonly #tokens: readonly BcToken[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly BcToken[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#peek().kind === 'end';
  }

  /** Returns the statements of the next line. Throws `BcSyntaxFault`; the line is passed over then. */
  nextLine(): BcStatement[] {
    this.#depth = 0;
    try {
      const statements: BcStatement[] = [];
      while (!this.#isLineEnd()) {
        if (this.#take(';')) continue;
        statements.push(this.#topLevel());
        if (!this.#isLineEnd() && !this.#is(';') && statements.at(-1)?.kind !== 'define') throw this.#fault();
        if (statements.at(-1)?.kind === 'quit') break;
      }
      // A last line without its newline is none, as for GNU bc.
      if (this.#peek().kind === 'end' && statements.length > 0 && statements.at(-1)?.kind !== 'quit')
        throw this.#fault();
      if (this.#peek().kind === 'newline') this.#at++;
      return statements;
    } catch (error) {
      while (!this.#isLineEnd()) this.#at++;
      if (this.#peek().kind === 'newline') this.#at++;
      throw error;
    }
  }

  #topLevel(): BcStatement {
    if (!this.#takeWord('define')) return this.#statement();
    return { kind: 'define', definition: this.#definition() };
  }

  #definition(): BcFunction {
    const isVoid = this.#takeWord('void');
    const name = this.#name();
    this.#expect('(');
    const parameters = this.#nameList(')');
    this.#expect(')');
    this.#skipLines();
    this.#expect('{');
    const locals: string[] = [];
    this.#skipLines();
    while (this.#takeWord('auto')) {
      locals.push(...this.#nameList(';'));
      this.#take(';');
      this.#skipLines();
    }
    return { name, parameters, locals, body: this.#blockBody(), isVoid };
  }

  #nameList(end: string): string[] {
    const names: string[] = [];
    while (!this.#is(end) && !this.#isLineEnd()) {
      this.#take('*');
      const name = this.#name();
      if (this.#take('[')) {
        this.#expect(']');
        names.push(`${name}[]`);
      } else names.push(name);
      if (!this.#take(',')) break;
    }
    return names;
  }

  #blockBody(): BcStatement[] {
    const body: BcStatement[] = [];
    for (;;) {
      while (this.#take(';') || this.#takeNewline());
      if (this.#take('}')) return body;
      if (this.#peek().kind === 'end') throw this.#fault();
      body.push(this.#statement());
      if (!this.#is(';') && !this.#is('}') && !this.#isLineEnd()) throw this.#fault();
    }
  }

  #statement(): BcStatement {
    if (++this.#depth > MAX_DEPTH) throw this.#fault('nested too deeply');
    const statement = this.#anyStatement();
    this.#depth--;
    return statement;
  }

  #anyStatement(): BcStatement {
    const token = this.#peek();
    if (token.kind === 'string') {
      this.#at++;
      return { kind: 'string', text: token.text };
    }
    if (this.#take('{')) return { kind: 'block', body: this.#blockBody() };
    if (token.kind !== 'word') return this.#expressionStatement();
    switch (token.text) {
      case 'if':
        return this.#if();
      case 'while': {
        this.#at++;
        this.#expect('(');
        const test = this.#expression();
        this.#expect(')');
        this.#skipLines();
        return { kind: 'while', test, body: this.#statement() };
      }
      case 'for':
        return this.#for();
      case 'print':
        this.#at++;
        return { kind: 'print', items: this.#printItems() };
      case 'return': {
        this.#at++;
        const hasValue = !this.#isLineEnd() && !this.#is(';') && !this.#is('}');
        return { kind: 'return', value: hasValue ? this.#expression() : undefined };
      }
      case 'break':
      case 'continue':
      case 'halt':
      case 'quit':
      case 'limits':
      case 'warranty':
        this.#at++;
        return { kind: token.text };
      default:
        return this.#expressionStatement();
    }
  }

  #if(): BcStatement {
    this.#at++;
    this.#expect('(');
    const test = this.#expression();
    this.#expect(')');
    this.#skipLines();
    const body = this.#statement();
    const before = this.#at;
    while (this.#take(';') || this.#takeNewline());
    if (!this.#takeWord('else')) {
      this.#at = before;
      return { kind: 'if', test, body, otherwise: undefined };
    }
    this.#skipLines();
    return { kind: 'if', test, body, otherwise: this.#statement() };
  }

  #for(): BcStatement {
    this.#at++;
    this.#expect('(');
    const first = this.#is(';') ? undefined : this.#expression();
    this.#expect(';');
    const test = this.#is(';') ? undefined : this.#expression();
    this.#expect(';');
    const next = this.#is(')') ? undefined : this.#expression();
    this.#expect(')');
    this.#skipLines();
    return { kind: 'for', first, test, next, body: this.#statement() };
  }

  #printItems(): (BcExpression | { kind: 'text'; text: string })[] {
    const items: (BcExpression | { kind: 'text'; text: string })[] = [];
    do {
      const token = this.#peek();
      if (token.kind === 'string') {
        this.#at++;
        items.push({ kind: 'text', text: token.text });
      } else items.push(this.#expression());
    } while (this.#take(','));
    return items;
  }

  #expressionStatement(): BcStatement {
    const isBracketed = this.#is('(');
    const value = this.#expression();
    return { kind: 'expression', value, isPrinted: value.kind !== 'assign' || isBracketed };
  }

  #expression(): BcExpression {
    if (++this.#depth > MAX_DEPTH) throw this.#fault('nested too deeply');
    const value = this.#or();
    this.#depth--;
    return value;
  }

  #or(): BcExpression {
    return this.#leftToRight(['||'], () => this.#leftToRight(['&&'], () => this.#not()));
  }

  #not(): BcExpression {
    if (!this.#take('!')) return this.#leftToRight(COMPARISONS, () => this.#assignment());
    return { kind: 'not', operand: this.#not() };
  }

  #assignment(): BcExpression {
    const left = this.#sum();
    const operator = this.#peek();
    if (operator.kind !== 'operator' || !ASSIGNMENTS.includes(operator.text)) return left;
    if (!isPlace(left)) throw this.#fault();
    this.#at++;
    return { kind: 'assign', operator: operator.text.slice(0, -1), place: left, value: this.#assignment() };
  }

  #sum(): BcExpression {
    return this.#leftToRight(['+', '-'], () => this.#leftToRight(['*', '/', '%'], () => this.#negation()));
  }

  /** A minus binds tighter than a power: `-2^2` is 4. */
  #negation(): BcExpression {
    return this.#power();
  }

  #power(): BcExpression {
    const base = this.#unary();
    if (!this.#take('^')) return base;
    return { kind: 'binary', operator: '^', left: base, right: this.#power() };
  }

  #unary(): BcExpression {
    if (this.#take('-')) return { kind: 'negate', operand: this.#unary() };
    return this.#primary();
  }

  #primary(): BcExpression {
    const token = this.#peek();
    if (this.#isLineEnd() || (token.kind === 'operator' && !PRIMARY_OPERATORS.includes(token.text)))
      throw this.#fault();
    this.#at++;
    if (token.kind === 'number') return { kind: 'number', text: token.text };
    if (token.text === '(' && token.kind === 'operator') {
      const inner = this.#expression();
      this.#expect(')');
      return isPlace(inner)
        ? { kind: 'binary', operator: '+', left: inner, right: { kind: 'number', text: '0' } }
        : inner;
    }
    if (token.text === '++' || token.text === '--') {
      const place = this.#primary();
      if (!isPlace(place)) throw this.#fault();
      return { kind: 'step', place, by: token.text === '++' ? 1 : -1, isPrefix: true };
    }
    const value = this.#named(token);
    const operator = this.#peek();
    if (!isPlace(value) || operator.kind !== 'operator' || (operator.text !== '++' && operator.text !== '--')) {
      return value;
    }
    this.#at++;
    return { kind: 'step', place: value, by: operator.text === '++' ? 1 : -1, isPrefix: false };
  }

  #named(token: BcToken): BcExpression {
    if (token.kind === 'operator' && token.text === '.') return { kind: 'setting', name: 'last' };
    if (token.kind === 'word') {
      switch (token.text) {
        case 'ibase':
        case 'obase':
        case 'last':
          return { kind: 'setting', name: token.text };
        case 'scale':
          if (!this.#is('(')) return { kind: 'setting', name: 'scale' };
          return { kind: 'builtin', name: 'scale', operand: this.#bracketed() };
        case 'length':
        case 'sqrt':
          return { kind: 'builtin', name: token.text, operand: this.#bracketed() };
        default:
          throw this.#fault();
      }
    }
    if (token.kind !== 'name') throw this.#fault();
    if (this.#take('[')) {
      const index = this.#expression();
      this.#expect(']');
      return { kind: 'element', name: token.text, index };
    }
    if (!this.#take('(')) return { kind: 'variable', name: token.text };
    const given: BcArgument[] = [];
    while (!this.#is(')')) {
      given.push(this.#argument());
      if (!this.#take(',')) break;
    }
    this.#expect(')');
    return { kind: 'call', name: token.text, arguments: given };
  }

  #argument(): BcArgument {
    const [name, open, close] = this.#tokens.slice(this.#at, this.#at + 3);
    if (name?.kind === 'name' && open?.text === '[' && close?.text === ']') {
      this.#at += 3;
      return { kind: 'array', name: name.text };
    }
    return { kind: 'value', value: this.#expression() };
  }

  #bracketed(): BcExpression {
    this.#expect('(');
    const inner = this.#expression();
    this.#expect(')');
    return inner;
  }

  #leftToRight(operators: readonly string[], operand: () => BcExpression): BcExpression {
    let left = operand();
    for (;;) {
      const token = this.#peek();
      if (token.kind !== 'operator' || !operators.includes(token.text)) return left;
      this.#at++;
      left = { kind: 'binary', operator: token.text, left, right: operand() };
    }
  }

  #peek(): BcToken {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '', lineNumber: 0 };
  }

  #is(operator: string): boolean {
    const token = this.#peek();
    return token.kind === 'operator' && token.text === operator;
  }

  #take(operator: string): boolean {
    if (!this.#is(operator)) return false;
    this.#at++;
    return true;
  }

  #takeWord(word: string): boolean {
    const token = this.#peek();
    if (token.kind !== 'word' || token.text !== word) return false;
    this.#at++;
    return true;
  }

  #takeNewline(): boolean {
    if (this.#peek().kind !== 'newline') return false;
    this.#at++;
    return true;
  }

  #skipLines(): void {
    while (this.#takeNewline());
  }

  #isLineEnd(): boolean {
    const { kind } = this.#peek();
    return kind === 'newline' || kind === 'end';
  }

  #name(): string {
    const token = this.#peek();
    if (token.kind !== 'name') throw this.#fault();
    this.#at++;
    return token.text;
  }

  #expect(operator: string): void {
    if (!this.#take(operator)) throw this.#fault();
  }

  #fault(message?: string): BcSyntaxFault {
    const { kind, lineNumber } = this.#peek();
    return new BcSyntaxFault(kind === 'newline' ? lineNumber + 1 : lineNumber, message);
  }
}

function isPlace(value: BcExpression): value is BcPlace {
  return value.kind === 'variable' || value.kind === 'element' || value.kind === 'setting';
}
