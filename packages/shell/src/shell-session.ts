import {
  type Clock,
  type FileSystem,
  type OpenFile,
  type Process,
  type ProcessHost,
  type RandomBytes,
  ROOT_PID,
  type SignalName,
  statusCode,
  type YieldIfDue,
} from '@cloche/system';
import { createShell } from './create-shell.ts';
import { countOutput } from './execute/check-limits.ts';
import { runTask } from './execute/task.ts';
import { takeSignal } from './jobs/trap-table.ts';
import { createBudget, DEFAULT_LIMITS, type ShellLimits } from './limits.ts';
import { runShell, type ShellOutcome } from './run-shell.ts';
import { readText } from './script/script-reader.ts';
import { captureState, restoreState, type ShellState } from './session-state.ts';
import type { Machine, Shell } from './shell.ts';

/** What a session is made of. */
export interface ShellSessionOptions {
  readonly files: FileSystem;
  readonly processes: ProcessHost;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly yieldIfDue: YieldIfDue;
  readonly cwd: string;
  readonly env: ReadonlyMap<string, string>;
  /** Default 0o022. */
  readonly umask?: number;
  readonly limits?: Partial<ShellLimits>;
  /** Name that messages begin with, `$0`. Default `bash`. */
  readonly name?: string;
  /** A state that an earlier session's `snapshot` gave; it takes the place of `cwd`, `env` and `umask`. */
  readonly state?: ShellState;
}

/** How one script runs. */
export interface RunOptions {
  /** 0, 1 and 2, and more if wanted. The caller keeps its ownership; the run retains them while it lasts. */
  readonly descriptors: ReadonlyMap<number, OpenFile>;
  /** Ends the run and every process it has started in the foreground or background. */
  readonly signal: AbortSignal;
  /** `$1` and on. */
  readonly positional?: readonly string[];
  /** Told the run's pid, which is also its process group. */
  readonly onStart?: (pid: number) => void;
  /** The controlling terminal of the run, which is not retained. */
  readonly terminal?: OpenFile;
  /** The run may execute and print without end: something else bounds it. */
  readonly isUnbounded?: boolean;
}

/** A script that runs. */
export interface ShellRun {
  /** Leads a process group and a session of its own. */
  readonly process: Process;
  /** Resolves as `ShellSession.run` does. */
  readonly ended: Promise<RunOutcome>;
  /** Lets the run go on without the session: its changes of state are dropped. */
  detach(): void;
}

/** How a run ended. Only `exited` has kept the script's changes to the session's state. */
export type RunOutcome =
  | { readonly kind: 'exited'; readonly exitCode: number }
  /** The script ended in a way that keeps nothing: `exec`, a limit, or `exit` past an EXIT trap of its own. */
  | { readonly kind: 'dropped'; readonly exitCode: number; readonly reason: 'replaced' | 'limit' | 'exit-trap' }
  | { readonly kind: 'killed'; readonly exitCode: number; readonly signal: SignalName }
  | { readonly kind: 'aborted' };

/**
 * A bash session: scripts run one after another, each in a fresh shell process that starts with what the last one left.
 *
 * Between runs it keeps the current directory, exported variables (also read-only ones; removed ones stay removed),
 * functions, aliases and options; not other variables, traps, jobs and `set -x`. Processes in the background go on.
 */
export class ShellSession {
  private readonly machine: Machine;
  private readonly name: string;
  private readonly limits: Partial<ShellLimits>;
  private readonly initial: ShellState;
  private state: ShellState;
  private version = 0;

  constructor(options: ShellSessionOptions) {
    const { files, processes, clock, random, yieldIfDue } = options;
    this.machine = { files, processes, clock, random, yieldIfDue };
    this.name = options.name ?? 'bash';
    this.limits = options.limits ?? {};
    this.initial = initialState(this.machine, this.name, options);
    this.state = options.state ?? this.initial;
  }

  /** Grows by one with each run that has changed the state. */
  get stateVersion(): number {
    return this.version;
  }

  /** The current directory that the next run starts in. */
  get cwd(): string {
    return this.state.cwd;
  }

  /** Returns the state as plain data, for `ShellSessionOptions.state`. */
  snapshot(): ShellState {
    return this.state;
  }

  /** Goes back to the state that the options described. */
  restart(): void {
    this.state = this.initial;
    this.version++;
  }

  /**
   * Runs a script to its end. Never rejects for what a script does; a fault of the interpreter rejects. When `signal` is
   * aborted, the processes of the run are killed and the outcome is `aborted`; its changes are dropped.
   */
  async run(script: string, options: RunOptions): Promise<RunOutcome> {
    return options.signal.aborted ? { kind: 'aborted' } : this.start(script, options).ended;
  }

