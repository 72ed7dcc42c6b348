import { prepareElements } from '../execute/prepare-assignment.ts';
import { ShellError } from '../execute/shell-error.ts';
import type { Task } from '../execute/task.ts';
import { parseScript } from '../script/parse-script.ts';
import type { Shell } from '../shell.ts';
import { AssociativeArray } from '../variables/associative-array.ts';
import { IndexedArray } from '../variables/indexed-array.ts';
import { assignElements, type PreparedAssignment } from '../variables/prepared-assignment.ts';
import {
  assignReference,
  convert,
  isName,
  resolveReference,
  splitReference,
  toIndexedArray,
} from '../variables/shell-variables.ts';
import { cloneVariable, createVariable, type Variable } from '../variables/variable.ts';
import { findClosing } from '../words/balanced-text.ts';

/** What a declaration does to the variables it names. */
export interface DeclarationOptions {
  /** Letters that are set, and letters that are cleared (`+x`). */
  readonly set: ReadonlySet<string>;
  readonly clear: ReadonlySet<string>;
  readonly scope: 'local' | 'global' | 'visible';
}

/** Reads an operand that was not an assignment in the script's text, such as the result of an expansion. */
export function* parseOperand(shell: Shell, text: string, readsLists: boolean): Task<PreparedAssignment | undefined> {
  const match = /^([A-Za-z_][A-Za-z0-9_]*)/.exec(text);
  if (!match) return undefined;
  const name = match[0];
  let at = name.length;
  let subscript: string | undefined;
  if (text[at] === '[') {
    const end = findClosing(text, at + 1, '[', ']');
    if (end === undefined) return undefined;
    subscript = text.slice(at + 1, end);
    at = end + 1;
  }
  if (at === text.length) return { name, subscript, append: false };
  const append = text.startsWith('+=', at);
  if (!append && text[at] !== '=') return undefined;
  const value = text.slice(at + (append ? 2 : 1));
  if (!readsLists || subscript !== undefined || !/^\(.*\)$/s.test(value)) return { name, subscript, append, value };
  const first = parseScript(`_=${value}`).commands[0]?.command;
  const list = first?.type === 'Command' ? first.prefix[0] : undefined;
  if (list?.type !== 'Assignment' || list.value.type !== 'ArrayValue') return { name, subscript, append, value };
  return { name, subscript, append, elements: yield* prepareElements(shell, list.value.elements, false) };
}

/** Declares one variable. Throws `ShellError` for what bash refuses. */
export function declareVariable(shell: Shell, operand: PreparedAssignment, options: DeclarationOptions): void {
  const { name, subscript } = operand;
  const { set } = options;
  if (!isName(name)) throw new ShellError(`\`${name}': not a valid identifier`);
  const variable = findOrCreate(shell, name, options);
  const hasValue = operand.value !== undefined || operand.elements !== undefined;
  if (variable.isReadonly && (hasValue || options.clear.has('r'))) throw new ShellError(`${name}: readonly variable`);
  applyKind(variable, { ...options, name });
  if (set.has('n') && !options.clear.has('n')) {
    declareReference(variable, operand);
    applyLetters(variable, options);
    return;
  }
  applyValueLetters(variable, options);
  if (operand.elements) assignElements(shell, variable, operand.elements, { append: operand.append, name });
  else if (operand.value !== undefined) assignDeclared(shell, variable, operand, options);
  else if (subscript !== undefined && variable.value === undefined) toIndexedArray(variable);
  applyLetters(variable, options);
}

function findOrCreate(shell: Shell, name: string, { scope, set, clear }: DeclarationOptions): Variable {
  const { variables } = shell;
  const followed =
    set.has('n') || clear.has('n')
      ? name
      : resolveReference(shell, { kind: 'variable', name, subscript: undefined }).name;
  if (scope === 'global') {
    const known = variables.getGlobal(followed);
    if (known) return known;
    const created = createVariable();
    variables.setGlobal(followed, created);
    return created;
  }
  if (scope === 'visible' || variables.depth === 0) return variables.getOrCreate(followed);
  const known = variables.getLocal(name);
  if (known) {
    known.isTemporary = false;
    return known;
  }
  const outer = variables.get(name);
  if (outer?.isReadonly && !outer.compute) throw new ShellError(`${name}: readonly variable`);
  const inherits = outer?.isTemporary === true || shell.shellOptions.has('localvar_inherit');
  const created = outer && inherits ? { ...cloneVariable(outer), isTemporary: false } : createVariable();
  variables.setLocal(name, created);
  return created;
}

