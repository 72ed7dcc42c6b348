import type { BuiltinDefinition } from '../builtins/builtin.ts';
import { expandArgument, WORDS_A_TURN } from '../expand/expand-word.ts';
import {
  applyRedirections,
  keepDescriptors,
  RedirectionError,
  type Replaced,
  restoreDescriptors,
} from '../redirect/apply-redirections.ts';
import { commandText } from '../script/command-text.ts';
import type { Assignment, Command } from '../script/parse-script.ts';
import type { Shell } from '../shell.ts';
import { applyAssignment, type PreparedAssignment } from '../variables/prepared-assignment.ts';
import { readVariable } from '../variables/shell-variables.ts';
import { cloneVariable, createVariable } from '../variables/variable.ts';
import { callFunction } from './call-function.ts';
import { closeSubstitutions } from './close-substitutions.ts';
import { type Completion, NORMAL } from './completion.ts';
import { prepareAssignment } from './prepare-assignment.ts';
import { reportError } from './report-error.ts';
import { runBuiltin } from './run-builtin.ts';
import { runTrap } from './run-traps.ts';
import { ShellError } from './shell-error.ts';
import { exportedEnvironment, type ProgramSearch, runProgram } from './start-program.ts';
import { takeTurn } from './subshell.ts';
import type { Task } from './task.ts';
import { quoteTraceValue, traceText, traceWords } from './trace.ts';

/** Runs a simple command: assignments, redirections, and a function, builtin or program. */
export function* executeSimpleCommand(shell: Shell, node: Command): Task<Completion> {
  shell.offset = node.pos;
  if (shell.traps.running.size === 0) noteCommand(shell, node);
  if (shell.traps.commands.has('DEBUG')) {
    const completion = yield* runTrap(shell, 'DEBUG');
    if (completion.kind !== 'normal') return completion;
    shell.offset = node.pos;
  }
  const substitutions = shell.openSubstitutions.length;
  const replaced: Replaced[] = [];
  let isKept = false;
  shell.substitutionStatus = undefined;
  try {
    const words: string[] = [];
    const operands: (string | PreparedAssignment)[] = [];
    yield* expandWords(shell, node, words, operands);
    const assignments: PreparedAssignment[] = [];
    if (words.length === 0) return yield* executeAssignments(shell, node, replaced);
    if (!shell.options.has('xtrace')) yield* applyRedirections(shell, node.redirects, replaced);
    yield* prepareTemporary(shell, node, assignments);
    if (shell.options.has('xtrace')) {
      for (const assignment of assignments) yield* traceText(shell, assignmentText(assignment));
      yield* traceWords(shell, [
        ...words,
        ...operands.filter((operand) => typeof operand !== 'string').map((operand) => plainText(operand)),
      ]);
      if (words[0] === 'export' || words[0] === 'readonly') yield* traceAssigned(shell, operands);
      yield* applyRedirections(shell, node.redirects, replaced);
    }
    const completion = yield* runCommand(shell, { words, operands, assignments });
    isKept = shell.keepsRedirections;
    return completion;
  } catch (error) {
    if (!(error instanceof RedirectionError)) throw error;
    yield* reportError(shell, error.message);
    shell.status = 1;
    return NORMAL;
  } finally {
    shell.keepsRedirections = false;
    if (replaced.length > 0) {
      if (isKept) keepDescriptors(replaced);
      else restoreDescriptors(shell, replaced);
    }
    closeSubstitutions(shell, substitutions);
  }
}

function noteCommand(shell: Shell, node: Command): void {
  const { text } = shell.source;
  shell.commandText = () => commandText(node, text);
}

/** Expands the assignments before a command; each one sees those before it. */
function* prepareTemporary(shell: Shell, node: Command, assignments: PreparedAssignment[]): Task<void> {
  const items = node.prefix.filter((item) => item.type === 'Assignment');
  if (items.length === 0) return;
  if (items.length > 1) shell.variables.pushTemporary();
  try {
    for (const item of items) {
      const assignment = yield* prepareAssignment(shell, item);
      assignments.push(assignment);
      if (items.length > 1 && assignment.value !== undefined && !shell.variables.get(assignment.name)?.isReadonly)
        assignTemporary(shell, assignment);
    }
  } finally {
    if (items.length > 1) shell.variables.popTemporary();
  }
}

