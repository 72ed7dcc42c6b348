import { openDevice } from '@cloche/system';
import type { AndOr, CommandNode, PipelineNode, Statement } from '../script/parse-script.ts';
import type { Shell } from '../shell.ts';
import { type Completion, NORMAL } from './completion.ts';
import { executePipeline } from './execute-pipeline.ts';
import { failed } from './handle-failure.ts';
import { reportError, writeText } from './report-error.ts';
import { runPendingTraps } from './run-traps.ts';
import { ShellError } from './shell-error.ts';
import { type SubshellOptions, startSubshell, takeTurn } from './subshell.ts';
import type { Task } from './task.ts';

/** Runs statements one after another until one ends more than itself. */
export function* executeStatements(shell: Shell, statements: readonly Statement[]): Task<Completion> {
  for (const statement of statements) {
    const completion = yield* executeStatement(shell, statement);
    if (completion !== NORMAL) return completion;
  }
  return NORMAL;
}

function* executeStatement(shell: Shell, statement: Statement): Task<Completion> {
  yield* takeTurn(shell);
  if (shell.traps.pending.length > 0) {
    const completion = yield* runPendingTraps(shell);
    if (completion !== NORMAL) return completion;
  }
  if (statement.background) {
    yield* startBackground(shell, statement);
    return NORMAL;
  }
  try {
    const completion = yield* executeAndOr(shell, statement.command);
    if (completion === NORMAL && shell.traps.pending.length > 0) return yield* runPendingTraps(shell);
    return completion;
  } catch (error) {
    if (!(error instanceof ShellError)) throw error;
    if (error.message !== '') {
      yield* reportError(shell, error.message);
      shell.status = error.status;
      throw new ShellError('', { status: error.status, effect: error.effect });
    }
    throw error;
  }
}

function* executeAndOr(shell: Shell, node: PipelineNode | AndOr): Task<Completion> {
  if (node.type !== 'AndOr') return yield* executeChecked(shell, node);
  const last = node.commands.length - 1;
  for (const [index, command] of node.commands.entries()) {
    const operator = index === 0 ? undefined : node.operators[index - 1];
    if (operator === '&&' && shell.status !== 0) continue;
    if (operator === '||' && shell.status === 0) continue;
    if (index === last) return yield* executeChecked(shell, command);
    shell.uncheckedDepth++;
    try {
      const completion = yield* executePipeline(shell, command);
      if (completion !== NORMAL) return completion;
    } finally {
      shell.uncheckedDepth--;
    }
  }
  return NORMAL;
}

/** Runs a pipeline and lets `set -e` and the ERR trap act on its status. */
function* executeChecked(shell: Shell, node: PipelineNode): Task<Completion> {
  const completion = yield* executePipeline(shell, node);
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
  return node.type === 'Command' ? executePipeline(child, node) : executeAndOr(child, node);
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
