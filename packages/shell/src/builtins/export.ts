import { ShellError } from '../execute/shell-error.ts';
import type { Task } from '../execute/task.ts';
import { compareText } from '../expand/pathnames.ts';
import { formatDeclaration } from '../variables/format-variable.ts';
import type { Builtin, BuiltinCall, BuiltinResult } from './builtin.ts';
import { declareVariable, parseOperand } from './declaration.ts';
import { parseDeclaration } from './declare.ts';

/** `export [-fnp] [NAME[=VALUE]…]`: gives variables to programs. */
export const exportBuiltin: Builtin = (call) => mark(call, 'x', 'fnp');

/** `readonly [-aAfp] [NAME[=VALUE]…]`: protects variables from changes. */
export const readonlyBuiltin: Builtin = (call) => mark(call, 'r', 'aAfp');

function* mark(call: BuiltinCall, letter: 'x' | 'r', letters: string): Task<BuiltinResult> {
  const { shell, error } = call;
  const parsed = parseDeclaration(call, letters);
  if (parsed.invalid !== undefined) {
    error(`${parsed.invalid}: invalid option`);
    return 2;
  }
  const { set, operands } = parsed;
  if (operands.length === 0) {
    listMarked(call, letter);
    return 0;
  }
  let status = 0;
  for (const operand of operands) {
    if (set.has('f') && letter === 'r') {
      if (!protectFunction(call, typeof operand === 'string' ? operand : operand.name)) status = 1;
      continue;
    }
    if (set.has('f')) {
      if (!markFunction(call, typeof operand === 'string' ? operand : operand.name, !set.has('n'))) status = 1;
      continue;
    }
    const assignment =
      typeof operand === 'string' ? yield* parseOperand(shell, operand, set.has('a') || set.has('A')) : operand;
    if (!assignment || assignment.subscript !== undefined) {
      error(`\`${typeof operand === 'string' ? operand : operand.name}': not a valid identifier`);
      status = 1;
      continue;
    }
    const isCleared = set.has('n') && letter === 'x';
    const marks = isCleared
      ? new Set<string>()
      : new Set([letter, ...[...set].filter((flag) => flag === 'a' || flag === 'A')]);
    try {
      declareVariable(shell, assignment, { set: marks, clear: new Set(isCleared ? ['x'] : []), scope: 'visible' });
    } catch (failure) {
      if (!(failure instanceof ShellError) || failure.effect === 'shell') throw failure;
      call.errorText(`${shell.name}: line ${shell.interpreter.lineOf(shell)}: ${failure.message}\n`);
      status = failure.status;
    }
  }
  return status;
}

function listMarked({ shell, out }: BuiltinCall, letter: 'x' | 'r'): void {
  const marked = [...shell.variables.visible()]
    .filter(([, variable]) => (letter === 'x' ? variable.isExported : variable.isReadonly))
    .sort(([left], [right]) => compareText(left, right));
  for (const [name, variable] of marked) out(`${formatDeclaration(name, variable)}\n`);
}

function protectFunction({ shell, error }: BuiltinCall, name: string): boolean {
  const fn = shell.functions.get(name);
  if (fn) shell.functions.set(name, { ...fn, isReadonly: true });
  else error(`${name}: not a function`);
  return fn !== undefined;
}

function markFunction({ shell, error }: BuiltinCall, name: string, isExported: boolean): boolean {
  const fn = shell.functions.get(name);
  if (!fn) {
    error(`${name}: not a function`);
    return false;
  }
  shell.functions.set(name, { ...fn, isExported });
  return true;
}
