import { createPipe, type OpenFile, type Process } from '@cloche/system';
import { jobGroup, waitInForeground } from '../jobs/job-control.ts';
import type { CommandNode, Pipeline } from '../script/parse-script.ts';
import type { Shell } from '../shell.ts';
import { readVariable } from '../variables/shell-variables.ts';
import { type Completion, NORMAL } from './completion.ts';
import { executeCommand } from './execute-command.ts';
import { writeText } from './report-error.ts';
import { runTrap } from './run-traps.ts';
import { startSubshell } from './subshell.ts';
import type { Task } from './task.ts';
import { formatTimes } from './time-report.ts';

/** Runs a pipeline: one command in this shell, several at once in subshells joined by pipes. */
export function* executePipeline(shell: Shell, node: Pipeline): Task<Completion> {
  const negations = node.prefixes.filter((prefix) => prefix.type === 'Negation').length;
  const time = node.prefixes.find((prefix) => prefix.type === 'Time');
  const startedAt = shell.machine.clock.monotonic();
  // What `!` inverts may fail, unless it turns errexit on itself: bash asks when the pipeline begins.
  const isUnchecked = negations > 0 && shell.options.has('errexit');
  if (isUnchecked) shell.uncheckedDepth++;
  try {
    const completion = yield* executeParts(shell, node);
    if (completion !== NORMAL) return completion;
  } finally {
    if (isUnchecked) shell.uncheckedDepth--;
  }
  if (negations % 2 === 1) shell.status = shell.status === 0 ? 1 : 0;
  if (time) {
    const elapsedMs = shell.machine.clock.monotonic() - startedAt;
    const format = time.posix ? 'real %2R\nuser %2U\nsys %2S' : readVariable(shell, 'TIMEFORMAT');
    yield* writeText(shell, 2, formatTimes(format, elapsedMs));
  }
  return NORMAL;
}

function* executeParts(shell: Shell, node: Pipeline): Task<Completion> {
  const [only] = node.commands;
  if (!only) {
    shell.status = 0;
    return NORMAL;
  }
  if (node.commands.length === 1) return yield* executeSingle(shell, only);
  return yield* executeConnected(shell, node);
}

/** Runs one command in this shell and sets `PIPESTATUS`. */
export function* executeSingle(shell: Shell, node: CommandNode): Task<Completion> {
  const completion = yield* executeCommand(shell, node);
  if (isSimpleStatus(node)) shell.pipelineStatuses = [shell.status];
  return completion;
}

/** Compound commands leave PIPESTATUS as their last command set it. */
function isSimpleStatus(node: CommandNode): boolean {
  return (
    node.type === 'Command' ||
    node.type === 'Subshell' ||
    node.type === 'TestCommand' ||
    node.type === 'ArithmeticCommand'
  );
}

function* executeConnected(shell: Shell, node: Pipeline): Task<Completion> {
  const { commands, operators } = node;
  const runsLastHere = shell.shellOptions.has('lastpipe') && !shell.options.has('monitor');
  const errorTrap = shell.traps.commands.get('ERR');
  const processes: Process[] = [];
  let input: OpenFile | undefined;
  let last: CommandNode | undefined;
  for (const [index, command] of commands.entries()) {
    const isLast = index === commands.length - 1;
    if (isLast && runsLastHere) {
      last = command;
      break;
    }
    if (command.type === 'Command' && shell.traps.commands.has('DEBUG')) {
      shell.offset = command.pos;
      yield* runTrap(shell, 'DEBUG');
    }
    const pipe = isLast ? undefined : createPipe();
    const descriptors = new Map<number, OpenFile>();
    if (input) descriptors.set(0, input);
    if (pipe) {
      descriptors.set(1, pipe.writer);
      if (operators[index] === '|&') descriptors.set(2, pipe.writer);
    }
    const group = processes[0]?.group ?? jobGroup(shell);
    processes.push(
      startSubshell(
        shell,
        { argv: [commandText(shell, command)], descriptors, group, isSimpleCommand: command.type === 'Command' },
        (child) => executePart(child, command, errorTrap),
      ),
    );
    input?.release();
    pipe?.writer.release();
    input = pipe?.reader;
  }
  let completion: Completion = NORMAL;
  if (last) completion = yield* executeWithInput(shell, last, input);
  const statuses: number[] = [];
  const lastStatus = shell.status;
  statuses.push(...(yield* waitInForeground(shell, processes, shell.source.text.slice(node.pos, node.end))));
  if (last) statuses.push(lastStatus);
  shell.pipelineStatuses = statuses;
  const failedStatus = statuses.findLast((status) => status !== 0) ?? 0;
  shell.status = shell.options.has('pipefail') ? failedStatus : (statuses.at(-1) ?? 0);
  return completion;
}

/** A part in parentheses runs the ERR trap of the shell around it when it fails. */
function* executePart(child: Shell, command: CommandNode, errorTrap: string | undefined): Task<Completion> {
  const completion = yield* executeCommand(child, command);
  if (command.type !== 'Subshell' || child.status === 0 || errorTrap === undefined) return completion;
  child.offset = command.pos;
  child.traps.commands.set('ERR', errorTrap);
  yield* runTrap(child, 'ERR');
  return completion;
}

function* executeWithInput(shell: Shell, command: CommandNode, input: OpenFile | undefined): Task<Completion> {
  const saved = shell.descriptors.take(0);
  if (input) shell.descriptors.set(0, input);
  try {
    return yield* executeCommand(shell, command);
  } finally {
    if (saved) shell.descriptors.set(0, saved);
    else shell.descriptors.close(0);
  }
}

function commandText(shell: Shell, node: CommandNode): string {
  return shell.source.text.slice(node.pos, node.end);
}