function applyKind(variable: Variable, { set, clear, name }: DeclarationOptions & { name: string }): void {
  if (set.has('A')) {
    if (variable.value instanceof IndexedArray)
      throw new ShellError(`${name}: cannot convert indexed to associative array`);
    if (!(variable.value instanceof AssociativeArray)) {
      const isUnassigned = variable.value === undefined;
      variable.value = new AssociativeArray(typeof variable.value === 'string' ? [['0', variable.value]] : []);
      variable.value.isUnassigned = isUnassigned;
    }
  } else if (set.has('a')) {
    if (variable.value instanceof AssociativeArray)
      throw new ShellError(`${name}: cannot convert associative to indexed array`);
    const isUnassigned = variable.value === undefined;
    toIndexedArray(variable).isUnassigned ||= isUnassigned;
  }
  if ((clear.has('a') || clear.has('A')) && typeof variable.value === 'object') {
    throw new ShellError(`${name}: cannot destroy array variables in this way`);
  }
}

function declareReference(variable: Variable, { name, value }: PreparedAssignment): void {
  if (value !== undefined) {
    if (value === name) throw new ShellError(`${name}: nameref variable self references not allowed`);
    if (!splitReference(value)) throw new ShellError(`\`${value}': invalid variable name for name reference`);
    variable.value = value;
  }
  if (typeof variable.value === 'string' && variable.value !== '' && !splitReference(variable.value))
    throw new ShellError(`\`${variable.value}': invalid variable name for name reference`);
  if (typeof variable.value === 'object') throw new ShellError(`${name}: reference variable cannot be an array`);
  variable.isNameReference = true;
}

function applyValueLetters(variable: Variable, { set, clear }: DeclarationOptions): void {
  if (set.has('i')) variable.isInteger = true;
  if (clear.has('i')) variable.isInteger = false;
  if (clear.has('n')) variable.isNameReference = false;
  if (set.has('l')) variable.letterCase = 'lower';
  if (set.has('u')) variable.letterCase = 'upper';
  if (set.has('c')) variable.letterCase = 'capital';
  if (set.has('l') && set.has('u')) variable.letterCase = 'keep';
  if (
    (clear.has('l') && variable.letterCase === 'lower') ||
    (clear.has('u') && variable.letterCase === 'upper') ||
    clear.has('c')
  ) {
    variable.letterCase = 'keep';
  }
}

function applyLetters(variable: Variable, { set, clear }: DeclarationOptions): void {
  if (set.has('x')) variable.isExported = true;
  if (clear.has('x')) variable.isExported = false;
  if (set.has('t')) variable.isTraced = true;
  if (clear.has('t')) variable.isTraced = false;
  if (set.has('r')) variable.isReadonly = true;
}

function assignDeclared(
  shell: Shell,
  variable: Variable,
  operand: PreparedAssignment,
  options: DeclarationOptions,
): void {
  const { name, subscript, append, value = '' } = operand;
  if (subscript !== undefined || options.scope === 'visible') {
    assignReference(shell, { kind: 'variable', name, subscript }, value, { append });
    return;
  }
  if (variable.accept) {
    variable.accept(value);
    return;
  }
  if (variable.value instanceof IndexedArray) {
    variable.value.set(0, convert(shell, variable, value, append ? (variable.value.get(0) ?? '') : undefined));
  } else if (variable.value instanceof AssociativeArray)
    variable.value.set('0', convert(shell, variable, value, undefined));
  else variable.value = convert(shell, variable, value, append ? (variable.value ?? '') : undefined);
}
