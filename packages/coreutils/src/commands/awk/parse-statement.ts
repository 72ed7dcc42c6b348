import { AwkFault, showPlace } from './awk-fault.ts';
import type { ExpressionParser } from './parse-expression.ts';
import type { AwkCase, AwkExpression, AwkPattern, AwkRedirection, AwkStatement } from './syntax.ts';
import type { TokenCursor } from './token-cursor.ts';

/** What an action belongs to, which decides about `next` and `return`. */
export type ActionOwner = AwkPattern['kind'] | 'rule' | 'function';

const REDIRECTIONS: ReadonlyMap<string, AwkRedirection['kind']> = new Map<string, AwkRedirection['kind']>([
  ['>', 'file'],
  ['>>', 'append'],
  ['|', 'pipe'],
]);

/** Parses actions and the statements in them. */
export class StatementParser {
  readonly #cursor: TokenCursor;
  readonly #expressions: ExpressionParser;
  #owner: ActionOwner = 'rule';

  constructor(cursor: TokenCursor, expressions: ExpressionParser) {
    this.#cursor = cursor;
    this.#expressions = expressions;
  }

  /** Parses what stands in braces. */
  action(owner: ActionOwner): AwkStatement {
    this.#owner = owner;
    return this.#block();
  }

  #block(): AwkStatement {
    this.#cursor.expect('{');
    const statements: AwkStatement[] = [];
    this.#cursor.skipTerminators();
    while (!this.#cursor.at('}')) {
      statements.push(this.#statement());
      this.#cursor.skipTerminators();
    }
    this.#cursor.take();
    return { kind: 'block', statements };
  }

  #statement(): AwkStatement {
    const { current } = this.#cursor;
    if (this.#cursor.at('{')) return this.#block();
    if (this.#cursor.accept(';')) return { kind: 'block', statements: [] };
    const parse = current.kind === 'keyword' ? this.#keywords.get(current.text) : undefined;
    if (parse) {
      this.#cursor.take();
      return parse();
    }
    const statement = this.#simple();
    this.#endStatement();
    return statement;
  }

  /** The body of a loop or a condition, which may begin on the next line. */
  #body(): AwkStatement {
    this.#cursor.skipNewlines();
    return this.#statement();
  }