function* expandWords(
  shell: Shell,
  node: Command,
  words: string[],
  operands: (string | PreparedAssignment)[],
): Task<void> {
  if (node.name) yield* expandArgument(shell, node.name, words);
  const isDeclaration = words[0] !== undefined && isDeclarationCommand(shell, words[0]);
  if (isDeclaration) operands.push(...words.splice(1));
  for (const [index, arg] of node.args.entries()) {
    if (index % WORDS_A_TURN === WORDS_A_TURN - 1) yield* takeTurn(shell);
    if (arg.type === 'Assignment' && isDeclaration) {
      const declaresMap = operands.some((operand) => typeof operand === 'string' && /^-[a-z]*A/.test(operand));
      operands.push(yield* prepareAssignment(shell, arg, declaresMap));
      continue;
    }
    const before = words.length;
    if (arg.type === 'Assignment') yield* expandArgument(shell, { ...arg, type: 'Word', value: arg.text }, words);
    else yield* expandArgument(shell, arg, words);
    if (isDeclaration) operands.push(...words.splice(before));
  }
}

function isDeclarationCommand(shell: Shell, name: string): boolean {
  return shell.builtins.get(name)?.isDeclaration === true && !shell.functions.has(name);
}

/** A command without a name: assignments to the shell's variables, and redirections that only open files. */
function* executeAssignments(shell: Shell, node: Command, replaced: Replaced[]): Task<Completion> {
  for (const item of node.prefix) {
    if (item.type === 'Assignment') yield* assign(shell, item);
  }
  for (const item of node.suffix) if (item.type === 'Assignment') yield* assign(shell, item);
  yield* applyRedirections(shell, node.redirects, replaced);
  shell.status = shell.substitutionStatus ?? 0;
  shell.lastArgument = '';
  return NORMAL;
}

function* assign(shell: Shell, node: Assignment): Task<void> {
  const assignment = yield* prepareAssignment(shell, node);
  if (shell.options.has('xtrace')) yield* traceText(shell, assignmentText(assignment, node));
  try {
    applyAssignment(shell, assignment);
  } catch (error) {
    if (!(error instanceof ShellError) || !shell.options.has('posix')) throw error;
    throw new ShellError(error.message, { status: error.status, effect: 'shell' });
  }
}

function assignmentText({ name, subscript, append, value, elements }: PreparedAssignment, node?: Assignment): string {
  if (node?.value.type === 'ArrayValue')
    return `${name}${append ? '+=' : '='}(${node.value.elements.map(({ text }) => text).join(' ')})`;
  const target = subscript === undefined ? name : `${name}[${subscript}]`;
  const list = elements?.map(({ key, value: text }) =>
    key === undefined ? quoteTraceValue(text) || "''" : `[${key}]=${quoteTraceValue(text)}`,
  );
  return `${target}${append ? '+=' : '='}${list ? `(${list.join(' ')})` : quoteTraceValue(value ?? '')}`;
}

/** `export` and `readonly` show what they assign once more. */
function* traceAssigned(shell: Shell, operands: readonly (string | PreparedAssignment)[]): Task<void> {
  for (const operand of operands)
    if (typeof operand !== 'string' && operand.value !== undefined) yield* traceText(shell, assignmentText(operand));
}

/** An operand of a declaration as one word, which the trace quotes as a whole. */
function plainText(operand: PreparedAssignment): string {
  const { name, subscript, append, value } = operand;
  if (value === undefined) return operand.elements ? assignmentText(operand) : name;
  return `${subscript === undefined ? name : `${name}[${subscript}]`}${append ? '+=' : '='}${value}`;
}

/** A simple command with everything expanded. */
export interface ExpandedCommand {
  readonly words: readonly string[];
  readonly operands: readonly (string | PreparedAssignment)[];
  readonly assignments: readonly PreparedAssignment[];
}

/** What `command` and `builtin` leave out of the search. */
export type SkippedKinds = 'nothing' | 'functions' | 'all but builtins';

