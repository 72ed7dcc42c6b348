import { reportError } from '../execute/report-error.ts';
import { ShellError } from '../execute/shell-error.ts';
import type { Task } from '../execute/task.ts';
import { optionLetters } from '../options.ts';
import type { Shell } from '../shell.ts';
import { AssociativeArray } from '../variables/associative-array.ts';
import { IndexedArray } from '../variables/indexed-array.ts';
import {
  assignReference,
  elementIndex,
  elementsOf,
  keysOf,
  readReference,
  readVariable,
  resolveReference,
  splitReference,
} from '../variables/shell-variables.ts';
import { scalarOf, type VariableValue, valueOf } from '../variables/variable.ts';
import { createSubscript } from '../words/parse-parameter.ts';
import type { ParameterExpansion, ParameterOperation, Subscript, Word } from '../words/word.ts';
import { characterCount } from './characters.ts';
import { expandToText } from './expand-to-text.ts';
import type { ExpansionSink } from './expansion-sink.ts';
import { applyOperation } from './parameter-operations.ts';
import type { Parameter, ParameterValue } from './parameter-value.ts';

/**
 * Gives the value to the sink when the expansion is `$name` or `${name}` and it is set, which needs no task; returns
 * whether it was so.
 */
export function addSimpleValue(
  shell: Shell,
  { operation, isLength, isIndirect, subscript, name }: ParameterExpansion,
  isQuoted: boolean,
  sink: ExpansionSink,
): boolean {
  if (operation !== undefined || isLength || isIndirect || subscript !== undefined) return false;
  const text = simpleValue(shell, name);
  if (text === undefined) return false;
  if (isQuoted) sink.addQuoted(text);
  else sink.addSplit(text);
  return true;
}

/** Gives the value of `$name` or `${…}` to the sink. */
export function* expandParameter(
  shell: Shell,
  expansion: ParameterExpansion,
  isQuoted: boolean,
  sink: ExpansionSink,
): Task<void> {
  const { operation } = expansion;
  if (operation?.kind === 'bad') throw new ShellError(`${expansion.text}: bad substitution`);
  if (operation?.kind === 'names') {
    const values = [...shell.variables.visible()].filter(
      ([name, variable]) => name.startsWith(expansion.name) && valueOf(variable) !== undefined,
    );
    addNames(shell, sink, values.map(([name]) => name).sort(), { joiner: operation.joiner, isQuoted, separator: '' });
    return;
  }
  if (expansion.isIndirect && expansion.subscript?.kind === 'all' && !operation) {
    const variable = shell.variables.get(resolveName(shell, expansion.name));
    const keys = keysOf(variable ? valueOf(variable) : undefined);
    addNames(shell, sink, keys, { joiner: expansion.subscript.joiner, isQuoted, separator: ' ' });
    return;
  }
  const parameter = expansion.isIndirect
    ? yield* resolveIndirect(shell, expansion)
    : yield* resolveParameter(shell, expansion.name, expansion.subscript);
  if (operation?.kind === 'default') {
    yield* expandDefault(shell, { parameter, expansion, operation, isQuoted, sink });
    return;
  }
  checkSet(shell, parameter, expansion);
  if (expansion.isLength) checkArraySet(shell, parameter);
  addValue(
    expansion.isLength ? lengthOf(parameter.value) : yield* applyOperation(shell, parameter, operation),
    isQuoted,
    sink,
  );
}

/** Adds names or keys; unquoted `*` joins them when nothing is split, with a separator of its own. */
function addNames(
  shell: Shell,
  sink: ExpansionSink,
  names: readonly string[],
  { joiner, isQuoted, separator }: { joiner: '@' | '*'; isQuoted: boolean; separator: string },
): void {
  if (joiner === '*' && !isQuoted && readVariable(shell, 'IFS') === '') sink.addSplit(names.join(separator));
  else sink.addList(names, { joiner, isQuoted });
}

function addValue(value: ParameterValue, isQuoted: boolean, sink: ExpansionSink): void {
  if (value.kind === 'list') sink.addList(value.values, { joiner: value.joiner, isQuoted });
  else if (isQuoted) sink.addQuoted(value.text ?? '');
  else sink.addSplit(value.text ?? '');
}

/** Returns the value of a plain named variable that is set; everything else takes the long way. */
function simpleValue(shell: Shell, name: string): string | undefined {
  const code = name.charCodeAt(0);
  if (code > 64) return shell.variables.get(name)?.isNameReference ? undefined : readVariable(shell, name);
  return name === '@' || name === '*' ? undefined : specialParameter(shell, name);
}

