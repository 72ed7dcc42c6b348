import type { BcArgument, BcExpression, BcFunction, BcPlace, BcStatement } from './bc-syntax.ts';
import {
  add,
  BcFault,
  compare,
  type Decimal,
  decimalOf,
  digitCount,
  divide,
  multiply,
  negate,
  ONE,
  power,
  remainder,
  squareRoot,
  subtract,
  toInteger,
  ZERO,
} from './decimal.ts';
import { MATH_FUNCTIONS } from './math-functions.ts';
import { formatNumber, parseNumber } from './number-text.ts';

/** What ends a statement early. */
type Ending = { readonly kind: 'break' | 'continue' | 'quit' } | { readonly kind: 'return'; readonly value: Decimal };

/** Yields after each statement, so that whoever runs the machine can take turns with others. */
type Steps<Result> = Generator<void, Result, void>;

const MAX_CALL_DEPTH = 2000;
const MAX_INDEX = 16_777_215;
const MAX_SCALE = 100_000;
const PRINT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['q', '"'],
  ['r', '\r'],
  ['t', '\t'],
  ['\\', '\\'],
]);

/** Runs the statements of bc programs. */
export class BcMachine {
  readonly #put: (text: string) => void;
  readonly #lineLength: number;
  readonly #functions = new Map<string, BcFunction>();
  readonly #hasMath: boolean;
  #variables = new Map<string, Decimal>();
  #arrays = new Map<string, Map<number, Decimal>>();
  #scale: number;
  #inputBase = 10;
  #outputBase = 10;
  #last: Decimal = ZERO;
  #callDepth = 0;
  #column = 0;

  /** @param lineLength  longest line of output; 0 for no limit */
  constructor(put: (text: string) => void, lineLength: number, hasMath: boolean) {
    this.#put = put;
    this.#lineLength = lineLength;
    this.#hasMath = hasMath;
    this.#scale = hasMath ? 20 : 0;
  }

  /** Runs a statement; returns whether the program goes on. Throws `BcFault`. */
  *run(statement: BcStatement): Steps<boolean> {
    const ending = yield* this.#execute(statement);
    return ending?.kind !== 'quit';
  }

