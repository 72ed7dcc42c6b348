import { BUILTIN_NAMES } from './builtin-names.ts';
import type { AwkArrayName, AwkElement, AwkExpression, AwkTarget, BinaryOperator, GetlineSource } from './syntax.ts';
import type { TokenCursor } from './token-cursor.ts';

/** Where an expression stands, which takes operators away from it. */
interface ExpressionContext {
  /** A bare `>` says where print writes. */
  readonly isPrinted: boolean;
  /** `in` belongs to the for loop. */
  readonly excludesIn: boolean;
}

const PLAIN: ExpressionContext = { isPrinted: false, excludesIn: false };

const ASSIGNMENTS: ReadonlyMap<string, BinaryOperator | undefined> = new Map<string, BinaryOperator | undefined>([
  ['=', undefined],
  ['+=', '+'],
  ['-=', '-'],
  ['*=', '*'],
  ['/=', '/'],
  ['%=', '%'],
  ['^=', '^'],
  ['**=', '^'],
]);

const COMPARISONS: ReadonlyMap<string, BinaryOperator> = new Map<string, BinaryOperator>([
  ['<', '<'],
  ['<=', '<='],
  ['==', '=='],
  ['!=', '!='],
  ['>', '>'],
  ['>=', '>='],
]);

const SUMS: ReadonlyMap<string, BinaryOperator> = new Map<string, BinaryOperator>([
  ['+', '+'],
  ['-', '-'],
]);

const PRODUCTS: ReadonlyMap<string, BinaryOperator> = new Map<string, BinaryOperator>([
  ['*', '*'],
  ['/', '/'],
  ['%', '%'],
]);

/** Parses expressions (POSIX XCU awk, Grammar; gawk manual, "Operator Precedence"). */
export class ExpressionParser {
  readonly #cursor: TokenCursor;
  #context: ExpressionContext = PLAIN;

  constructor(cursor: TokenCursor) {
    this.#cursor = cursor;
  }

  /** Parses an expression in full. */
  expression(context: Partial<ExpressionContext> = {}): AwkExpression {
    return this.#within({ ...PLAIN, ...context }, () => this.#conditional());
  }

  /** Parses expressions between commas up to `close`, which is left. */
  list(close: string, context: Partial<ExpressionContext> = {}): AwkExpression[] {
    const items: AwkExpression[] = [];
    this.#cursor.skipNewlines();
    if (this.#cursor.at(close)) return items;
    do {
      this.#cursor.skipNewlines();
      items.push(this.expression(context));
      if (close === ')') this.#cursor.skipNewlines();
    } while (this.#cursor.accept(','));
    return items;
  }

  /** Parses where print writes: a `>` or `|` in it belongs to no comparison. */
  outputName(): AwkExpression {
    return this.#within({ ...PLAIN, isPrinted: true }, () => this.#concatenation());
  }

  /** Parses the name of an array, with its subscripts if it has some. */
  arrayName(): AwkArrayName {
    return this.#element({ kind: 'variable', name: this.#cursor.expectName() });
  }

  #within<Result>(context: ExpressionContext, parse: () => Result): Result {
    const outer = this.#context;
    this.#context = context;
    const result = parse();
    this.#context = outer;
    return result;
  }

  #conditional(): AwkExpression {
    const test = this.#or();
    if (!this.#cursor.accept('?')) return test;
    this.#cursor.skipNewlines();
    const whenTrue = this.#conditional();
    this.#cursor.skipNewlines();
    this.#cursor.expect(':');
    this.#cursor.skipNewlines();
    return { kind: 'conditional', test, whenTrue, otherwise: this.#conditional() };
  }

  #or(): AwkExpression {
    let left = this.#and();
    while (this.#cursor.accept('||')) {
      this.#cursor.skipNewlines();
      left = { kind: 'logical', operator: '||', left, right: this.#and() };
    }
    return left;
  }

  #and(): AwkExpression {
    let left = this.#membership();
    while (this.#cursor.accept('&&')) {
      this.#cursor.skipNewlines();
      left = { kind: 'logical', operator: '&&', left, right: this.#membership() };
    }
    return left;
  }

  #membership(): AwkExpression {
    let left = this.#match();
    while (!this.#context.excludesIn && this.#cursor.at('in')) {
      const { place } = this.#cursor;
      this.#cursor.take();
      const subscripts = left.kind === 'grouping' ? left.items : [left];
      left = { kind: 'in', subscripts, array: this.arrayName(), place };
    }
    return left;
  }

  #match(): AwkExpression {
    let text = this.#comparison();
    for (;;) {
      const { place } = this.#cursor;
      const operator = this.#cursor.accept('~', '!~');
      if (operator === undefined) return text;
      text = { kind: 'match', isNegated: operator === '!~', text, regexp: this.#comparison(), place };
    }
  }

  #comparison(): AwkExpression {
    const left = this.#piped();
    const { place, current } = this.#cursor;
    const operator = current.kind === 'symbol' ? COMPARISONS.get(current.text) : undefined;
    if (operator === undefined || (operator === '>' && this.#context.isPrinted)) return left;
    this.#cursor.take();
    return { kind: 'binary', operator, left, right: this.#piped(), place };
  }

  /** `command | getline` binds looser than concatenation. */
  #piped(): AwkExpression {
    let left = this.#concatenation();
    while (this.#cursor.at('|') && this.#cursor.peek(1).text === 'getline') {
      this.#cursor.take();
      left = this.#getline({ kind: 'command', command: left });
    }
    return left;
  }

  #concatenation(): AwkExpression {
    let left = this.#sum();
    while (this.#beginsOperand()) {
      const { place } = this.#cursor;
      left = { kind: 'binary', operator: ' ', left, right: this.#sum(), place };
    }
    return left;
  }

  #beginsOperand(): boolean {
    switch (this.#cursor.current.kind) {
      case 'number':
      case 'string':
      case 'regexp':
      case 'name':
      case 'call':
      case 'builtin':
        return true;
      case 'symbol':
        return this.#cursor.at('$', '!', '(', '++', '--', '@');
      case 'keyword':
      case 'newline':
      case 'end':
        return false;
    }
  }

  #sum(): AwkExpression {
    return this.#leftToRight(SUMS, () => this.#leftToRight(PRODUCTS, () => this.#unary()));
  }