/** Returns the value of `$1`, `$?` and the like; `undefined` when it is unset or no special parameter. */
export function specialParameter(shell: Shell, name: string): string | undefined {
  switch (name) {
    case '#':
      return String(shell.positional.length);
    case '?':
      return String(shell.status);
    case '$':
      return String(shell.mainPid);
    case '!':
      return shell.lastBackgroundPid === undefined ? undefined : String(shell.lastBackgroundPid);
    case '-':
      return optionLetters(shell.options, shell);
    case '0':
      return shell.name;
    default:
      return /^\d+$/.test(name) ? shell.positional[Number(name) - 1] : undefined;
  }
}

function resolveName(shell: Shell, name: string): string {
  return resolveReference(shell, { kind: 'variable', name, subscript: undefined }).name;
}

/** Finds a parameter's value; subscripts are expanded and evaluated. */
export function* resolveParameter(shell: Shell, name: string, subscript: Subscript | undefined): Task<Parameter> {
  if (name === '@' || name === '*') {
    return { name, subscript: undefined, value: { kind: 'list', values: shell.positional, joiner: name } };
  }
  if (!/^[A-Za-z_]/.test(name))
    return { name, subscript: undefined, value: { kind: 'text', text: specialParameter(shell, name) } };
  const target = resolveReference(shell, { kind: 'variable', name, subscript: undefined });
  const place = subscript ?? (target.subscript === undefined ? undefined : subscriptOf(shell, target.subscript));
  const variable = shell.variables.get(target.name);
  if (!place) return { name: target.name, subscript: undefined, value: { kind: 'text', text: scalarOf(variable) } };
  const value = variable ? valueOf(variable) : undefined;
  if (place.kind === 'all') {
    const keys = value instanceof IndexedArray ? value.keys().map(String) : keysOf(value);
    return {
      name: target.name,
      subscript: undefined,
      value: { kind: 'list', values: elementsOf(value), joiner: place.joiner, keys },
    };
  }
  if (place.text === '') throw new ShellError(`\${${name}[]}: bad substitution`);
  const key = yield* expandToText(shell, place.word);
  if (value instanceof AssociativeArray) {
    return { name: target.name, subscript: key, value: { kind: 'text', text: value.get(key) } };
  }
  const index = yield* indexToRead(shell, value, key, name);
  if (index === undefined) return { name: target.name, subscript: key, value: { kind: 'text', text: undefined } };
  const text = value instanceof IndexedArray ? value.get(index) : index === 0 ? value : undefined;
  return { name: target.name, subscript: String(index), value: { kind: 'text', text } };
}

/** A negative index before the first element is reported and reads as an unset element. */
function* indexToRead(shell: Shell, value: VariableValue, key: string, name: string): Task<number | undefined> {
  try {
    return elementIndex(shell, value, key, name);
  } catch (error) {
    if (!(error instanceof ShellError) || !error.message.endsWith(': bad array subscript')) throw error;
    yield* reportError(shell, error.message);
    return undefined;
  }
}

function subscriptOf(shell: Shell, text: string): Subscript {
  return createSubscript(text, (inner) => shell.words.text(inner, 'operand'));
}