  readonly #keywords: ReadonlyMap<string, () => AwkStatement> = new Map<string, () => AwkStatement>([
    ['if', () => this.#if()],
    ['while', () => ({ kind: 'while', test: this.#test(), body: this.#body() })],
    ['do', () => this.#do()],
    ['for', () => this.#for()],
    ['switch', () => this.#switch()],
    ['break', () => this.#ended({ kind: 'break' })],
    ['continue', () => this.#ended({ kind: 'continue' })],
    ['next', () => this.#next('next')],
    ['nextfile', () => this.#next('nextfile')],
    ['exit', () => this.#ended({ kind: 'exit', value: this.#optionalValue() })],
    ['return', () => this.#return()],
  ]);

  #ended(statement: AwkStatement): AwkStatement {
    this.#endStatement();
    return statement;
  }

  #endStatement(): void {
    if (this.#cursor.at('}') || this.#cursor.accept(';')) return;
    if (this.#cursor.current.kind !== 'newline' || this.#cursor.peek(1).kind === 'end') throw this.#cursor.fault();
    this.#cursor.take();
  }

  /** An expression, print, printf or delete: what may also stand in the head of a for loop. */
  #simple(): AwkStatement {
    if (this.#cursor.at('print', 'printf')) return this.#print();
    if (this.#cursor.at('delete')) return this.#delete();
    return { kind: 'expression', expression: this.#expressions.expression() };
  }

  #print(): AwkStatement {
    const { place } = this.#cursor;
    const kind = this.#cursor.take().text === 'print' ? 'print' : 'printf';
    const operands = this.#printed();
    if (kind === 'printf' && operands.length === 0) throw this.#cursor.fault();
    const redirection = this.#cursor.current.kind === 'symbol' && REDIRECTIONS.get(this.#cursor.current.text);
    if (!redirection) return { kind, operands, output: undefined, place };
    this.#cursor.take();
    return { kind, operands, output: { kind: redirection, name: this.#expressions.outputName() }, place };
  }

  #printed(): readonly AwkExpression[] {
    const isAlone = this.#cursor.at(';', '}', '>', '>>', '|') || this.#cursor.current.kind === 'newline';
    if (isAlone) return [];
    const operands: AwkExpression[] = [];
    do {
      this.#cursor.skipNewlines();
      operands.push(this.#expressions.expression({ isPrinted: true }));
    } while (this.#cursor.accept(','));
    const [only] = operands;
    return operands.length === 1 && only?.kind === 'grouping' ? only.items : operands;
  }

  #delete(): AwkStatement {
    const { place } = this.#cursor;
    this.#cursor.take();
    const isGrouped = this.#cursor.accept('(') !== undefined;
    const named = this.#expressions.arrayName();
    if (isGrouped) this.#cursor.expect(')');
    if (named.kind === 'variable') return { kind: 'delete', array: named, subscripts: undefined, place };
    return { kind: 'delete', array: named.array, subscripts: named.subscripts, place };
  }

  #test(): AwkExpression {
    this.#cursor.expect('(');
    const test = this.#expressions.expression();
    this.#cursor.expect(')');
    return test;
  }

  #if(): AwkStatement {
    const test = this.#test();
    const body = this.#body();
    let distance = 0;
    while (this.#cursor.peek(distance).kind === 'newline' || this.#cursor.peek(distance).text === ';') distance++;
    const after = this.#cursor.peek(distance);
    if (after.kind !== 'keyword' || after.text !== 'else') return { kind: 'if', test, body, otherwise: undefined };
    this.#cursor.skipTerminators();
    this.#cursor.take();
    return { kind: 'if', test, body, otherwise: this.#body() };
  }

  #do(): AwkStatement {
    const body = this.#body();
    this.#cursor.skipTerminators();
    this.#cursor.expect('while');
    return this.#ended({ kind: 'do', test: this.#test(), body });
  }

  #for(): AwkStatement {
    const { place } = this.#cursor;
    this.#cursor.expect('(');
    if (this.#cursor.current.kind === 'name' && this.#cursor.peek(1).text === 'in') {
      const name = this.#cursor.expectName();
      this.#cursor.take();
      const array = this.#expressions.arrayName();
      this.#cursor.expect(')');
      return { kind: 'for-in', variable: { kind: 'variable', name }, array, body: this.#body(), place };
    }
    const before = this.#cursor.at(';') ? undefined : this.#simple();
    this.#cursor.expect(';');
    this.#cursor.skipNewlines();
    const test = this.#cursor.at(';') ? undefined : this.#expressions.expression();
    this.#cursor.expect(';');
    this.#cursor.skipNewlines();
    const after = this.#cursor.at(')') ? undefined : this.#simple();
    this.#cursor.expect(')');
    return { kind: 'for', before, test, after, body: this.#body() };
  }

  #switch(): AwkStatement {
    const value = this.#test();
    this.#cursor.skipNewlines();
    this.#cursor.expect('{');
    this.#cursor.skipTerminators();
    const cases: AwkCase[] = [];
    while (!this.#cursor.accept('}')) cases.push(this.#case());
    return { kind: 'switch', value, cases };
  }

  #case(): AwkCase {
    const value = this.#cursor.accept('default') ? undefined : this.#caseValue();
    this.#cursor.expect(':');
    const body: AwkStatement[] = [];
    this.#cursor.skipTerminators();
    while (!this.#cursor.at('case', 'default', '}')) {
      body.push(this.#statement());
      this.#cursor.skipTerminators();
    }
    return { value, body };
  }

  #caseValue(): AwkExpression {
    this.#cursor.expect('case');
    return this.#expressions.expression();
  }

  #next(kind: 'next' | 'nextfile'): AwkStatement {
    const isAllowed = this.#owner === 'rule' || this.#owner === 'function' || this.#owner === 'beginfile';
    if (!isAllowed) {
      const pattern = this.#owner.toUpperCase();
      throw new AwkFault(`${showPlace(this.#cursor.place)}: error: \`${kind}' used in ${pattern} action`, 1);
    }
    return this.#ended({ kind });
  }

  #return(): AwkStatement {
    if (this.#owner !== 'function') throw this.#cursor.fault("`return' used outside function context");
    return this.#ended({ kind: 'return', value: this.#optionalValue() });
  }

  #optionalValue(): AwkExpression | undefined {
    const isMissing = this.#cursor.at(';', '}') || this.#cursor.current.kind === 'newline';
    return isMissing ? undefined : this.#expressions.expression();
  }
}