/** Finds and runs a function, builtin or program. */
export function* runCommand(
  shell: Shell,
  command: ExpandedCommand,
  skips: SkippedKinds = 'nothing',
  search: ProgramSearch = {},
): Task<Completion> {
  const { words, assignments } = command;
  const [name = ''] = words;
  const builtin = shell.disabledBuiltins.has(name) ? undefined : shell.builtins.get(name);
  const fn = skips === 'nothing' ? shell.functions.get(name) : undefined;
  const isSpecialFirst = builtin?.isSpecial === true && shell.options.has('posix');
  if (fn && !isSpecialFirst) return yield* runFunction(shell, command);
  if (builtin) {
    shell.lastArgument = lastArgumentOf(command);
    return yield* runBuiltinWith(shell, builtin, command);
  }
  if (skips === 'all but builtins') {
    yield* reportError(shell, `builtin: ${name}: not a shell builtin`);
    shell.status = 1;
    return NORMAL;
  }
  const handler = name.includes('/') ? undefined : shell.functions.get('command_not_found_handle');
  const env = yield* environmentWith(shell, assignments);
  if (handler && !shell.machine.processes.find(name, { env, cwd: shell.cwd }))
    return yield* callFunction(shell, handler, words);
  shell.status = yield* runProgram(shell, words, env, search);
  shell.lastArgument = words.at(-1) ?? '';
  return NORMAL;
}

function lastArgumentOf({ words, operands }: ExpandedCommand): string {
  const last = operands.at(-1);
  if (last === undefined || typeof last === 'string') return last ?? words.at(-1) ?? '';
  return last.value === undefined ? last.name : `${last.name}=${last.value}`;
}

function* runFunction(shell: Shell, { words, assignments }: ExpandedCommand): Task<Completion> {
  const fn = shell.functions.get(words[0] ?? '');
  if (!fn) return NORMAL;
  const completion = yield* callFunction(shell, fn, words.slice(1), () => {
    for (const assignment of assignments) assignTemporary(shell, assignment);
  });
  shell.lastArgument = words.at(-1) ?? '';
  return completion;
}

/** A temporary assignment of a function call is an exported local variable. */
function assignTemporary(shell: Shell, assignment: PreparedAssignment): void {
  const outer = shell.variables.get(assignment.name);
  const variable = outer ? cloneVariable(outer) : createVariable();
  if (variable.isReadonly) throw new ShellError(`${assignment.name}: readonly variable`);
  variable.isExported = true;
  variable.isTemporary = true;
  shell.variables.setTemporary(assignment.name, variable);
  applyAssignment(shell, assignment);
}

function* runBuiltinWith(shell: Shell, builtin: BuiltinDefinition, command: ExpandedCommand): Task<Completion> {
  const { assignments } = command;
  if (assignments.length === 0) return yield* runBuiltin(shell, builtin, command);
  const keeps = command.words[0] === 'exec' || (builtin.isSpecial === true && shell.options.has('posix'));
  if (keeps) {
    for (const assignment of assignments) {
      applyAssignment(shell, assignment);
      if (command.words.length > 1) shell.variables.getOrCreate(assignment.name).isExported = true;
    }
    return yield* runBuiltin(shell, builtin, command);
  }
  shell.variables.pushTemporary();
  try {
    for (const assignment of assignments) {
      try {
        assignTemporary(shell, assignment);
      } catch (error) {
        if (!(error instanceof ShellError)) throw error;
        yield* reportError(shell, error.message);
      }
    }
    return yield* runBuiltin(shell, builtin, command);
  } finally {
    shell.variables.popTemporary();
  }
}

function* environmentWith(shell: Shell, assignments: readonly PreparedAssignment[]): Task<Map<string, string>> {
  const env = exportedEnvironment(shell);
  for (const { name, value, elements, append, subscript } of assignments) {
    if (shell.variables.get(name)?.isReadonly) {
      yield* reportError(shell, `${name}: readonly variable`);
      continue;
    }
    if (subscript !== undefined) continue;
    if (elements) env.set(name, formatElements(elements));
    else env.set(name, append ? (readVariable(shell, name) ?? '') + (value ?? '') : (value ?? ''));
  }
  return env;
}

function formatElements(elements: NonNullable<PreparedAssignment['elements']>): string {
  return `(${elements.map(({ value }) => value).join(' ')})`;
}
