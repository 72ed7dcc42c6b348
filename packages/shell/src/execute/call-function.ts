import { LimitExceeded } from '../limits.ts';
import { SET_OPTION_NAMES } from '../options.ts';
import type { CompoundList } from '../script/parse-script.ts';
import { lineNumberAt } from '../script/source-text.ts';
import type { Shell, ShellFunction } from '../shell.ts';
import { readVariable } from '../variables/shell-variables.ts';
import { type Completion, NORMAL } from './completion.ts';
import { runTrap } from './run-traps.ts';
import { ShellError } from './shell-error.ts';
import { onFreshStack, type Task } from './task.ts';

/** Calls that may lie on one call stack of the host. */
const CALLS_PER_STACK = 24;

/** Runs a function with its own arguments and local scope. `return` ends here. */
export function* callFunction(
  shell: Shell,
  fn: ShellFunction,
  args: readonly string[],
  prepare: () => void = () => undefined,
): Task<Completion> {
  checkDepth(shell);
  const { positional, source, offset, loopDepth, getoptsPosition } = shell;
  const callLine = lineNumberAt(source, offset);
  shell.frames.push({ kind: 'function', name: fn.name, source: fn.source, callLine, callSource: source });
  shell.variables.pushScope();
  shell.positional = args;
  shell.source = fn.source;
  shell.offset = fn.definition.pos;
  shell.loopDepth = 0;
  shell.depth++;
  try {
    prepare();
    const completion = yield* runBody(shell, fn);
    return completion.kind === 'return' ? NORMAL : completion;
  } finally {
    shell.depth--;
    shell.loopDepth = loopDepth;
    shell.getoptsPosition = getoptsPosition;
    restoreLocalOptions(shell);
    shell.variables.popScope();
    shell.frames.pop();
    shell.positional = positional;
    shell.source = source;
    shell.offset = offset;
  }
}

function checkDepth(shell: Shell): void {
  if (shell.depth >= shell.limits.maxDepth)
    throw new LimitExceeded('maxDepth', shell.limits.maxDepth, 'nested function calls');
  const allowed = Number(readVariable(shell, 'FUNCNEST') ?? 0);
  if (allowed > 0 && shell.frames.length >= allowed) {
    throw new ShellError(`maximum function nesting level exceeded (${allowed})`);
  }
}

function* runBody(shell: Shell, fn: ShellFunction): Task<Completion> {
  const { body } = fn.definition;
  const run = function* (): Task<Completion> {
    const isTraced = shell.options.has('functrace');
    const saved = isTraced ? undefined : shell.traps.commands.get('DEBUG');
    if (saved !== undefined) shell.traps.commands.delete('DEBUG');
    const returnTrap = isTraced ? undefined : shell.traps.commands.get('RETURN');
    if (returnTrap !== undefined) shell.traps.commands.delete('RETURN');
    try {
      const completion = yield* executeBody(shell, body);
      const trap = yield* runTrap(shell, 'RETURN');
      return trap.kind === 'exit' ? trap : completion;
    } finally {
      if (saved !== undefined && !shell.traps.commands.has('DEBUG')) shell.traps.commands.set('DEBUG', saved);
      if (returnTrap !== undefined && !shell.traps.commands.has('RETURN'))
        shell.traps.commands.set('RETURN', returnTrap);
    }
  };
  if (shell.depth % CALLS_PER_STACK === 0) return yield* onFreshStack(run);
  return yield* run();
}

function executeBody(shell: Shell, body: ShellFunction['definition']['body']): Task<Completion> {
  if (isList(body)) return shell.interpreter.executeStatements(shell, body.commands);
  return shell.interpreter.executeCommand(shell, body);
}

function isList(body: ShellFunction['definition']['body']): body is CompoundList {
  return body.type === 'CompoundList';
}

/** `local -` keeps the options of the caller in a hidden local variable. */
function restoreLocalOptions(shell: Shell): void {
  const saved = shell.variables.getLocal('-');
  if (typeof saved?.value !== 'string') return;
  const names = new Set(saved.value.split(':'));
  shell.options = new Set([...SET_OPTION_NAMES].filter((name) => names.has(name)));
}
