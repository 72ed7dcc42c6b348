import { ShellError } from '../execute/shell-error.ts';
import type { Task } from '../execute/task.ts';
import { expandSubscriptText } from '../expand/expand-subscript.ts';
import type { Shell } from '../shell.ts';
import { AssociativeArray } from '../variables/associative-array.ts';
import { IndexedArray } from '../variables/indexed-array.ts';
import { elementIndex, resolveReference, splitReference } from '../variables/shell-variables.ts';
import type { Builtin } from './builtin.ts';
import { describeProblem, parseLetters } from './parse-letters.ts';

/** `unset [-fvn] [NAME…]`: removes variables, elements and functions. */
export const unsetBuiltin: Builtin = function* ({ shell, args, error }) {
  const { flags, operands, problem } = parseLetters(args, 'fvn');
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  let status = 0;
  for (const operand of operands) {
    const message = flags.has('f') ? unsetFunction(shell, operand) : yield* unsetOne(shell, operand, flags);
    if (message === undefined) continue;
    error(message);
    status = 1;
  }
  return status;
};

function unsetFunction(shell: Shell, name: string): string | undefined {
  if (shell.functions.get(name)?.isReadonly === true) return `${name}: cannot unset: readonly function`;
  shell.functions.delete(name);
  return undefined;
}

function* unsetOne(shell: Shell, operand: string, flags: ReadonlySet<string>): Task<string | undefined> {
  const reference = splitReference(operand);
  if (!reference) {
    if (!flags.has('v') && shell.functions.has(operand)) return unsetFunction(shell, operand);
    return flags.has('v') || !/^[^=[\]]+$/.test(operand) ? `\`${operand}': not a valid identifier` : undefined;
  }
  const target = flags.has('n') ? reference : resolveReference(shell, reference);
  const variable = shell.variables.get(target.name);
  if (!variable) {
    return !flags.has('v') && target.subscript === undefined ? unsetFunction(shell, target.name) : undefined;
  }
  if (variable.isReadonly) return `${target.name}: cannot unset: readonly variable`;
  if (target.subscript === undefined) {
    shell.variables.unset(target.name);
    return undefined;
  }
  return unsetElement(shell, target.name, yield* expandSubscriptText(shell, target.subscript));
}

function unsetElement(shell: Shell, name: string, subscript: string): string | undefined {
  const variable = shell.variables.get(name);
  if (!variable) return undefined;
  const { value } = variable;
  if (value instanceof AssociativeArray) {
    if ((subscript === '@' || subscript === '*') && !value.has(subscript)) value.clear();
    else value.delete(subscript);
    return undefined;
  }
  if (subscript === '@' || subscript === '*') {
    shell.variables.unset(name);
    return undefined;
  }
  if (!(value instanceof IndexedArray)) {
    if (Number(subscript) !== 0) return `${name}: not an array variable`;
    shell.variables.unset(name);
    return undefined;
  }
  try {
    value.delete(elementIndex(shell, value, subscript, `[${subscript}]`));
    return undefined;
  } catch (error) {
    if (error instanceof ShellError && error.message.endsWith('bad array subscript')) return error.message;
    throw error;
  }
}
