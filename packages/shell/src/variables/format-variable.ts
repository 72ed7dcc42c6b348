import { quoteDouble } from '../expand/quote-text.ts';
import { AssociativeArray } from './associative-array.ts';
import { IndexedArray } from './indexed-array.ts';
import { type Variable, type VariableValue, valueOf } from './variable.ts';

/** Returns the letters of `declare` for a variable, in bash's order; empty when it has no attributes. */
export function attributeLetters(variable: Variable): string {
  const value = valueOf(variable);
  const letters: readonly (readonly [string, boolean])[] = [
    ['a', value instanceof IndexedArray],
    ['A', value instanceof AssociativeArray],
    ['i', variable.isInteger],
    ['n', variable.isNameReference],
    ['r', variable.isReadonly],
    ['t', variable.isTraced],
    ['x', variable.isExported],
    ['c', variable.letterCase === 'capital'],
    ['l', variable.letterCase === 'lower'],
    ['u', variable.letterCase === 'upper'],
  ];
  return letters.map(([letter, isSet]) => (isSet ? letter : '')).join('');
}

/** Returns the `declare` command that makes the variable again. */
export function formatDeclaration(name: string, variable: Variable): string {
  const value = valueOf(variable);
  const start = `declare -${attributeLetters(variable) || '-'} ${name}`;
  const isUnassigned = typeof value === 'object' && value.isUnassigned;
  return value === undefined || isUnassigned ? start : `${start}=${formatValue(value)}`;
}

/** Returns a value as `declare -p` shows it: in double quotes, arrays as `([0]="a")`. */
export function formatValue(value: Exclude<VariableValue, undefined>): string {
  if (typeof value === 'string') return quoteDouble(value);
  if (value instanceof IndexedArray) {
    return `(${value
      .entries()
      .map(([index, text]) => `[${index}]=${quoteDouble(text)}`)
      .join(' ')})`;
  }
  const items = [...value].map(([key, text]) => `[${quoteKey(key)}]=${quoteDouble(text)} `);
  return `(${items.join('')})`;
}

/** Returns a key of an associative array as `declare -p` shows it: in double quotes when it needs them. */
export function quoteKey(key: string): string {
  return /^[A-Za-z0-9_.,:/+=%@-]+$/.test(key) ? key : quoteDouble(key);
}