  /** Starts a script and returns at once. Throws `EAGAIN` when there are too many processes. */
  start(script: string, options: RunOptions): ShellRun {
    const run = this.begin(script, options);
    options.onStart?.(run.process.pid);
    let isDetached = false;
    return {
      process: run.process,
      ended: this.follow(run, options, () => isDetached),
      detach() {
        isDetached = true;
      },
    };
  }

  private async follow(run: StartedRun, options: RunOptions, isDetached: () => boolean): Promise<RunOutcome> {
    const { process } = run;
    const onAbort = (): void => killGroup(this.machine.processes, process);
    options.signal.addEventListener('abort', onAbort, { once: true });
    try {
      const status = await process.exited;
      if (options.signal.aborted) return { kind: 'aborted' };
      if (run.fault !== undefined) throw run.fault;
      if (status.kind === 'signaled') return { kind: 'killed', exitCode: statusCode(status), signal: status.signal };
      return isDetached() ? { kind: 'exited', exitCode: status.code } : this.finish(run, status.code);
    } finally {
      options.signal.removeEventListener('abort', onAbort);
    }
  }

  private begin(script: string, { descriptors, positional = [], terminal, isUnbounded }: RunOptions): StartedRun {
    const { machine, name, state } = this;
    const limits =
      isUnbounded === true ? { ...this.limits, maxSteps: Infinity, maxOutputBytes: Infinity } : this.limits;
    const budget = createBudget();
    const counted = new Map(
      [...descriptors].map(([descriptor, file]) => [
        descriptor,
        file.kind === 'pipe' && file.canWrite ? countOutput(file, budget, { ...DEFAULT_LIMITS, ...limits }) : file,
      ]),
    );
    const facts: { shell?: Shell; outcome?: ShellOutcome; fault?: unknown } = {};
    const process = machine.processes.startTask({
      argv: [name, '-c', script],
      parent: ROOT_PID,
      group: 'new',
      session: 'new',
      ...(terminal ? { terminal } : {}),
      onSignal: (signal) => (facts.shell ? takeSignal(facts.shell.traps, signal) : false),
      async run({ pid, group, signal, held }) {
        const shell = createShell({
          machine,
          limits,
          process: { pid, parent: ROOT_PID, group, signal, held },
          cwd: state.cwd,
          env: new Map(state.environment.map((variable) => [variable.name, variable.value])),
          umask: state.umask,
          descriptors: counted,
          budget,
          name,
          positional,
          mode: 'c',
          executionString: script,
        });
        restoreState(shell, state);
        facts.shell = shell;
        try {
          facts.outcome = await runTask(runShell(shell, readText(script, name), { skipsTrapAtEnd: true }));
          return facts.outcome.exitCode;
        } catch (error) {
          if (!isOrdinaryEnd(error)) facts.fault = error;
          throw error;
        } finally {
          shell.descriptors.releaseAll();
        }
      },
    });
    return {
      process,
      get shell() {
        return facts.shell;
      },
      get outcome() {
        return facts.outcome;
      },
      get fault() {
        return facts.fault;
      },
    };
  }

  private finish({ shell, outcome }: StartedRun, exitCode: number): RunOutcome {
    if (!shell || !outcome) return { kind: 'exited', exitCode };
    if (outcome.reason === 'limit') return { kind: 'dropped', exitCode, reason: 'limit' };
    if (shell.isReplaced) return { kind: 'dropped', exitCode, reason: 'replaced' };
    if (outcome.ranExitTrap) return { kind: 'dropped', exitCode, reason: 'exit-trap' };
    const next = captureState(shell);
    if (JSON.stringify(next) !== JSON.stringify(this.state)) {
      this.state = next;
      this.version++;
    }
    return { kind: 'exited', exitCode };
  }
}

interface StartedRun {
  readonly process: Process;
  readonly shell: Shell | undefined;
  readonly outcome: ShellOutcome | undefined;
  readonly fault: unknown;
}

/** Says whether an error is the way in which processes end by a signal or a broken pipe. */
function isOrdinaryEnd(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return error.code === 'terminated_by_signal' || error.code === 'EPIPE';
}

function killGroup(processes: ProcessHost, process: Process): void {
  try {
    processes.kill(-process.group, 'SIGKILL');
  } catch {
    process.kill('SIGKILL');
  }
}

function initialState(
  machine: Machine,
  name: string,
  { cwd, env, umask = 0o022, limits = {} }: ShellSessionOptions,
): ShellState {
  const shell = createShell({
    machine,
    limits,
    process: {
      pid: ROOT_PID,
      parent: ROOT_PID,
      group: ROOT_PID,
      signal: new AbortController().signal,
      held: () => undefined,
    },
    cwd,
    env,
    umask,
    descriptors: new Map(),
    name,
    positional: [],
    mode: 'c',
  });
  return captureState(shell);
}
