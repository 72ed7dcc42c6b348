import type { ArithmeticVariables } from '../arithmetic/evaluate-arithmetic.ts';
import { ArithmeticError, type VariableReference } from '../arithmetic/expression.ts';
import { add, type Integer } from '../arithmetic/integer.ts';
import { checkTextLength, countAssigned } from '../execute/check-limits.ts';
import { ShellError } from '../execute/shell-error.ts';
import { expandSubscriptAtOnce } from '../expand/expand-subscript.ts';
import type { Shell } from '../shell.ts';
import { AssociativeArray } from './associative-array.ts';
import { IndexedArray } from './indexed-array.ts';
import { foldCase, scalarOf, type Variable, type VariableValue, valueOf } from './variable.ts';

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const REFERENCE = /^([A-Za-z_][A-Za-z0-9_]*)(?:\[(.*)\])?$/s;
const MAX_REFERENCES = 16;

/** Subscripts that are evaluated inside one another. */
const MAX_EVALUATIONS = 200;

/** Says whether `text` is a variable's name. */
export function isName(text: string): boolean {
  return NAME.test(text);
}

/** Divides `name` or `name[subscript]`; `undefined` when it is neither. */
export function splitReference(text: string): VariableReference | undefined {
  const match = REFERENCE.exec(text);
  if (!match) return undefined;
  return { kind: 'variable', name: match[1] ?? '', subscript: match[2] };
}

/** Follows name references and returns the reference that is really meant; no name when they go in a circle. */
export function resolveReference(shell: Shell, reference: VariableReference): VariableReference {
  if (shell.variables.get(reference.name)?.isNameReference !== true) return reference;
  let current = reference;
  for (let count = 0; count < MAX_REFERENCES; count++) {
    const variable = shell.variables.get(current.name);
    if (!variable?.isNameReference || typeof variable.value !== 'string' || variable.value === '') return current;
    const target = splitReference(variable.value);
    if (!target || target.name === current.name) return current;
    if (target.subscript !== undefined && current.subscript !== undefined)
      throw new ShellError(`\`${variable.value}': not a valid identifier`);
    const subscript =
      target.subscript === undefined ? current.subscript : expandSubscriptAtOnce(shell, target.subscript);
    current = { kind: 'variable', name: target.name, subscript };
  }
  return { kind: 'variable', name: '', subscript: undefined };
}

/** Returns the variable that a name means, name references followed. */
export function findVariable(shell: Shell, name: string): Variable | undefined {
  const variable = shell.variables.get(name);
  if (!variable?.isNameReference) return variable;
  return shell.variables.get(resolveReference(shell, { kind: 'variable', name, subscript: undefined }).name);
}

/** Returns the value that `$name` means, or `undefined` when it is unset. */
export function readVariable(shell: Shell, name: string): string | undefined {
  const variable = shell.variables.get(name);
  if (!variable?.isNameReference) return scalarOf(variable);
  const target = resolveReference(shell, { kind: 'variable', name, subscript: undefined });
  return target.subscript === undefined ? scalarOf(shell.variables.get(target.name)) : readReference(shell, target);
}

/** Returns the value of a variable or element whose subscript is already expanded. */
export function readReference(shell: Shell, reference: VariableReference): string | undefined {
  const { name, subscript } = resolveReference(shell, reference);
  const variable = shell.variables.get(name);
  if (subscript === undefined) return scalarOf(variable);
  if (!variable) return undefined;
  const value = valueOf(variable);
  if (subscript === '@' || subscript === '*') return elementsOf(value).join(' ');
  if (value instanceof AssociativeArray) return value.get(subscript);
  const index = elementIndex(shell, value, subscript, name);
  if (value instanceof IndexedArray) return value.get(index);
  return index === 0 ? value : undefined;
}

/** Returns the elements in order; a scalar is its own only element. */
export function elementsOf(value: VariableValue): string[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return [value];
  return value instanceof IndexedArray ? value.values() : [...value.values()];
}

/** Returns the keys or indexes in order. */
export function keysOf(value: VariableValue): string[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return ['0'];
  return value instanceof IndexedArray ? value.keys().map(String) : [...value.keys()];
}

/** Returns the index that a subscript means; negative ones count from the end. Throws when there is none. */
export function elementIndex(shell: Shell, value: VariableValue, subscript: string, name: string): number {
  const end = value instanceof IndexedArray ? value.end : value === undefined ? 0 : 1;
  return indexFrom(shell, subscript, { end, shown: name });
}

/** Bash counts to 2^63; here indexes are numbers, which are exact to 2^53. */
const MAX_INDEX = 2 ** 52;

/** Returns the index that a subscript means in an array of `end` elements. Throws an error about `shown` when there is none. */
export function indexFrom(
  shell: Shell,
  subscript: string,
  { end, shown }: { readonly end: number; readonly shown: string },
): number {
  const value = evaluate(shell, subscript);
  if (value > MAX_INDEX) throw new ShellError(`${shown}: array subscript ${value} is above the limit of ${MAX_INDEX}`);
  const index = value < 0 ? end + Number(value) : Number(value);
  if (index < 0) throw new ShellError(`${shown}: bad array subscript`);
  return index;
}

/** How an assignment changes a value. */
export interface AssignOptions {
  readonly append?: boolean;
  /** Assigns in the innermost scope's own variable. */
  readonly isLocal?: boolean;
}

/** Assigns a scalar value, with the effects of the variable's attributes. Throws `ShellError` when it is read-only. */
export function assignVariable(shell: Shell, name: string, value: string, options: AssignOptions = {}): void {
  assignReference(shell, { kind: 'variable', name, subscript: undefined }, value, options);
}

