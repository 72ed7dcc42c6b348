import type { ExitStatus } from './exit-status.ts';
import type { OpenFile } from './open-file.ts';
import type { SignalName } from './signals.ts';

/** Where a command name leads. */
export type ProgramLocation =
  /** One of the machine's own programs; `path` is what `command -v` prints. */
  | { readonly kind: 'program'; readonly name: string; readonly path: string }
  /** A file with an execute bit. */
  | { readonly kind: 'executable'; readonly path: string };

/** What every process starts with. */
export interface ProcessRequest {
  /** The words of the command, for running and for lists. */
  readonly argv: readonly string[];
  /** Pid of the process that asks; 1 for none. */
  readonly parent: number;
  /** The process group to join: a group's number, `new` to lead one, or (default) the parent's. */
  readonly group?: number | 'new';
  /** `new` to begin a session, which all that it starts belongs to for ever; by default the parent's. */
  readonly session?: 'new';
  /** Signals ignored from the start, as `nohup` and `trap ''` leave them. */
  readonly ignoredSignals?: ReadonlySet<SignalName>;
  /** Its controlling terminal, `/dev/tty`; the parent's when absent. Not retained: its creator keeps it open. */
  readonly terminal?: OpenFile;
}

/** How a program is started. */
export interface SpawnRequest extends ProcessRequest {
  /** Where `argv[0]` leads; found with `find` when absent. */
  readonly location?: ProgramLocation;
  readonly env: ReadonlyMap<string, string>;
  readonly cwd: string;
  readonly umask: number;
  /** Each file is retained by the process until it ends; the caller keeps its own ownership. */
  readonly descriptors: ReadonlyMap<number, OpenFile>;
}

/** How a part of the caller's own code becomes a process: a shell's subshell, pipeline part or background job. */
export interface TaskRequest extends ProcessRequest {
  /** Runs as the process and returns its exit status. Must pass `signal` to whatever it waits for. */
  run(task: RunningTask): Promise<number>;
  /** Returns whether it took the signal (a trap); otherwise the default action follows. Never asked for SIGKILL, SIGSTOP. */
  onSignal?(signal: SignalName): boolean;
}

/** A task as its process sees itself. */
export interface RunningTask {
  readonly pid: number;
  readonly group: number;
  readonly signal: AbortSignal;
  /** Returns a promise to wait for while a stop signal holds the process; long work asks where it yields. */
  held(): Promise<void> | undefined;
}

/** A running or ended process. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Number of the session it belongs to, also when its parent has ended: the pid of the process that began it. */
  readonly session: number;
  readonly argv: readonly string[];
  readonly startedAtMs: number;
  /** Resolves once, when the process has ended; never rejects. */
  readonly exited: Promise<ExitStatus>;
  /** The end, once it is known. */
  readonly status: ExitStatus | undefined;
  /** A stop signal holds it until SIGCONT comes. */
  readonly isStopped: boolean;
  /** Its controlling terminal. */
  readonly terminal: OpenFile | undefined;
  /** Resolves when the process ends or is stopped, at once when it is so already; never rejects. */
  endedOrStopped(): Promise<void>;
  /** Sends a signal; returns whether the process was still running. */
  kill(signal: SignalName): boolean;
}

/** Starts and signals processes. */
export interface ProcessHost {
  /** Returns where a command name leads: searched in `PATH` unless it has a slash; `undefined` when nowhere. */
  find(name: string, from: { env: ReadonlyMap<string, string>; cwd: string }): ProgramLocation | undefined;
  /** Names of the machine's own programs. */
  programNames(): Iterable<string>;
  /**
   * Starts a program. Throws `SystemError`: `ENOENT`, `EACCES` (no execute bit, a directory), `ENOEXEC` (neither a
   * program nor a script with `#!`: a shell runs it as its own), `EAGAIN` (too many processes), `E2BIG`, `ESRCH` (the
   * parent has ended: what was killed starts nothing any more).
   */
  spawn(request: SpawnRequest): Process;
  /** Starts a task as a process. Throws `EAGAIN`, `ESRCH`. */
  startTask(request: TaskRequest): Process;
  get(pid: number): Process | undefined;
  /** Returns processes that have not ended, by pid. */
  list(): Process[];
  /** Sends a signal to a process, or to a group when `pid` is negative. `ESRCH` when there is none. */
  kill(pid: number, signal: SignalName): void;
}
