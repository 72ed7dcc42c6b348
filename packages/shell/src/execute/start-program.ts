import {
  decodeText,
  describeError,
  errnoOf,
  isErrno,
  joinPath,
  type Process,
  type ProgramLocation,
} from '@cloche/system';
import { jobGroup, waitInForeground } from '../jobs/job-control.ts';
import { watchChild } from '../jobs/trap-table.ts';
import type { Shell } from '../shell.ts';
import { AssociativeArray } from '../variables/associative-array.ts';
import { readVariable } from '../variables/shell-variables.ts';
import { scalarOf, type Variable } from '../variables/variable.ts';
import type { Completion } from './completion.ts';
import { reportDeath } from './report-death.ts';
import { reportError } from './report-error.ts';
import { startSubshell } from './subshell.ts';
import type { Task } from './task.ts';

/** Runs a program by its words and returns its status: 127 when there is none, 126 when it cannot be run. */
export function* runProgram(
  shell: Shell,
  words: readonly string[],
  env: ReadonlyMap<string, string>,
  search: ProgramSearch = {},
): Task<number> {
  const started = startProgram(shell, words, env, search);
  if (started.kind === 'started') {
    const [status = 0] = yield* waitInForeground(shell, [started.process], words.join(' '));
    yield* reportDeath(shell, started.process, words.join(' '));
    return status;
  }
  yield* reportError(shell, started.message);
  return started.status;
}

/** How a program is looked for and named. */
export interface ProgramSearch {
  /** The directories to look in, instead of PATH. */
  readonly path?: string;
  /** What the program sees as its own name. */
  readonly argv0?: string;
}

/** A program that runs, or why it does not. */
export type StartedProgram =
  | { readonly kind: 'started'; readonly process: Process }
  | { readonly kind: 'failed'; readonly message: string; readonly status: number };

/**
 * Starts a program, whose environment also gets its own path as `_`; a file that is neither a program nor has a `#!` line
 * runs as a script of this shell.
 */
export function startProgram(
  shell: Shell,
  words: readonly string[],
  env: ReadonlyMap<string, string>,
  { path, argv0 }: ProgramSearch = {},
): StartedProgram {
  const [name = ''] = words;
  const { processes } = shell.machine;
  const location =
    path === undefined
      ? findProgram(shell, name, env)
      : processes.find(name, { env: new Map([['PATH', path]]), cwd: shell.cwd });
  if (!location && !name.includes('/')) return { kind: 'failed', message: `${name}: command not found`, status: 127 };
  try {
    const process = processes.spawn({
      argv: argv0 === undefined ? words : [argv0, ...words.slice(1)],
      parent: shell.pid,
      group: jobGroup(shell),
      ignoredSignals: shell.ignoredSignals,
      env: new Map([...env, ['_', location?.path ?? name]]),
      cwd: shell.cwd,
      umask: shell.umask,
      descriptors: shell.descriptors.entries(),
      ...(location ? { location } : {}),
    });
    watchChild(shell.traps, process);
    return { kind: 'started', process };
  } catch (error) {
    const code = errnoOf(error);
    if (code === undefined || !isErrno(code)) throw error;
    if (code === 'ENOEXEC' && location) return runAsScript(shell, location.path, words);
    return failedStart(shell, name, error);
  }
}

function failedStart(shell: Shell, name: string, error: unknown): StartedProgram {
  const code = errnoOf(error);
  if (code === 'ENOENT' && exists(shell, name)) {
    return { kind: 'failed', message: `${name}: cannot execute: required file not found`, status: 127 };
  }
  const reason = isDirectory(shell, name) ? 'Is a directory' : describeError(error);
  return { kind: 'failed', message: `${name}: ${reason}`, status: code === 'ENOENT' ? 127 : 126 };
}

/** Finds a program, with what `hash` remembers. */
export function findProgram(shell: Shell, name: string, env: ReadonlyMap<string, string>): ProgramLocation | undefined {
  const isOwnPath = env.get('PATH') === readVariable(shell, 'PATH');
  const remembered = isOwnPath ? shell.commandPaths.get(name) : undefined;
  if (remembered) {
    const location = shell.machine.processes.find(remembered.path, { env, cwd: shell.cwd });
    if (location) {
      remembered.hits++;
      return location;
    }
    shell.commandPaths.delete(name);
  }
  const location = shell.machine.processes.find(name, { env, cwd: shell.cwd });
  if (location && isOwnPath && !name.includes('/') && shell.options.has('hashall'))
    shell.commandPaths.set(name, { path: location.path, hits: 1 });
  return location;
}

function runAsScript(shell: Shell, path: string, words: readonly string[]): StartedProgram {
  const text = decodeText(shell.machine.files.readFile(path));
  if (text.slice(0, 80).includes('\0')) {
    return {
      kind: 'failed',
      message: `${words[0] ?? path}: cannot execute binary file: Exec format error`,
      status: 126,
    };
  }
  const process = startSubshell(shell, { argv: words, group: jobGroup(shell) }, (child) =>
    runScriptText(child, words, text),
  );
  return { kind: 'started', process };
}

function* runScriptText(child: Shell, words: readonly string[], text: string): Task<Completion> {
  child.name = words[0] ?? child.name;
  child.positional = words.slice(1);
  for (const [name, variable] of child.variables.visible())
    if (!variable.isExported && !variable.compute) child.variables.unset(name);
  return yield* child.interpreter.runText(child, text, { name: child.name, firstLine: 1 });
}

function isDirectory(shell: Shell, path: string): boolean {
  try {
    return shell.machine.files.stat(joinPath(shell.cwd, path)).kind === 'directory';
  } catch {
    return false;
  }
}

function exists(shell: Shell, path: string): boolean {
  try {
    shell.machine.files.stat(joinPath(shell.cwd, path));
    return true;
  } catch {
    return false;
  }
}

/** Returns the environment that programs get: exported variables with a value, and exported functions. */
export function exportedEnvironment(shell: Shell): Map<string, string> {
  const env = new Map<string, string>();
  for (const [name, variable] of shell.variables.visible()) addExported(env, name, variable);
  for (const fn of shell.functions.values()) {
    if (!fn.isExported) continue;
    const { pos, end } = fn.definition;
    env.set(
      `BASH_FUNC_${fn.name}%%`,
      fn.source.text.slice(pos, end).replace(/^(?:function\s+)?[^\s({]+\s*(?:\(\s*\))?\s*/, '() '),
    );
  }
  return env;
}

function addExported(env: Map<string, string>, name: string, variable: Variable): void {
  if (!variable.isExported || variable.value instanceof AssociativeArray) return;
  const value = scalarOf(variable);
  if (value !== undefined && (typeof variable.value === 'string' || variable.compute)) env.set(name, value);
}