function* resolveIndirect(shell: Shell, { name, subscript }: ParameterExpansion): Task<Parameter> {
  const variable = shell.variables.get(name);
  if (variable?.isNameReference && subscript === undefined) {
    return {
      name,
      subscript: undefined,
      value: { kind: 'text', text: typeof variable.value === 'string' ? variable.value : '' },
    };
  }
  const pointer = yield* resolveParameter(shell, name, subscript);
  const text = pointer.value.kind === 'list' ? pointer.value.values.join(' ') : pointer.value.text;
  if (text === undefined || text === '') {
    if (text === undefined && typeof variable?.value === 'object') return { ...pointer, value: { kind: 'text', text } };
    if (text === undefined && pointer.name !== '!') throw new ShellError(`${name}: invalid indirect expansion`);
    throw new ShellError(`${text ?? ''}: invalid variable name`);
  }
  if (/^(?:[@*#?$!-]|\d+)$/.test(text)) return yield* resolveParameter(shell, text, undefined);
  const reference = splitReference(text);
  if (!reference) throw new ShellError(`${text}: invalid variable name`);
  return yield* resolveParameter(
    shell,
    reference.name,
    reference.subscript === undefined ? undefined : subscriptOf(shell, reference.subscript),
  );
}

function checkSet(shell: Shell, { name, value, subscript }: Parameter, expansion: ParameterExpansion): void {
  if (!shell.options.has('nounset') || value.kind === 'list' || value.text !== undefined) return;
  const shown = expansion.isIndirect
    ? `!${expansion.name}`
    : subscript === undefined
      ? name
      : `${name}[${expansion.subscript?.kind === 'element' ? expansion.subscript.text : subscript}]`;
  throw new ShellError(`${shown}: unbound variable`, { effect: 'shell', status: fatalStatus(shell) });
}

/** With `set -u` an array that was never assigned has no length; an empty one has. */
function checkArraySet(shell: Shell, { name, value }: Parameter): void {
  if (!shell.options.has('nounset') || value.kind !== 'list' || name === '@' || name === '*') return;
  const variable = shell.variables.get(name);
  const stored = variable && valueOf(variable);
  if (stored === undefined || (typeof stored === 'object' && stored.isUnassigned))
    throw new ShellError(`${name}: unbound variable`, { effect: 'shell', status: 1 });
}

/** A parameter that must be set ends the shell; with `-c` bash then gives 127. */
function fatalStatus(shell: Shell): number {
  return shell.mode === 'c' && shell.subshellDepth === 0 ? 127 : 1;
}

function lengthOf(value: ParameterValue): ParameterValue {
  const length = value.kind === 'list' ? value.values.length : characterCount(value.text ?? '');
  return { kind: 'text', text: String(length) };
}

interface DefaultExpansion {
  readonly parameter: Parameter;
  readonly expansion: ParameterExpansion;
  readonly operation: ParameterOperation & { kind: 'default' };
  readonly isQuoted: boolean;
  readonly sink: ExpansionSink;
}

function* expandDefault(
  shell: Shell,
  { parameter, expansion, operation, isQuoted, sink }: DefaultExpansion,
): Task<void> {
  const { value } = parameter;
  const isThere = operation.emptyCounts ? isNotEmpty(shell, value, isQuoted) : isSet(value);
  if (operation.action === 'alternative') {
    if (isThere) yield* expandOperand(shell, operation.operand, isQuoted, sink);
    else if (isQuoted && value.kind === 'text') sink.addQuoted('');
    return;
  }
  if (isThere) {
    addValue(value, isQuoted, sink);
    return;
  }
  if (operation.action === 'use') {
    yield* expandOperand(shell, operation.operand, isQuoted, sink);
    return;
  }
  const text = yield* expandToText(shell, operation.operand);
  if (operation.action === 'error') {
    const message = text || (operation.emptyCounts ? 'parameter null or not set' : 'parameter not set');
    throw new ShellError(`${parameterText(expansion)}: ${message}`, { effect: 'shell', status: fatalStatus(shell) });
  }
  if (!/^[A-Za-z_]/.test(parameter.name)) throw new ShellError(`$${parameter.name}: cannot assign in this way`);
  assignReference(shell, { kind: 'variable', name: parameter.name, subscript: parameter.subscript }, text);
  const assigned = readReference(shell, { kind: 'variable', name: parameter.name, subscript: parameter.subscript });
  addValue({ kind: 'text', text: assigned ?? text }, isQuoted, sink);
}

function* expandOperand(shell: Shell, operand: Word, isQuoted: boolean, sink: ExpansionSink): Task<void> {
  if (isQuoted && operand.parts.length === 0) sink.addQuoted('');
  yield* shell.interpreter.expandParts(shell, operand.parts, sink, true);
}

function parameterText(expansion: ParameterExpansion): string {
  const { subscript, name } = expansion;
  if (!subscript) return name;
  return `${name}[${subscript.kind === 'all' ? subscript.joiner : subscript.text}]`;
}

function isSet(value: ParameterValue): boolean {
  return value.kind === 'list' ? value.values.length > 0 : value.text !== undefined;
}

function isNotEmpty(shell: Shell, value: ParameterValue, isQuoted: boolean): boolean {
  if (value.kind === 'text') return value.text !== undefined && value.text !== '';
  if (isQuoted && value.joiner === '*' && readVariable(shell, 'IFS') === '') return value.values.join('') !== '';
  return value.values.length > 1 || (value.values[0] ?? '') !== '';
}
