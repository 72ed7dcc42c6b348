import { countAssigned } from '../execute/check-limits.ts';
import { ShellError } from '../execute/shell-error.ts';
import type { Shell } from '../shell.ts';
import { AssociativeArray } from './associative-array.ts';
import { IndexedArray } from './indexed-array.ts';
import {
  assignReference,
  checkWritable,
  convert,
  indexFrom,
  resolveReference,
  toIndexedArray,
} from './shell-variables.ts';
import type { Variable } from './variable.ts';

/** One element of an array assignment, expanded. */
export interface ArrayElement {
  /** The text between brackets; for indexed arrays an expression. */
  readonly key: string | undefined;
  readonly value: string;
  readonly append: boolean;
}

/** An assignment whose expansions are done. It has `value` or `elements`, or neither for a bare name. */
export interface PreparedAssignment {
  readonly name: string;
  readonly subscript: string | undefined;
  readonly append: boolean;
  readonly value?: string;
  readonly elements?: readonly ArrayElement[];
}

/** Assigns in the shell's visible variable. */
export function applyAssignment(shell: Shell, assignment: PreparedAssignment): void {
  const { name, subscript, append, value, elements } = assignment;
  if (value !== undefined) {
    assignReference(shell, { kind: 'variable', name, subscript }, value, { append });
    return;
  }
  if (!elements) return;
  if (subscript !== undefined) throw new ShellError(`${name}[${subscript}]: cannot assign list to array member`);
  const target = resolveReference(shell, { kind: 'variable', name, subscript: undefined });
  if (target.subscript !== undefined)
    throw new ShellError(`\`${target.name}[${target.subscript}]': not a valid identifier`);
  const variable = shell.variables.getOrCreate(target.name);
  checkWritable(target.name, variable);
  for (const element of elements) countAssigned(shell, element.value.length);
  assignElements(shell, variable, elements, { append, name: target.name });
  if (shell.options.has('allexport')) variable.isExported = true;
}

/** Assigns a list to an array variable. */
export function assignElements(
  shell: Shell,
  variable: Variable,
  elements: readonly ArrayElement[],
  { append, name }: { append: boolean; name: string },
): void {
  if (variable.value instanceof AssociativeArray)
    assignMap(shell, variable, variable.value, elements, { append, name });
  else assignIndexed(shell, variable, elements, { append, name });
}

function assignMap(
  shell: Shell,
  variable: Variable,
  current: AssociativeArray,
  elements: readonly ArrayElement[],
  { append, name }: { append: boolean; name: string },
): void {
  const map = append ? current : new AssociativeArray();
  if (elements.length > 0 && elements[0]?.key === undefined) {
    for (let index = 0; index < elements.length; index += 2) {
      map.set(elements[index]?.value ?? '', convert(shell, variable, elements[index + 1]?.value ?? '', undefined));
    }
  } else {
    for (const { key, value, append: appendsElement } of elements) {
      if (key === undefined)
        throw new ShellError(`${name}: ${value}: must use subscript when assigning associative array`);
      if (key === '') throw new ShellError(`[]=${value}: bad array subscript`);
      map.set(key, convert(shell, variable, value, appendsElement ? (current.get(key) ?? '') : undefined));
    }
  }
  variable.value = map;
}

function assignIndexed(
  shell: Shell,
  variable: Variable,
  elements: readonly ArrayElement[],
  { append, name }: { append: boolean; name: string },
): void {
  const array = append ? toIndexedArray(variable) : new IndexedArray();
  if (!append) variable.value = array;
  let next = append ? array.end : 0;
  for (const { key, value, append: appendsElement } of elements) {
    if (key !== undefined) next = indexFrom(shell, key, { end: array.end, shown: `[${key}]=${value}` });
    array.set(next, convert(shell, variable, value, appendsElement ? (array.get(next) ?? '') : undefined));
    next++;
  }
  if (variable.isReadonly) throw new ShellError(`${name}: readonly variable`);
}
