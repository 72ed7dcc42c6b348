import type { Pattern } from '@cloche/search';
import { AwkFault, fatal, showPlace } from './awk-fault.ts';
import type { CodeBuilder } from './code-builder.ts';
import { CallCompiler } from './compile-call.ts';
import type { Machine } from './machine.ts';
import { DIVISION_FAULTS, OPERATORS } from './operators.ts';
import { readInto } from './read-line.ts';
import { arrayUsedAsValue, type Scope } from './scope.ts';
import type { AwkArrayName, AwkExpression, AwkTarget } from './syntax.ts';
import { AwkArray, type AwkCell, isTrue, isValue, toNumber } from './values.ts';

type Expression<Kind extends AwkExpression['kind']> = Extract<AwkExpression, { kind: Kind }>;

/** Compiles expressions: each leaves its value on the stack. */
export class ExpressionCompiler {
  readonly #builder: CodeBuilder;
  readonly #scope: Scope;
  readonly #calls: CallCompiler;

  constructor(builder: CodeBuilder, scope: Scope) {
    this.#builder = builder;
    this.#scope = scope;
    this.#calls = new CallCompiler(builder, scope, this);
  }

  add(expression: AwkExpression): void {
    if ('place' in expression) this.#builder.sourcePlace = expression.place;
    switch (expression.kind) {
      case 'number':
      case 'string': {
        const constant = expression.kind === 'number' ? expression.value : expression.text;
        this.#builder.emit((machine) => machine.push(constant));
        return;
      }
      case 'regexp': {
        const pattern = this.#patternOf(expression);
        this.#builder.emit((machine) => machine.push(pattern(machine).test(machine.runtime.record.text) ? 1 : 0));
        return;
      }
      case 'grouping':
        this.#grouping(expression);
        return;
      case 'variable':
      case 'field':
      case 'element':
        this.#read(expression);
        return;
      case 'assign':
        this.#assign(expression);
        return;
      case 'conditional':
        this.#conditional(expression);
        return;
      case 'logical':
        this.#logical(expression);
        return;
      case 'in':
        this.#in(expression);
        return;
      case 'match':
        this.#match(expression);
        return;
      case 'binary':
        this.#binary(expression);
        return;
      case 'unary':
        this.#unary(expression);
        return;
      case 'increment':
        this.#increment(expression);
        return;
      case 'call':
        this.#calls.addCall(expression);
        return;
      case 'builtin':
        this.#calls.addBuiltin(expression);
        return;
      case 'getline':
        this.#getline(expression);
        return;
    }
  }