  *#execute(statement: BcStatement): Steps<Ending | undefined> {
    yield;
    switch (statement.kind) {
      case 'expression': {
        const value = yield* this.#evaluate(statement.value);
        if (!statement.isPrinted || this.#isVoidCall(statement.value)) return undefined;
        this.#last = value;
        this.#putText(formatNumber(value, this.#outputBase), true);
        this.#putRaw('\n');
        return undefined;
      }
      case 'string':
        this.#putRaw(statement.text);
        return undefined;
      case 'print':
        for (const item of statement.items) yield* this.#print(item);
        return undefined;
      case 'if': {
        const isTrue = (yield* this.#evaluate(statement.test)).units !== 0n;
        const chosen = isTrue ? statement.body : statement.otherwise;
        return chosen && (yield* this.#execute(chosen));
      }
      case 'while':
        return yield* this.#loop(statement.test, undefined, statement.body);
      case 'for':
        if (statement.first) yield* this.#evaluate(statement.first);
        return yield* this.#loop(statement.test, statement.next, statement.body);
      case 'block':
        for (const inner of statement.body) {
          const ending = yield* this.#execute(inner);
          if (ending) return ending;
        }
        return undefined;
      case 'return':
        return { kind: 'return', value: statement.value ? yield* this.#evaluate(statement.value) : ZERO };
      case 'break':
      case 'continue':
        return { kind: statement.kind };
      case 'halt':
      case 'quit':
        return { kind: 'quit' };
      case 'limits':
      case 'warranty':
        return undefined;
      case 'define':
        this.#functions.set(statement.definition.name, statement.definition);
        return undefined;
    }
  }

  *#loop(test: BcExpression | undefined, next: BcExpression | undefined, body: BcStatement): Steps<Ending | undefined> {
    while (!test || (yield* this.#evaluate(test)).units !== 0n) {
      const ending = yield* this.#execute(body);
      if (ending?.kind === 'break') return undefined;
      if (ending && ending.kind !== 'continue') return ending;
      if (next) yield* this.#evaluate(next);
    }
    return undefined;
  }

  *#print(item: BcExpression | { readonly kind: 'text'; readonly text: string }): Steps<void> {
    if (item.kind === 'text') {
      this.#putRaw(item.text.replaceAll(/\\(.)/g, (whole, letter: string) => PRINT_ESCAPES.get(letter) ?? whole));
      return;
    }
    const value = yield* this.#evaluate(item);
    this.#last = value;
    this.#putText(formatNumber(value, this.#outputBase), true);
  }

  *#evaluate(expression: BcExpression): Steps<Decimal> {
    switch (expression.kind) {
      case 'number':
        return parseNumber(expression.text, this.#inputBase);
      case 'variable':
      case 'element':
      case 'setting':
        return this.#read(expression, yield* this.#indexOf(expression));
      case 'negate':
        return negate(yield* this.#evaluate(expression.operand));
      case 'not':
        return (yield* this.#evaluate(expression.operand)).units === 0n ? ONE : ZERO;
      case 'binary': {
        const left = yield* this.#evaluate(expression.left);
        if (expression.operator === '&&' && left.units === 0n) return ZERO;
        if (expression.operator === '||' && left.units !== 0n) return ONE;
        return this.#operate(expression.operator, left, yield* this.#evaluate(expression.right));
      }
      case 'assign': {
        const index = yield* this.#indexOf(expression.place);
        const value = yield* this.#evaluate(expression.value);
        const { operator } = expression;
        const result = operator === '' ? value : this.#operate(operator, this.#read(expression.place, index), value);
        this.#write(expression.place, index, result);
        return result;
      }
      case 'step': {
        const index = yield* this.#indexOf(expression.place);
        const before = this.#read(expression.place, index);
        const after = add(before, decimalOf(expression.by));
        this.#write(expression.place, index, after);
        return expression.isPrefix ? after : before;
      }
      case 'builtin': {
        const value = yield* this.#evaluate(expression.operand);
        if (expression.name === 'sqrt') return squareRoot(value, this.#scale);
        return decimalOf(expression.name === 'length' ? digitCount(value) : value.scale);
      }
      case 'call':
        return yield* this.#call(expression.name, expression.arguments);
    }
  }

  #operate(operator: string, left: Decimal, right: Decimal): Decimal {
    const truth = (isTrue: boolean): Decimal => (isTrue ? ONE : ZERO);
    switch (operator) {
      case '+':
        return add(left, right);
      case '-':
        return subtract(left, right);
      case '*':
        return multiply(left, right, this.#scale);
      case '/':
        return divide(left, right, this.#scale);
      case '%':
        return remainder(left, right, this.#scale);
      case '^':
        return power(left, right, this.#scale);
      case '==':
        return truth(compare(left, right) === 0);
      case '!=':
        return truth(compare(left, right) !== 0);
      case '<':
        return truth(compare(left, right) < 0);
      case '<=':
        return truth(compare(left, right) <= 0);
      case '>':
        return truth(compare(left, right) > 0);
      case '>=':
        return truth(compare(left, right) >= 0);
      default:
        return truth(right.units !== 0n);
    }
  }

  *#indexOf(place: BcPlace): Steps<number> {
    if (place.kind !== 'element') return 0;
    const index = toInteger(yield* this.#evaluate(place.index));
    if (index < 0 || index > MAX_INDEX) throw new BcFault(`Array ${place.name} subscript out of bounds.`);
    return index;
  }

  #read(place: BcPlace, index: number): Decimal {
    switch (place.kind) {
      case 'variable':
        return this.#variables.get(place.name) ?? ZERO;
      case 'element':
        return this.#arrays.get(place.name)?.get(index) ?? ZERO;
      case 'setting':
        switch (place.name) {
          case 'scale':
            return decimalOf(this.#scale);
          case 'ibase':
            return decimalOf(this.#inputBase);
          case 'obase':
            return decimalOf(this.#outputBase);
          case 'last':
            return this.#last;
        }
    }
  }

  #write(place: BcPlace, index: number, value: Decimal): void {
    switch (place.kind) {
      case 'variable':
        this.#variables.set(place.name, value);
        return;
      case 'element': {
        const array = this.#arrays.get(place.name) ?? new Map<number, Decimal>();
        this.#arrays.set(place.name, array.set(index, value));
        return;
      }
      case 'setting':
        this.#set(place.name, value);
    }
  }

  #set(name: 'scale' | 'ibase' | 'obase' | 'last', value: Decimal): void {
    const number = toInteger(value);
    switch (name) {
      case 'scale':
        this.#scale = Math.min(Math.max(number, 0), MAX_SCALE);
        return;
      case 'ibase':
        this.#inputBase = Math.min(Math.max(number, 2), 16);
        return;
      case 'obase':
        this.#outputBase = Math.min(Math.max(number, 2), 2 ** 31 - 1);
        return;
      case 'last':
        this.#last = value;
    }
  }

  *#call(name: string, given: readonly BcArgument[]): Steps<Decimal> {
    const definition = this.#functions.get(name);
    if (!definition) {
      const math = this.#hasMath ? MATH_FUNCTIONS.get(name) : undefined;
      if (!math) throw new BcFault(`Function ${name} not defined.`);
      const values: Decimal[] = [];
      for (const argument of given)
        values.push(argument.kind === 'value' ? yield* this.#evaluate(argument.value) : ZERO);
      if (values.length !== math.parameters) throw new BcFault('Parameter number mismatch');
      return math.compute(values, this.#scale);
    }
    if (given.length !== definition.parameters.length) throw new BcFault('Parameter number mismatch');
    if (++this.#callDepth > MAX_CALL_DEPTH) throw new BcFault('calls nested too deeply');
    const restore = yield* this.#enter(definition, given);
    let result = ZERO;
    for (const statement of definition.body) {
      const ending = yield* this.#execute(statement);
      if (ending?.kind === 'quit') throw new BcQuit();
      if (ending?.kind !== 'return') continue;
      result = ending.value;
      break;
    }
    restore();
    this.#callDepth--;
    return result;
  }

  /** Binds parameters and locals, and returns what puts back the values they hide. */
  *#enter(definition: BcFunction, given: readonly BcArgument[]): Steps<() => void> {
    const values: (Decimal | Map<number, Decimal>)[] = [];
    for (const argument of given) {
      if (argument.kind === 'array') values.push(new Map(this.#arrays.get(argument.name)));
      else values.push(yield* this.#evaluate(argument.value));
    }
    const variables = this.#variables;
    const arrays = this.#arrays;
    const names = [...definition.parameters, ...definition.locals];
    const hidden = names.map((name) => {
      const array = name.endsWith('[]') ? name.slice(0, -2) : undefined;
      return { name, array, value: array === undefined ? variables.get(name) : arrays.get(array) };
    });
    for (const [index, name] of names.entries()) {
      const value = values[index];
      if (name.endsWith('[]')) arrays.set(name.slice(0, -2), value instanceof Map ? value : new Map());
      else variables.set(name, value === undefined || value instanceof Map ? ZERO : value);
    }
    return () => {
      for (const { name, array, value } of hidden.toReversed()) {
        if (array === undefined) variables.set(name, value === undefined || value instanceof Map ? ZERO : value);
        else arrays.set(array, value instanceof Map ? value : new Map());
      }
    };
  }

  #isVoidCall(expression: BcExpression): boolean {
    return expression.kind === 'call' && this.#functions.get(expression.name)?.isVoid === true;
  }

  #putRaw(text: string): void {
    this.#putText(text, false);
  }

  /** Numbers that reach the end of the line go on in the next one, behind a backslash. */
  #putText(text: string, isNumber: boolean): void {
    const limit = this.#lineLength - 2;
    if (!isNumber || this.#lineLength === 0) {
      this.#put(text);
      const lineEnd = text.lastIndexOf('\n');
      this.#column = lineEnd < 0 ? this.#column + text.length : text.length - lineEnd - 1;
      return;
    }
    let rest = text;
    let shown = '';
    while (this.#column + rest.length > limit) {
      const room = Math.max(limit - this.#column, 0);
      shown += `${rest.slice(0, room)}\\\n`;
      rest = rest.slice(room);
      this.#column = 0;
    }
    this.#column += rest.length;
    this.#put(shown + rest);
  }
}

/** Ends a program from inside a function. */
export class BcQuit extends Error {
  readonly code = 'BC_QUIT';
}