/** Assigns a variable or an element. */
export function assignReference(
  shell: Shell,
  reference: VariableReference,
  value: string,
  options: AssignOptions = {},
): void {
  const { name, subscript } = resolveReference(shell, reference);
  if (name === '') throw new ShellError(`${reference.name}: circular name reference`);
  const variable = shell.variables.getOrCreate(name);
  if (variable.isNameReference && subscript === undefined && !splitReference(value)) {
    throw new ShellError(`${value}: invalid variable name for name reference`);
  }
  checkWritable(name, variable);
  countAssigned(shell, value.length);
  if (subscript === undefined) assignScalar(shell, variable, value, options.append === true);
  else assignElement(shell, variable, { name, subscript, value, append: options.append === true });
  if (name === 'PATH') shell.commandPaths.clear();
  if (shell.options.has('allexport')) variable.isExported = true;
}

/** Throws when a variable may not be changed. */
export function checkWritable(name: string, variable: Variable): void {
  if (variable.isReadonly) throw new ShellError(`${name}: readonly variable`);
}

function assignScalar(shell: Shell, variable: Variable, value: string, append: boolean): void {
  if (variable.accept) {
    variable.accept(value);
    return;
  }
  const current = variable.value;
  if (current instanceof IndexedArray) {
    current.set(0, convert(shell, variable, value, append ? (current.get(0) ?? '') : undefined));
  } else if (current instanceof AssociativeArray) {
    current.set('0', convert(shell, variable, value, append ? (current.get('0') ?? '') : undefined));
  } else variable.value = convert(shell, variable, value, append ? (current ?? '') : undefined);
}

function assignElement(
  shell: Shell,
  variable: Variable,
  element: { name: string; subscript: string; value: string; append: boolean },
): void {
  const { name, subscript, append } = element;
  if (variable.value instanceof AssociativeArray) {
    if (subscript === '') throw new ShellError(`${name}[]: bad array subscript`);
    const value = convert(shell, variable, element.value, append ? (variable.value.get(subscript) ?? '') : undefined);
    variable.value.set(subscript, value);
    return;
  }
  if (subscript === '@' || subscript === '*' || subscript.trim() === '') {
    throw new ShellError(`${name}[${subscript}]: bad array subscript`);
  }
  const array = toIndexedArray(variable);
  const index = indexFrom(shell, subscript, { end: array.end, shown: `${name}[${subscript}]` });
  array.set(index, convert(shell, variable, element.value, append ? (array.get(index) ?? '') : undefined));
}

/** Makes an indexed array of a scalar variable, whose value becomes element 0. */
export function toIndexedArray(variable: Variable): IndexedArray {
  if (variable.value instanceof IndexedArray) return variable.value;
  const scalar = typeof variable.value === 'string' ? [variable.value] : [];
  const array = new IndexedArray(scalar);
  variable.value = array;
  return array;
}

/** Applies the integer and case attributes; `before` is the old value when the new one is appended. */
export function convert(shell: Shell, variable: Variable, value: string, before: string | undefined): string {
  if (!variable.isInteger) {
    if (before === undefined) return foldCase(variable, value);
    checkTextLength(shell, before.length + value.length, 'bytes of a value');
    return foldCase(variable, before + value);
  }
  const number = evaluate(shell, value);
  return String(before === undefined ? number : add(evaluate(shell, before), number));
}

/** Evaluates arithmetic text in the shell's variables. Throws `ShellError` with bash's wording. */
export function evaluate(shell: Shell, text: string): Integer {
  const { budget } = shell;
  budget.evaluations++;
  try {
    if (budget.evaluations > MAX_EVALUATIONS) throw new ArithmeticError('expression recursion level exceeded', text);
    return shell.arithmetic.evaluate(text, new ShellArithmeticVariables(shell));
  } catch (error) {
    if (!(error instanceof ArithmeticError)) throw error;
    const expression = text.trimStart();
    const token = error.token ?? (/([^/%*]*)$/.exec(expression)?.[1] ?? '').trim();
    throw new ShellError(`${expression}: ${error.message} (error token is "${token}")`);
  } finally {
    budget.evaluations--;
  }
}

/** The variables of a shell as arithmetic sees them. */
class ShellArithmeticVariables implements ArithmeticVariables {
  private readonly shell: Shell;

  constructor(shell: Shell) {
    this.shell = shell;
  }

  read(reference: VariableReference): string {
    const { shell } = this;
    const variable = shell.variables.get(reference.name);
    const value =
      reference.subscript === undefined && !variable?.isNameReference
        ? scalarOf(variable)
        : readReference(shell, { ...reference, subscript: unquoteSubscript(reference.subscript) });
    if (value === undefined && shell.options.has('nounset')) {
      const name = reference.subscript === undefined ? reference.name : `${reference.name}[${reference.subscript}]`;
      throw new ShellError(`${name}: unbound variable`, { effect: 'shell' });
    }
    return value ?? '';
  }

  write(reference: VariableReference, value: Integer): void {
    const { subscript } = reference;
    const target = subscript === undefined ? reference : { ...reference, subscript: unquoteSubscript(subscript) };
    assignReference(this.shell, target, String(value));
  }
}

function unquoteSubscript(subscript: string | undefined): string | undefined {
  if (subscript === undefined || !/^(['"]).*\1$/s.test(subscript)) return subscript;
  return subscript.slice(1, -1);
}
