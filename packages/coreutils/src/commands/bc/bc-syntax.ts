/** A place that a value is stored in. */
export type BcPlace =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'element'; readonly name: string; readonly index: BcExpression }
  | { readonly kind: 'setting'; readonly name: 'scale' | 'ibase' | 'obase' | 'last' };

/** An argument of a call: a value, or a whole array. */
export type BcArgument =
  | { readonly kind: 'value'; readonly value: BcExpression }
  | { readonly kind: 'array'; readonly name: string };

/** An expression. */
export type BcExpression =
  | BcPlace
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: BcExpression; readonly right: BcExpression }
  | { readonly kind: 'negate' | 'not'; readonly operand: BcExpression }
  | { readonly kind: 'assign'; readonly operator: string; readonly place: BcPlace; readonly value: BcExpression }
  | { readonly kind: 'step'; readonly place: BcPlace; readonly by: 1 | -1; readonly isPrefix: boolean }
  | { readonly kind: 'call'; readonly name: string; readonly arguments: readonly BcArgument[] }
  | { readonly kind: 'builtin'; readonly name: 'length' | 'sqrt' | 'scale'; readonly operand: BcExpression };

/** A statement. */
export type BcStatement =
  | { readonly kind: 'expression'; readonly value: BcExpression; readonly isPrinted: boolean }
  | { readonly kind: 'string'; readonly text: string }
  | {
      readonly kind: 'print';
      readonly items: readonly (BcExpression | { readonly kind: 'text'; readonly text: string })[];
    }
  | {
      readonly kind: 'if';
      readonly test: BcExpression;
      readonly body: BcStatement;
      readonly otherwise: BcStatement | undefined;
    }
  | { readonly kind: 'while'; readonly test: BcExpression; readonly body: BcStatement }
  | {
      readonly kind: 'for';
      readonly first: BcExpression | undefined;
      readonly test: BcExpression | undefined;
      readonly next: BcExpression | undefined;
      readonly body: BcStatement;
    }
  | { readonly kind: 'block'; readonly body: readonly BcStatement[] }
  | { readonly kind: 'return'; readonly value: BcExpression | undefined }
  | { readonly kind: 'break' | 'continue' | 'halt' | 'quit' | 'limits' | 'warranty' }
  | { readonly kind: 'define'; readonly definition: BcFunction };

/** A function. */
export interface BcFunction {
  readonly name: string;
  /** Names of arrays end with `[]`. */
  readonly parameters: readonly string[];
  readonly locals: readonly string[];
  readonly body: readonly BcStatement[];
  readonly isVoid: boolean;
}