  /** Leaves an array on the stack. */
  addArray(name: AwkArrayName): void {
    if (name.kind === 'variable') {
      const cell = this.#scope.find(name.name);
      this.#builder.emit((machine) => machine.push(cell.array(machine)));
      return;
    }
    this.addArray(name.array);
    this.addSubscript(name.subscripts);
    this.#builder.emit((machine) => {
      const key = machine.popText();
      const { elements } = machine.popArray();
      const cell = elements.get(key);
      const isUnset = cell === undefined || cell === '';
      if (!isUnset && !(cell instanceof AwkArray)) {
        throw fatal(`attempt to use scalar \`${arrayLabel(name.array)}["${key}"]' as an array`);
      }
      const array = cell instanceof AwkArray ? cell : new AwkArray();
      elements.set(key, array);
      machine.push(array);
    });
  }

  /** Leaves the key that subscripts make. */
  addSubscript(subscripts: readonly AwkExpression[]): void {
    for (const subscript of subscripts) this.add(subscript);
    if (subscripts.length === 1) return;
    this.#builder.emit((machine) => {
      const texts = subscripts.map(() => machine.popText()).reverse();
      machine.push(texts.join(machine.runtime.settings.subscriptSeparator));
    });
  }

  /** Assigns the value on the stack, and leaves it there. */
  addStore(target: AwkTarget): void {
    this.#update(target, (_old, machine) => {
      const value = machine.popValue();
      return { stored: value, result: value };
    });
  }

  #grouping({ items }: Expression<'grouping'>): void {
    const [only] = items;
    if (!only || items.length > 1) throw new AwkFault('cmd. line:1: error: a list is no value', 1);
    this.add(only);
  }

  #read(target: AwkTarget): void {
    switch (target.kind) {
      case 'variable': {
        const cell = this.#scope.find(target.name);
        this.#builder.emit((machine) => {
          const value = cell.read(machine);
          if (value instanceof AwkArray) throw arrayUsedAsValue(target.name);
          machine.push(value);
        });
        return;
      }
      case 'field':
        this.add(target.index);
        this.#builder.emit((machine) => machine.push(machine.runtime.record.field(fieldNumber(machine.popNumber()))));
        return;
      case 'element':
        this.addArray(target.array);
        this.addSubscript(target.subscripts);
        this.#builder.emit((machine) => {
          const key = machine.popText();
          const { elements } = machine.popArray();
          const cell = elements.get(key);
          if (cell instanceof AwkArray) throw arrayUsedAsValue(`${arrayLabel(target.array)}["${key}"]`);
          // Looking at an element makes it.
          if (cell === undefined) elements.set(key, cell);
          machine.push(cell);
        });
    }
  }

  /** Changes a target by its old value and pushes a result. What `change` pops is below the subscripts. */
  #update(
    target: AwkTarget,
    change: (old: () => AwkCell, machine: Machine) => { stored: AwkCell; result: AwkCell },
  ): void {
    switch (target.kind) {
      case 'variable': {
        const cell = this.#scope.find(target.name);
        this.#builder.emit((machine) => {
          const { stored, result } = change(() => cell.read(machine), machine);
          cell.write(machine, stored);
          machine.push(result);
        });
        return;
      }
      case 'field':
        this.add(target.index);
        this.#builder.emit((machine) => {
          const { record } = machine.runtime;
          const number = fieldNumber(machine.popNumber());
          const { stored, result } = change(() => record.field(number), machine);
          record.setField(number, isValue(stored) ? stored : undefined);
          machine.push(result);
        });
        return;
      case 'element':
        this.addArray(target.array);
        this.addSubscript(target.subscripts);
        this.#builder.emit((machine) => {
          const key = machine.popText();
          const { elements } = machine.popArray();
          const { stored, result } = change(() => elements.get(key), machine);
          if (elements.get(key) instanceof AwkArray) throw arrayUsedAsValue(`${arrayLabel(target.array)}["${key}"]`);
          elements.set(key, stored);
          machine.push(result);
        });
    }
  }

  #assign({ target, operator, value, place }: Expression<'assign'>): void {
    this.add(value);
    if (operator === undefined) {
      this.addStore(target);
      return;
    }
    const operate = OPERATORS[operator];
    this.#update(target, (old, machine) => {
      const right = machine.popValue();
      const left = old();
      const result = operate(isValue(left) ? left : undefined, right, machine, place);
      return { stored: result, result };
    });
  }

  #increment({ target, by, isPrefix }: Expression<'increment'>): void {
    this.#update(target, (old) => {
      const cell = old();
      if (cell instanceof AwkArray && target.kind === 'variable') throw arrayUsedAsValue(target.name);
      const before = isValue(cell) ? toNumber(cell) : 0;
      return { stored: before + by, result: isPrefix ? before + by : before };
    });
  }

  #conditional({ test, whenTrue, otherwise }: Expression<'conditional'>): void {
    const [isFalse, end] = [this.#builder.createLabel(), this.#builder.createLabel()];
    this.add(test);
    this.#builder.jumpIf(false, isFalse);
    this.add(whenTrue);
    this.#builder.jump(end);
    this.#builder.place(isFalse);
    this.add(otherwise);
    this.#builder.place(end);
  }

  #logical({ operator, left, right }: Expression<'logical'>): void {
    const decidedBy = operator === '||';
    const [decided, end] = [this.#builder.createLabel(), this.#builder.createLabel()];
    this.add(left);
    this.#builder.jumpIf(decidedBy, decided);
    this.add(right);
    this.#builder.emit((machine) => machine.push(isTrue(machine.popValue()) ? 1 : 0));
    this.#builder.jump(end);
    this.#builder.place(decided);
    this.#builder.emit((machine) => machine.push(decidedBy ? 1 : 0));
    this.#builder.place(end);
  }

  #in({ subscripts, array }: Expression<'in'>): void {
    this.addSubscript(subscripts);
    this.addArray(array);
    this.#builder.emit((machine) => {
      const { elements } = machine.popArray();
      machine.push(elements.has(machine.popText()) ? 1 : 0);
    });
  }

  #match({ isNegated, text, regexp, place }: Expression<'match'>): void {
    this.add(text);
    if (regexp.kind === 'regexp') {
      const pattern = this.#patternOf(regexp);
      this.#builder.emit((machine) => machine.push(pattern(machine).test(machine.popText()) !== isNegated ? 1 : 0));
      return;
    }
    this.add(regexp);
    this.#builder.emit((machine) => {
      const pattern = machine.runtime.regexps.compile(machine.popText(), place);
      machine.push(pattern.test(machine.popText()) !== isNegated ? 1 : 0);
    });
  }

  /** Compiles a pattern when it is first used, and again when IGNORECASE has changed. A wrong one fails at once. */
  #patternOf({ source, place }: Expression<'regexp'>): (machine: Machine) => Pattern {
    const { regexps } = this.#scope.runtime;
    let pattern = regexps.compile(source, place);
    let ignoresCase = regexps.ignoreCase;
    return () => {
      if (regexps.ignoreCase !== ignoresCase) {
        pattern = regexps.compile(source, place);
        ({ ignoreCase: ignoresCase } = regexps);
      }
      return pattern;
    };
  }

  #binary({ operator, left, right, place }: Expression<'binary'>): void {
    const operate = OPERATORS[operator];
    const isDivision = operator === '/' || operator === '%';
    if (isDivision && left.kind === 'number' && right.kind === 'number' && right.value === 0) {
      throw new AwkFault(`${showPlace(place)}: error: ${DIVISION_FAULTS[operator]}`, 1);
    }
    this.add(left);
    this.add(right);
    this.#builder.emit((machine) => {
      const second = machine.popValue();
      machine.push(operate(machine.popValue(), second, machine, place));
    });
  }

  #unary({ operator, item }: Expression<'unary'>): void {
    this.add(item);
    this.#builder.emit((machine) => {
      const value = machine.popValue();
      if (operator === '!') machine.push(isTrue(value) ? 0 : 1);
      else machine.push(operator === '-' ? -toNumber(value) : toNumber(value));
    });
  }

  #getline({ source, target }: Expression<'getline'>): void {
    if (source.kind === 'file') this.add(source.name);
    if (source.kind === 'command') this.add(source.command);
    const end = this.#builder.createLabel();
    this.#builder.emit(async (machine) => {
      const from = source.kind === 'main' ? '' : machine.popText();
      const { status, text } = await readInto(machine.runtime, source.kind, from, target !== undefined);
      machine.push(status);
      if (text === undefined || !target) machine.jump(end.at);
      else machine.push(text);
    });
    if (target) this.addStore(target);
    this.#builder.emit((machine) => void machine.pop());
    this.#builder.place(end);
  }
}

function fieldNumber(value: number): number {
  const number = Math.trunc(value);
  if (number < 0) throw fatal(`attempt to access field ${number}`);
  return number;
}

function arrayLabel(name: AwkArrayName): string {
  return name.kind === 'variable' ? name.name : arrayLabel(name.array);
}
