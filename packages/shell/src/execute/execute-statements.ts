import { openDevice } from '@cloche/system';
import type { AndOr, CommandNode, PipelineNode, Statement } from '../script/parse-script.ts';
import type { Shell } from '../shell.ts';
import { WordSyntaxError } from '../words/word-syntax-error.ts';
import { countStep } from './check-limits.ts';
import { type Completion, NORMAL } from './completion.ts';
import { executePipeline, executeSingle } from './execute-pipeline.ts';
import { failed } from './handle-failure.ts';
import { reportError, writeText } from './report-error.ts';
import { runPendingTraps } from './run-traps.ts';
import { ShellError } from './shell-error.ts';
import { endTurn, type SubshellOptions, startSubshell } from './subshell.ts';
import type { Task } from './task.ts';

/** Runs statements one after another until one ends more than itself. */
export function* executeStatements(shell: Shell, statements: readonly Statement[]): Task<Completion> {
  const { pending } = shell.traps;
  for (const statement of statements) {
    countStep(shell);
    if (shell.options.has('noexec')) return NORMAL;
    const turn = shell.held() ?? shell.machine.yieldIfDue();
    if (turn) yield* endTurn(shell, turn);
    if (pending.length > 0) {
      const completion = yield* runPendingTraps(shell);
      if (completion !== NORMAL) return completion;
    }
    if (statement.background) {
      yield* startBackground(shell, statement);
      continue;
    }
    const { command } = statement;
    try {
      const completion = yield* command.type === 'AndOr'
        ? executeAndOr(shell, command)
        : executeChecked(shell, command);
      if (completion !== NORMAL) return completion;
      if (pending.length > 0) {
        const interruption = yield* runPendingTraps(shell);
        if (interruption !== NORMAL) return interruption;
      }
    } catch (error) {
      if (error instanceof WordSyntaxError) {
        const status = shell.status === 0 ? 2 : shell.status;
        yield* reportOnce(shell, new ShellError(error.message, { status, effect: 'shell' }));
      }
      if (error instanceof ShellError && error.message !== '') yield* reportOnce(shell, error);
      throw error;
    }
  }
  return NORMAL;
}

/** Reports an error where it happened and passes it on without its message. */
function* reportOnce(shell: Shell, error: ShellError): Task<never> {
  yield* reportError(shell, error.message);
  shell.status = error.status;
  throw new ShellError('', { status: error.status, effect: error.effect });
}

function* executeAndOr(shell: Shell, node: AndOr): Task<Completion> {
  const last = node.commands.length - 1;
  for (const [index, command] of node.commands.entries()) {
    const operator = index === 0 ? undefined : node.operators[index - 1];
    if (operator === '&&' && shell.status !== 0) continue;
    if (operator === '||' && shell.status === 0) continue;
    if (index === last) return yield* executeChecked(shell, command);
    shell.uncheckedDepth++;
    try {
      const completion = yield* command.type === 'Pipeline'
        ? executePipeline(shell, command)
        : executeSingle(shell, command);
      if (completion !== NORMAL) return completion;
    } finally {
      shell.uncheckedDepth--;
    }
  }
  return NORMAL;
}

/** Runs a pipeline and lets `set -e` and the ERR trap act on its status. */
function* executeChecked(shell: Shell, node: PipelineNode): Task<Completion> {
  const completion = yield* node.type === 'Pipeline' ? executePipeline(shell, node) : executeSingle(shell, node);
  if (completion !== NORMAL || shell.status === 0 || shell.uncheckedDepth > 0 || !reportsFailure(node))
    return completion;
  shell.offset = node.pos;
  return yield* failed(shell);
}

/** Says whether the failure of a command is its own: a compound command's is that of a command inside. */
function reportsFailure(node: PipelineNode): boolean {
  if (node.type !== 'Pipeline') return isOwnFailure(node);
  if (node.prefixes.some((prefix) => prefix.type === 'Negation')) return false;
  const [only] = node.commands;
  return node.commands.length > 1 || (only !== undefined && isOwnFailure(only));
}

function isOwnFailure(node: CommandNode): boolean {
  switch (node.type) {
    case 'Command':
    case 'Subshell':
    case 'TestCommand':
    case 'ArithmeticCommand':
      return true;
    case 'Redirected':
      return (
        node.command.type === 'Subshell' ||
        node.command.type === 'TestCommand' ||
        node.command.type === 'ArithmeticCommand'
      );
    default:
      return false;
  }
}

/** A simple command or a subshell in the background is the process itself, which no trap watches. */
function executeBackground(child: Shell, node: PipelineNode | AndOr): Task<Completion> {
  if (node.type === 'Subshell') return executeStatements(child, node.body.commands);
  if (node.type === 'AndOr') return executeAndOr(child, node);
  return node.type === 'Command' ? executeSingle(child, node) : executeChecked(child, node);
}

/** With job control a background command has the terminal's signals kept away by its group, and may be stopped for input. */
function backgroundOptions(shell: Shell, text: string): SubshellOptions {
  if (shell.jobControl) return { argv: [text], group: 'new' };
  const input = openDevice('/dev/null', shell.machine.random);
  return { argv: [text], descriptors: new Map([[0, input]]), ignoredSignals: ['SIGINT', 'SIGQUIT'] };
}

function* startBackground(shell: Shell, statement: Statement): Task<void> {
  const text = shell.source.text.slice(statement.pos, statement.end).replace(/\s*&$/, '');
  const process = startSubshell(shell, backgroundOptions(shell, text), (child) =>
    executeBackground(child, statement.command),
  );
  shell.lastBackgroundPid = process.pid;
  const job = shell.jobs.add(process, text);
  void process.exited.then((status) => shell.jobs.rememberEnded(job.process.pid, status));
  if (shell.jobControl) yield* writeText(shell, 2, `[${job.number}] ${process.pid}\n`);
  shell.status = 0;
}
