import { AssociativeArray } from './associative-array.ts';
import { IndexedArray } from './indexed-array.ts';

/** What a variable holds; `undefined` when it is declared but not set. */
export type VariableValue = string | IndexedArray | AssociativeArray | undefined;

/** Letters of `declare`: what a variable has besides its value. */
export interface VariableAttributes {
  isExported: boolean;
  isReadonly: boolean;
  isInteger: boolean;
  isNameReference: boolean;
  isTraced: boolean;
  letterCase: 'keep' | 'lower' | 'upper' | 'capital';
}

/** A shell variable. */
export interface Variable extends VariableAttributes {
  value: VariableValue;
  /** An assignment before a command made it; unsetting it shows the variable behind it again. */
  isTemporary?: boolean;
  /** Computes the value each time it is read (`RANDOM`, `SECONDS`). */
  compute?: (() => VariableValue) | undefined;
  /** Takes an assignment instead of storing it. */
  accept?: ((value: string) => void) | undefined;
}

/** Creates a variable without attributes. */
export function createVariable(value?: VariableValue): Variable {
  return {
    value,
    isExported: false,
    isReadonly: false,
    isInteger: false,
    isNameReference: false,
    isTraced: false,
    letterCase: 'keep',
  };
}

/** Copies a variable so that changes to either do not reach the other. */
export function cloneVariable(variable: Variable): Variable {
  return { ...variable, value: cloneValue(variable.value) };
}

/** Copies arrays; strings are shared. */
export function cloneValue(value: VariableValue): VariableValue {
  if (value instanceof IndexedArray) return value.clone();
  return value instanceof AssociativeArray ? value.clone() : value;
}

/** Returns the value that `$name` means: element 0 of an array. */
export function scalarOf(variable: Variable | undefined): string | undefined {
  if (!variable) return undefined;
  const value = variable.compute ? variable.compute() : variable.value;
  if (typeof value === 'string' || value === undefined) return value;
  return value instanceof IndexedArray ? value.get(0) : value.get('0');
}

/** Returns the value, computed when the variable is dynamic. */
export function valueOf(variable: Variable): VariableValue {
  return variable.compute ? variable.compute() : variable.value;
}

/** Applies the case attribute to a value that is assigned. */
export function foldCase(variable: Variable, text: string): string {
  switch (variable.letterCase) {
    case 'keep':
      return text;
    case 'lower':
      return text.toLowerCase();
    case 'upper':
      return text.toUpperCase();
    case 'capital':
      return text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();
  }
}
