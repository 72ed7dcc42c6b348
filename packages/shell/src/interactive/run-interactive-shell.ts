import {
  errnoOf,
  type OpenFile,
  type SignalName,
  type Terminal,
  TerminatedBySignal,
  terminatingSignal,
} from '@cloche/system';
import { readHistoryFile, writeHistoryFile } from '../builtins/history.ts';
import type { Completion } from '../execute/completion.ts';
import { NORMAL } from '../execute/completion.ts';
import { reportError, writeText } from '../execute/report-error.ts';
import { reportProblem } from '../execute/run-reader.ts';
import { runExitTrap } from '../execute/run-traps.ts';
import { ShellError } from '../execute/shell-error.ts';
import type { Task } from '../execute/task.ts';
import { formatJob, isStopped } from '../jobs/format-job.ts';
import { takeSignal } from '../jobs/trap-table.ts';
import { limitMessage } from '../limits.ts';
import type { ShellOutcome } from '../run-shell.ts';
import type { Statement } from '../script/parse-script.ts';
import type { SourceText } from '../script/source-text.ts';
import type { Shell } from '../shell.ts';
import { assignVariable, readVariable } from '../variables/shell-variables.ts';
import { WordSyntaxError } from '../words/word-syntax-error.ts';
import { createLineReader } from './read-line-at-terminal.ts';
import { createUnitReader, type UnitReader } from './read-unit.ts';

/** An interactive shell, and what its process does on signals. */
export interface InteractiveShell {
  run(): Task<ShellOutcome>;
  /** For `ProcessIdentity.setSignalHandler`: Ctrl-C interrupts the command that runs, not the shell. */
  onSignal(signal: SignalName): boolean;
}

/** Signals that do nothing to an interactive shell (bash manual, "Signals"). */
const IGNORED: ReadonlySet<SignalName> = new Set(['SIGTERM', 'SIGQUIT', 'SIGTSTP', 'SIGTTIN', 'SIGTTOU']);

const DEFAULT_PROMPTS = { PS1: '\\s-\\v\\$ ', PS2: '> ' };

/**
 * Makes a shell interactive at a terminal: prompts, line editing, history and job control. It reads `~/.bashrc` first,
 * and the file that HISTFILE names, if it is set.
 */
export function createInteractiveShell(shell: Shell, file: OpenFile, terminal: Terminal): InteractiveShell {
  const life = shell.signal;
  let interrupt = new AbortController();
  const renewSignal = (): void => {
    interrupt = new AbortController();
    shell.signal = AbortSignal.any([life, interrupt.signal]);
  };
  prepare(shell, terminal);
  const units = createUnitReader(createLineReader(file, terminal));
  return {
    onSignal(signal) {
      if (takeSignal(shell.traps, signal)) return true;
      if (signal === 'SIGINT') {
        interrupt.abort(new TerminatedBySignal('SIGINT'));
        return true;
      }
      return IGNORED.has(signal);
    },
    *run() {
      try {
        terminal.foregroundGroup = shell.group;
        renewSignal();
        const loop: Loop = { life, renewSignal };
        const started = yield* runStartFile(shell, loop);
        const completion = started === NORMAL ? yield* serve(shell, units, terminal, loop) : started;
        shell.signal = life;
        yield* runExitTrap(shell);
        saveHistory(shell);
        return {
          exitCode: shell.status & 0xff,
          reason: completion.kind === 'exit' ? 'exit' : 'end',
          ranExitTrap: true,
        };
      } finally {
        hangUpJobs(shell);
      }
    },
  };
}

function prepare(shell: Shell, terminal: Terminal): void {
  shell.isInteractive = true;
  shell.jobControl = { terminal };
  for (const option of ['emacs', 'histexpand', 'history', 'monitor'] as const) shell.options.add(option);
  shell.shellOptions.add('expand_aliases');
  for (const [name, prompt] of Object.entries(DEFAULT_PROMPTS))
    if (readVariable(shell, name) === undefined) assignVariable(shell, name, prompt);
  const file = readVariable(shell, 'HISTFILE');
  if (file === undefined || file === '') return;
  try {
    for (const line of readHistoryFile(shell, file)) shell.history.append(line);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
  }
}

/** What an interrupt ends, and what it does not. */
interface Loop {
  /** Aborted when the shell ends. */
  readonly life: AbortSignal;
  /** Gives the shell a signal that no interrupt has aborted. */
  renewSignal(): void;
}

