/** Where something stands in a program, for messages. */
export interface SourcePlace {
  /** `cmd. line` or the name of a program file. */
  readonly source: string;
  /** 1-based. */
  readonly line: number;
}

/** Operators of two operands that both are always evaluated. */
export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '^' | '<' | '<=' | '==' | '!=' | '>' | '>=' | ' ';

/** Something that can be assigned to. */
export type AwkTarget =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'field'; readonly index: AwkExpression }
  | AwkElement;

/** An element of an array, which may itself be an element (gawk's arrays of arrays). */
export interface AwkElement {
  readonly kind: 'element';
  readonly array: AwkArrayName;
  /** Several subscripts are joined with SUBSEP. */
  readonly subscripts: readonly AwkExpression[];
}

/** What names an array. */
export type AwkArrayName = { readonly kind: 'variable'; readonly name: string } | AwkElement;

/** Where `getline` reads from. */
export type GetlineSource =
  | { readonly kind: 'main' }
  | { readonly kind: 'file'; readonly name: AwkExpression }
  | { readonly kind: 'command'; readonly command: AwkExpression };

/** An expression; `place` is there where it may fail. */
export type AwkExpression =
  | AwkTarget
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'regexp'; readonly source: string; readonly place: SourcePlace }
  | { readonly kind: 'grouping'; readonly items: readonly AwkExpression[] }
  | {
      readonly kind: 'assign';
      readonly target: AwkTarget;
      readonly operator: BinaryOperator | undefined;
      readonly value: AwkExpression;
      readonly place: SourcePlace;
    }
  | {
      readonly kind: 'conditional';
      readonly test: AwkExpression;
      readonly whenTrue: AwkExpression;
      readonly otherwise: AwkExpression;
    }
  | {
      readonly kind: 'logical';
      readonly operator: '&&' | '||';
      readonly left: AwkExpression;
      readonly right: AwkExpression;
    }
  | {
      readonly kind: 'in';
      readonly subscripts: readonly AwkExpression[];
      readonly array: AwkArrayName;
      readonly place: SourcePlace;
    }
  | {
      readonly kind: 'match';
      readonly isNegated: boolean;
      readonly text: AwkExpression;
      readonly regexp: AwkExpression;
      readonly place: SourcePlace;
    }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: AwkExpression;
      readonly right: AwkExpression;
      readonly place: SourcePlace;
    }
  | { readonly kind: 'unary'; readonly operator: '!' | '-' | '+'; readonly item: AwkExpression }
  | { readonly kind: 'increment'; readonly target: AwkTarget; readonly by: 1 | -1; readonly isPrefix: boolean }
  | {
      readonly kind: 'call';
      readonly name: string;
      /** The name is in a variable (`@name(…)`). */
      readonly isIndirect: boolean;
      readonly operands: readonly AwkExpression[];
      readonly place: SourcePlace;
    }
  | {
      readonly kind: 'builtin';
      readonly name: string;
      readonly operands: readonly AwkExpression[];
      readonly place: SourcePlace;
    }
  | {
      readonly kind: 'getline';
      readonly source: GetlineSource;
      readonly target: AwkTarget | undefined;
      readonly place: SourcePlace;
    };

/** Where `print` writes to. */
export interface AwkRedirection {
  readonly kind: 'file' | 'append' | 'pipe';
  readonly name: AwkExpression;
}

/** A case of a switch; `undefined` is the default. */
export interface AwkCase {
  readonly value: AwkExpression | undefined;
  readonly body: readonly AwkStatement[];
}

/** A statement. */
export type AwkStatement =
  | {
      readonly kind: 'print' | 'printf';
      readonly operands: readonly AwkExpression[];
      readonly output: AwkRedirection | undefined;
      readonly place: SourcePlace;
    }
  | { readonly kind: 'expression'; readonly expression: AwkExpression }
  | {
      readonly kind: 'if';
      readonly test: AwkExpression;
      readonly body: AwkStatement;
      readonly otherwise: AwkStatement | undefined;
    }
  | { readonly kind: 'while' | 'do'; readonly test: AwkExpression; readonly body: AwkStatement }
  | {
      readonly kind: 'for';
      readonly before: AwkStatement | undefined;
      readonly test: AwkExpression | undefined;
      readonly after: AwkStatement | undefined;
      readonly body: AwkStatement;
    }
  | {
      readonly kind: 'for-in';
      readonly variable: AwkTarget;
      readonly array: AwkArrayName;
      readonly body: AwkStatement;
      readonly place: SourcePlace;
    }
  | { readonly kind: 'switch'; readonly value: AwkExpression; readonly cases: readonly AwkCase[] }
  | { readonly kind: 'block'; readonly statements: readonly AwkStatement[] }
  | { readonly kind: 'next' | 'nextfile' }
  | { readonly kind: 'break' | 'continue' }
  | { readonly kind: 'exit' | 'return'; readonly value: AwkExpression | undefined }
  | {
      readonly kind: 'delete';
      readonly array: AwkArrayName;
      /** Without subscripts the whole array is emptied. */
      readonly subscripts: readonly AwkExpression[] | undefined;
      readonly place: SourcePlace;
    };

/** When a rule's action runs. */
export type AwkPattern =
  | { readonly kind: 'begin' | 'end' | 'beginfile' | 'endfile' | 'always' }
  | { readonly kind: 'expression'; readonly expression: AwkExpression }
  | { readonly kind: 'range'; readonly first: AwkExpression; readonly last: AwkExpression };

/** A pattern and its action; without one the record is printed. */
export interface AwkRule {
  readonly pattern: AwkPattern;
  readonly body: AwkStatement | undefined;
}

/** A function that the program defines. */
export interface AwkFunction {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly body: AwkStatement;
}

/** A parsed program. */
export interface AwkProgram {
  readonly rules: readonly AwkRule[];
  readonly functions: ReadonlyMap<string, AwkFunction>;
  readonly warnings: readonly string[];
}
