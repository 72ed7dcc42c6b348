import { ShellError } from '../execute/shell-error.ts';
import type { Task } from '../execute/task.ts';
import { compareText } from '../expand/pathnames.ts';
import { quoteValue } from '../expand/quote-text.ts';
import { printFunction } from '../script/print-function.ts';
import { lineNumberAt } from '../script/source-text.ts';
import { attributeLetters, formatDeclaration, formatValue } from '../variables/format-variable.ts';
import { type Variable, valueOf } from '../variables/variable.ts';
import type { Builtin, BuiltinCall, BuiltinResult } from './builtin.ts';
import { type DeclarationOptions, declareVariable, parseOperand } from './declaration.ts';

const LETTERS = 'aAfFgiIlnrtuxpc';

/** `declare` and `typeset`: sets and shows variables and their attributes. */
export const declareBuiltin: Builtin = (call) => declare(call, call.shell.variables.depth > 0 ? 'local' : 'visible');

/** `local`: declares variables of the running function. */
export const localBuiltin: Builtin = function* (call) {
  if (!call.shell.frames.some((frame) => frame.kind === 'function')) {
    call.error('can only be used in a function');
    return 1;
  }
  return yield* declare(call, 'local');
};

function* declare(call: BuiltinCall, defaultScope: 'local' | 'visible'): Task<BuiltinResult> {
  const { shell, error } = call;
  const parsed = parseDeclaration(call);
  if (parsed.invalid !== undefined) {
    error(`${parsed.invalid}: invalid option`);
    return 2;
  }
  const { set, clear, operands } = parsed;
  if (set.has('f') || set.has('F')) return declareFunctions(call, set, operands);
  if (set.has('p') || operands.length === 0) return showVariables(call, { set, operands });
  const scope = set.has('g') ? 'global' : defaultScope;
  const options: DeclarationOptions = { set, clear, scope };
  let status = 0;
  for (const operand of operands) {
    if (operand === '-' && call.name === 'local') {
      shell.variables.setLocal('-', hiddenOptions([...shell.options].join(':')));
      continue;
    }
    const assignment =
      typeof operand === 'string' ? yield* parseOperand(shell, operand, set.has('a') || set.has('A')) : operand;
    if (!assignment) {
      error(`\`${typeof operand === 'string' ? operand : operand.name}': not a valid identifier`);
      status = 1;
      continue;
    }
    try {
      declareVariable(shell, assignment, options);
    } catch (failure) {
      if (!(failure instanceof ShellError) || failure.effect === 'shell') throw failure;
      error(failure.message);
      status = failure.status;
    }
  }
  return status;
}

function hiddenOptions(value: string): Variable {
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

interface ParsedDeclaration {
  readonly set: Set<string>;
  readonly clear: Set<string>;
  readonly operands: BuiltinCall['operands'];
  readonly invalid: string | undefined;
}

/** Takes the option letters, which stand before the operands. */
export function parseDeclaration({ operands }: BuiltinCall, letters: string = LETTERS): ParsedDeclaration {
  const set = new Set<string>();
  const clear = new Set<string>();
  let index = 0;
  for (; index < operands.length; index++) {
    const operand = operands[index];
    if (typeof operand !== 'string' || !/^[-+]./.test(operand)) break;
    if (operand === '--') {
      index++;
      break;
    }
    for (const letter of operand.slice(1)) {
      if (!letters.includes(letter)) return { set, clear, operands: [], invalid: `${operand[0]}${letter}` };
      (operand[0] === '-' ? set : clear).add(letter);
    }
  }
  return { set, clear, operands: operands.slice(index), invalid: undefined };
}

function showVariables(
  call: BuiltinCall,
  { set, operands }: { set: ReadonlySet<string>; operands: BuiltinCall['operands'] },
): number {
  const { shell, out, error, name } = call;
  if (operands.length > 0) {
    let status = 0;
    for (const operand of operands) {
      const text = typeof operand === 'string' ? operand : operand.name;
      const variable = name === 'local' ? shell.variables.getLocal(text) : shell.variables.get(text);
      if (variable) out(`${formatDeclaration(text, variable)}\n`);
      else {
        error(`${text}: not found`);
        status = 1;
      }
    }
    return status;
  }
  const filter = [...set].filter((letter) => 'aAilnrtux'.includes(letter));
  const all = name === 'local' ? localVariables(call) : [...shell.variables.visible()];
  const shown = all
    .filter(([, variable]) => filter.every((letter) => attributeLetters(variable).includes(letter)))
    .sort(([left], [right]) => compareText(left, right));
  for (const [variableName, variable] of shown) {
    if (set.has('p') || filter.length > 0 || name === 'local') out(`${formatDeclaration(variableName, variable)}\n`);
    else out(formatPlain(variableName, variable));
  }
  if (!set.has('p') && filter.length === 0 && name !== 'local') {
    for (const fn of sortedFunctions(call)) out(`${printFunction(fn.definition, fn.source.text)}\n`);
  }
  return 0;
}

function localVariables({ shell }: BuiltinCall): [string, Variable][] {
  return shell.variables.localNames().flatMap((name) => {
    const variable = shell.variables.getLocal(name);
    return variable ? [[name, variable] satisfies [string, Variable]] : [];
  });
}

/** Returns `name=value` as `set` and `declare` without operands list it; empty when there is no value. */
export function formatPlain(name: string, variable: Variable): string {
  const value = valueOf(variable);
  if (value === undefined) return '';
  return `${name}=${typeof value === 'string' ? quoteValue(value) : formatValue(value)}\n`;
}

function sortedFunctions({ shell }: BuiltinCall, set?: ReadonlySet<string>) {
  const functions = [...shell.functions.values()].filter((fn) => !set?.has('x') || fn.isExported);
  return functions.sort((left, right) => compareText(left.name, right.name));
}

function declareFunctions(call: BuiltinCall, set: ReadonlySet<string>, operands: BuiltinCall['operands']): number {
  const { shell, out } = call;
  if (operands.length === 0) {
    for (const fn of sortedFunctions(call, set)) {
      if (set.has('F')) out(`declare -f${fn.isExported ? 'x' : ''} ${fn.name}\n`);
      else out(`${printFunction(fn.definition, fn.source.text)}\n`);
    }
    return 0;
  }
  let status = 0;
  for (const operand of operands) {
    const name = typeof operand === 'string' ? operand : operand.name;
    const fn = shell.functions.get(name);
    if (!fn) status = 1;
    else if (set.has('x')) shell.functions.set(name, { ...fn, isExported: true });
    else if (set.has('F')) {
      const where = shell.shellOptions.has('extdebug')
        ? ` ${lineNumberAt(fn.source, fn.definition.pos)} ${fn.source.name}`
        : '';
      out(`${name}${where}\n`);
    } else out(`${printFunction(fn.definition, fn.source.text)}\n`);
  }
  return status;
}
