import type { Integer } from './integer.ts';

/** The tree of an arithmetic expression. */
export type Expression =
  | { readonly kind: 'number'; readonly value: Integer }
  /** A variable or array element; `subscript` is the source text between the brackets. */
  | VariableReference
  | { readonly kind: 'unary'; readonly operator: '-' | '+' | '!' | '~'; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'and' | 'or' | 'comma'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'conditional'; readonly test: Expression; readonly yes: Expression; readonly no: Expression }
  | {
      readonly kind: 'assign';
      readonly target: VariableReference;
      readonly operator: BinaryOperator | undefined;
      readonly value: Expression;
    }
  | { readonly kind: 'step'; readonly target: VariableReference; readonly by: 1 | -1; readonly isPrefix: boolean };

export interface VariableReference {
  readonly kind: 'variable';
  readonly name: string;
  readonly subscript: string | undefined;
}

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '**'
  | '<<'
  | '>>'
  | '&'
  | '|'
  | '^'
  | '<'
  | '<='
  | '>'
  | '>='
  | '=='
  | '!=';

/** Thrown for an expression that cannot be read or computed; the message is what bash prints after the expression. */
export class ArithmeticError extends Error {
  override readonly name = 'ArithmeticError';
  /** The expression, when it is not the whole one. */
  readonly token: string | undefined;

  constructor(message: string, token?: string) {
    super(message);
    this.token = token;
  }
}
