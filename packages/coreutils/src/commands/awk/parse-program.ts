import { AwkFault, showPlace } from './awk-fault.ts';
import { ExpressionParser } from './parse-expression.ts';
import { StatementParser } from './parse-statement.ts';
import type { AwkFunction, AwkPattern, AwkProgram, AwkRule } from './syntax.ts';
import { TokenCursor } from './token-cursor.ts';
import { type AwkSource, type Token, tokenize } from './tokenize.ts';

/** Parses a program that is given in parts. Throws `AwkFault`. */
export function parseProgram(sources: readonly AwkSource[]): AwkProgram {
  const tokens: Token[] = [];
  const warnings: string[] = [];
  for (const [index, source] of sources.entries()) {
    const part = tokenize(source);
    tokens.push(...(index < sources.length - 1 ? part.tokens.slice(0, -1) : part.tokens));
    warnings.push(...part.warnings);
  }
  return { ...new ProgramParser(new TokenCursor(tokens)).parse(), warnings };
}

const SPECIAL_PATTERNS: ReadonlyMap<string, AwkPattern> = new Map<string, AwkPattern>([
  ['BEGIN', { kind: 'begin' }],
  ['END', { kind: 'end' }],
  ['BEGINFILE', { kind: 'beginfile' }],
  ['ENDFILE', { kind: 'endfile' }],
]);

class ProgramParser {
  readonly #cursor: TokenCursor;
  readonly #expressions: ExpressionParser;
  readonly #statements: StatementParser;
  readonly #functions = new Map<string, AwkFunction>();

  constructor(cursor: TokenCursor) {
    this.#cursor = cursor;
    this.#expressions = new ExpressionParser(cursor);
    this.#statements = new StatementParser(cursor, this.#expressions);
  }

  parse(): Omit<AwkProgram, 'warnings'> {
    const rules: AwkRule[] = [];
    this.#cursor.skipTerminators();
    while (this.#cursor.current.kind !== 'end') {
      if (this.#cursor.accept('function', 'func')) this.#function();
      else rules.push(this.#rule());
      this.#cursor.skipTerminators();
    }
    return { rules, functions: this.#functions };
  }

  #function(): void {
    const name = this.#cursor.expectName();
    if (this.#functions.has(name)) throw this.#cursor.fault(`function name \`${name}' previously defined`);
    this.#cursor.expect('(');
    const parameters: string[] = [];
    this.#cursor.skipNewlines();
    while (!this.#cursor.at(')')) {
      parameters.push(this.#cursor.expectName());
      this.#cursor.skipNewlines();
      if (!this.#cursor.at(')')) this.#cursor.expect(',');
      this.#cursor.skipNewlines();
    }
    this.#cursor.take();
    this.#checkParameters(name, parameters);
    this.#cursor.skipNewlines();
    const body = this.#statements.action('function');
    this.#functions.set(name, { name, parameters, body });
  }

  #checkParameters(name: string, parameters: readonly string[]): void {
    const { source, line } = this.#cursor.current;
    const place = `${showPlace({ source: source.name, line })}: error: function \`${name}'`;
    if (parameters.includes(name)) throw new AwkFault(`${place}: cannot use function name as parameter name`, 1);
    const twice = parameters.findIndex((parameter, index) => parameters.indexOf(parameter) !== index);
    if (twice < 0) return;
    const first = parameters.indexOf(parameters[twice] ?? '') + 1;
    throw new AwkFault(
      `${place}: parameter #${twice + 1}, \`${parameters[twice] ?? ''}', duplicates parameter #${first}`,
      1,
    );
  }

  #rule(): AwkRule {
    const special = this.#cursor.current.kind === 'keyword' && SPECIAL_PATTERNS.get(this.#cursor.current.text);
    if (special) {
      this.#cursor.take();
      this.#cursor.skipNewlines();
      return { pattern: special, body: this.#statements.action(special.kind) };
    }
    if (this.#cursor.at('{')) return { pattern: { kind: 'always' }, body: this.#statements.action('rule') };
    const pattern = this.#pattern();
    return { pattern, body: this.#cursor.at('{') ? this.#statements.action('rule') : undefined };
  }

  #pattern(): AwkPattern {
    const first = this.#expressions.expression();
    if (!this.#cursor.accept(',')) return { kind: 'expression', expression: first };
    this.#cursor.skipNewlines();
    return { kind: 'range', first, last: this.#expressions.expression() };
  }
}