/** Reads and runs commands until the input ends or one ends the shell. */
function* serve(shell: Shell, units: UnitReader, terminal: Terminal, loop: Loop): Task<Completion> {
  let warnedOfJobs = false;
  for (;;) {
    loop.renewSignal();
    yield* reportEndedJobs(shell);
    updateSize(shell, terminal);
    const step = yield* guarded(shell, loop, function* () {
      yield* runPromptCommand(shell);
      const unit = yield* units.next(shell);
      updateSize(shell, terminal);
      return yield* runUnit(shell, unit);
    });
    if (step === NORMAL) {
      warnedOfJobs = false;
      continue;
    }
    if (step.kind !== 'exit') continue;
    const hasStopped = shell.jobs.list().some((job) => isStopped(job) && !job.process.status);
    if (!hasStopped || warnedOfJobs) return step;
    warnedOfJobs = true;
    yield* writeText(shell, 2, 'There are stopped jobs.\n');
  }
}

type Unit = Awaited<ReturnType<UnitReader['next']> extends Task<infer Given> ? Given : never>;

function* runUnit(shell: Shell, unit: Unit): Task<Completion> {
  switch (unit.kind) {
    case 'end':
      yield* writeText(shell, 2, 'exit\n');
      return { kind: 'exit' };
    case 'interrupted':
      shell.status = 130;
      return NORMAL;
    case 'failed':
      yield* reportError(shell, unit.message);
      shell.status = 1;
      return NORMAL;
    case 'error':
      yield* reportProblem(shell, unit.problem, unit.source, { isMain: true, caller: undefined });
      shell.status = 2;
      return NORMAL;
    case 'statements':
      return yield* runStatements(shell, unit.statements, unit.source);
  }
}

function* runStatements(shell: Shell, statements: readonly Statement[], source: SourceText): Task<Completion> {
  shell.source = source;
  shell.commandNumber++;
  shell.loopDepth = 0;
  return yield* shell.interpreter.executeStatements(shell, statements);
}

/** Runs a part of the loop; an error or an interrupt ends the part, not the shell. */
function* guarded(shell: Shell, { life, renewSignal }: Loop, run: () => Task<Completion>): Task<Completion> {
  const { frames, variables } = shell;
  const depth = shell.depth;
  try {
    return yield* run();
  } catch (error) {
    if (life.aborted) throw error;
    shell.uncheckedDepth = 0;
    shell.loopDepth = 0;
    if (terminatingSignal(error) === 'SIGINT') {
      // The terminal has shown the key; the prompt comes below it, whoever it has interrupted.
      renewSignal();
      yield* writeText(shell, 2, '\n');
      shell.status = 130;
      return NORMAL;
    }
    const limit = limitMessage(error);
    if (limit !== undefined || error instanceof WordSyntaxError) {
      shell.status = 2;
      yield* reportError(shell, limit ?? (error instanceof Error ? error.message : ''));
      return NORMAL;
    }
    if (!(error instanceof ShellError)) throw error;
    shell.status = error.status;
    return shell.options.has('errexit') ? { kind: 'exit' } : NORMAL;
  } finally {
    shell.frames = frames;
    shell.variables = variables;
    shell.depth = depth;
  }
}

function* runStartFile(shell: Shell, loop: Loop): Task<Completion> {
  const path = `${readVariable(shell, 'HOME') ?? ''}/.bashrc`;
  try {
    if (shell.machine.files.stat(path).kind !== 'file') return NORMAL;
  } catch {
    // There is none.
    return NORMAL;
  }
  return yield* guarded(shell, loop, () =>
    shell.interpreter.runWords(shell, ['source', path], { skips: 'all but builtins' }),
  );
}

function* runPromptCommand(shell: Shell): Task<void> {
  const command = readVariable(shell, 'PROMPT_COMMAND');
  if (command === undefined || command === '') return;
  const { status, pipelineStatuses } = shell;
  yield* shell.interpreter.runText(shell, command, { name: shell.name, firstLine: 1 });
  shell.status = status;
  shell.pipelineStatuses = pipelineStatuses;
}

function* reportEndedJobs(shell: Shell): Task<void> {
  const all = shell.jobs.list();
  for (const job of all) {
    if (!job.process.status || job.isReported) continue;
    yield* writeText(shell, 2, formatJob(job, all, {}));
    shell.jobs.remove(job);
  }
}

function updateSize(shell: Shell, { size }: Terminal): void {
  if (!shell.shellOptions.has('checkwinsize') || size.columns === 0) return;
  assignVariable(shell, 'COLUMNS', String(size.columns));
  assignVariable(shell, 'LINES', String(size.rows));
}

function saveHistory(shell: Shell): void {
  const file = readVariable(shell, 'HISTFILE');
  if (file === undefined || file === '') return;
  try {
    writeHistoryFile(shell, file, shell.history.lines);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
  }
}

function hangUpJobs(shell: Shell): void {
  for (const job of shell.jobs.list()) {
    if (job.isDisowned || job.process.status) continue;
    for (const member of job.members) {
      member.kill('SIGHUP');
      member.kill('SIGCONT');
    }
  }
}