  #leftToRight(operators: ReadonlyMap<string, BinaryOperator>, operand: () => AwkExpression): AwkExpression {
    let left = operand();
    for (;;) {
      const { place, current } = this.#cursor;
      const operator = current.kind === 'symbol' ? operators.get(current.text) : undefined;
      if (operator === undefined) return left;
      this.#cursor.take();
      left = { kind: 'binary', operator, left, right: operand(), place };
    }
  }

  #unary(): AwkExpression {
    if (this.#cursor.accept('!')) return { kind: 'unary', operator: '!', item: this.#unary() };
    if (this.#cursor.accept('-')) return { kind: 'unary', operator: '-', item: this.#unary() };
    if (this.#cursor.accept('+')) return { kind: 'unary', operator: '+', item: this.#unary() };
    return this.#power();
  }

  #power(): AwkExpression {
    const left = this.#assignable();
    const { place } = this.#cursor;
    if (!this.#cursor.accept('^', '**')) return left;
    const isSigned = this.#cursor.at('-', '+', '!');
    return { kind: 'binary', operator: '^', left, right: isSigned ? this.#unary() : this.#power(), place };
  }

  /** A target followed by an assignment takes everything behind it, wherever it stands. */
  #assignable(): AwkExpression {
    const operand = this.#operand();
    if (operand.kind !== 'variable' && operand.kind !== 'field' && operand.kind !== 'element') return operand;
    if (this.#cursor.accept('++')) return { kind: 'increment', target: operand, by: 1, isPrefix: false };
    if (this.#cursor.accept('--')) return { kind: 'increment', target: operand, by: -1, isPrefix: false };
    const { current, place } = this.#cursor;
    if (current.kind !== 'symbol' || !ASSIGNMENTS.has(current.text)) return operand;
    this.#cursor.take();
    this.#cursor.skipNewlines();
    return {
      kind: 'assign',
      target: operand,
      operator: ASSIGNMENTS.get(current.text),
      value: this.#conditional(),
      place,
    };
  }

  #operand(): AwkExpression {
    const { current, place } = this.#cursor;
    switch (current.kind) {
      case 'number':
        this.#cursor.take();
        return { kind: 'number', value: readNumber(current.text) };
      case 'string':
        this.#cursor.take();
        return { kind: 'string', text: current.text };
      case 'regexp':
        this.#cursor.take();
        return { kind: 'regexp', source: current.text, place };
      case 'builtin':
        return this.#builtin();
      case 'call':
        return this.#call(false);
      case 'name':
        return this.arrayName();
      case 'keyword':
        if (!this.#cursor.at('getline')) throw this.#cursor.fault();
        return this.#getline({ kind: 'main' });
      case 'symbol':
        return this.#symbol(current.text);
      case 'newline':
      case 'end':
        throw this.#cursor.fault();
    }
  }

  #symbol(symbol: string): AwkExpression {
    switch (symbol) {
      case '$':
        this.#cursor.take();
        return { kind: 'field', index: this.#fieldIndex() };
      case '++':
      case '--':
        this.#cursor.take();
        return { kind: 'increment', target: this.#target(), by: symbol === '++' ? 1 : -1, isPrefix: true };
      case '(':
        return this.#parentheses();
      case '@':
        this.#cursor.take();
        return this.#call(true);
      default:
        throw this.#cursor.fault();
    }
  }

  #fieldIndex(): AwkExpression {
    if (this.#cursor.accept('-')) return { kind: 'unary', operator: '-', item: this.#fieldIndex() };
    return this.#operand();
  }

  #target(): AwkTarget {
    const target = this.#operand();
    if (target.kind === 'variable' || target.kind === 'field' || target.kind === 'element') return target;
    throw this.#cursor.fault();
  }

  #parentheses(): AwkExpression {
    this.#cursor.take();
    const items = this.list(')');
    this.#cursor.expect(')');
    if (items.length === 0) throw this.#cursor.fault();
    return { kind: 'grouping', items };
  }

  #element(array: { readonly kind: 'variable'; readonly name: string }): AwkArrayName {
    let named: AwkArrayName = array;
    while (this.#cursor.accept('[')) {
      const subscripts = this.list(']');
      if (subscripts.length === 0) throw this.#cursor.fault();
      this.#cursor.expect(']');
      const element: AwkElement = { kind: 'element', array: named, subscripts };
      named = element;
    }
    return named;
  }

  #call(isIndirect: boolean): AwkExpression {
    const { place } = this.#cursor;
    const name = this.#cursor.expectName();
    this.#cursor.expect('(');
    const operands = this.list(')');
    this.#cursor.expect(')');
    return { kind: 'call', name, isIndirect, operands, place };
  }

  #builtin(): AwkExpression {
    const { place } = this.#cursor;
    const name = this.#cursor.take().text;
    const [least, most] = BUILTIN_NAMES.get(name) ?? [0, 0];
    if (!this.#cursor.accept('(')) {
      if (name === 'length') return { kind: 'builtin', name, operands: [], place };
      throw this.#cursor.fault();
    }
    const operands = this.list(')');
    if (this.#cursor.at(')') && (operands.length < least || operands.length > most)) {
      throw this.#cursor.fault(`${operands.length} is invalid as number of arguments for ${name}`);
    }
    this.#cursor.expect(')');
    return { kind: 'builtin', name, operands, place };
  }

  #getline(source: GetlineSource): AwkExpression {
    const { place } = this.#cursor;
    this.#cursor.take();
    const { current } = this.#cursor;
    const hasTarget = current.kind === 'name' || this.#cursor.at('$');
    const target = hasTarget ? this.#target() : undefined;
    if (source.kind !== 'main' || !this.#cursor.accept('<')) return { kind: 'getline', source, target, place };
    return { kind: 'getline', source: { kind: 'file', name: this.#fileName() }, target, place };
  }

  /** `getline < "a" "b"` reads from `a`: the name is no concatenation. */
  #fileName(): AwkExpression {
    const name = this.#operand();
    const isTarget = name.kind === 'variable' || name.kind === 'field' || name.kind === 'element';
    if (!isTarget || !this.#cursor.at('++', '--')) return name;
    const by = this.#cursor.take().text === '++' ? 1 : -1;
    return { kind: 'increment', target: name, by, isPrefix: false };
  }
}

/** A leading zero is octal in a program, not in data. */
function readNumber(text: string): number {
  return /^0[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number(text);
}
