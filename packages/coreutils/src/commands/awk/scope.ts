import { fatal } from './awk-fault.ts';
import type { Code, Machine } from './machine.ts';
import type { AwkRuntime } from './runtime.ts';
import { AwkArray, type AwkCell, isValue, UnsetVariable } from './values.ts';

/** A function whose code may still have to be compiled. */
export interface CompiledFunction {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly code: Code;
}

/** How code gets at what a name stands for. */
export interface NamedCell {
  read(machine: Machine): AwkCell;
  write(machine: Machine, cell: AwkCell): void;
  /** Returns the array that it holds, making one of it if it holds nothing. Throws `AwkFault`. */
  array(machine: Machine): AwkArray;
  /** Returns what a function gets that it is passed to. */
  pass(machine: Machine): AwkCell;
}

/** What the names in a rule or a function mean. */
export interface Scope {
  readonly runtime: AwkRuntime;
  readonly functions: ReadonlyMap<string, CompiledFunction>;
  find(name: string): NamedCell;
}

/** Creates the scope of rules, or with parameters that of a function. */
export function createScope(
  runtime: AwkRuntime,
  functions: ReadonlyMap<string, CompiledFunction>,
  parameters: readonly string[] = [],
): Scope {
  return {
    runtime,
    functions,
    find(name) {
      if (functions.has(name) && !parameters.includes(name)) {
        throw fatal(`function \`${name}' used as variable or array`);
      }
      const slot = parameters.indexOf(name);
      return slot < 0 ? globalCell(runtime, name) : localCell(name, slot);
    },
  };
}

function globalCell(runtime: AwkRuntime, name: string): NamedCell {
  const variable = runtime.variable(name);
  const claim = (): AwkArray => {
    const array = new AwkArray();
    variable.set(array);
    return array;
  };
  return {
    read: variable.get,
    write: (_machine, cell) => {
      if (variable.get() instanceof AwkArray) throw arrayUsedAsValue(name);
      variable.set(cell);
    },
    array() {
      const cell = variable.get();
      if (cell instanceof AwkArray) return cell;
      if (cell !== undefined) throw fatal(`attempt to use scalar \`${name}' as an array`);
      return claim();
    },
    pass() {
      const cell = variable.get();
      return cell === undefined ? new UnsetVariable(() => existing(variable.get()) ?? claim()) : cell;
    },
  };
}

function existing(cell: AwkCell): AwkArray | undefined {
  return cell instanceof AwkArray ? cell : undefined;
}

function localCell(name: string, slot: number): NamedCell {
  return {
    read({ locals }) {
      const cell = locals[slot];
      return cell instanceof UnsetVariable ? cell.array : cell;
    },
    write({ locals }, cell) {
      if (locals[slot] instanceof AwkArray) throw arrayUsedAsValue(name);
      locals[slot] = cell;
    },
    array({ locals }) {
      const cell = locals[slot];
      if (cell instanceof AwkArray) return cell;
      if (isValue(cell) && cell !== undefined) throw fatal(`attempt to use scalar parameter \`${name}' as an array`);
      const array = cell instanceof UnsetVariable ? cell.become() : new AwkArray();
      locals[slot] = array;
      return array;
    },
    pass({ locals }) {
      const cell = locals[slot];
      if (cell instanceof UnsetVariable) return cell.array ?? cell;
      if (cell !== undefined) return cell;
      const unset = new UnsetVariable(() => {
        const array = new AwkArray();
        locals[slot] = array;
        return array;
      });
      locals[slot] = unset;
      return unset;
    },
  };
}

/** Makes the fault of an array where a value is wanted. */
export function arrayUsedAsValue(name: string): Error {
  return fatal(`attempt to use array \`${name}' in a scalar context`);
}
