import type { Clock } from './clock.ts';
import { createDeferred, type Deferred } from './deferred.ts';
import { type ExitStatus, TerminatedBySignal } from './exit-status.ts';
import type { OpenFile } from './open-file.ts';
import type { Process, ProcessRequest } from './process-host.ts';
import { defaultAction, type SignalName } from './signals.ts';
import { SystemError } from './system-error.ts';

/** Pid of the machine itself, the parent of everything without another one. */
export const ROOT_PID = 1;

const FIRST_PID = 100;

/** A process while its owner runs it. */
export interface RunningProcess extends Process {
  /** Aborted with `TerminatedBySignal` when a signal ends the process. */
  readonly signal: AbortSignal;
  /** Records the end; only the first call counts. */
  end(status: ExitStatus): void;
  /** Runs once when the process ends, before `exited` resolves. */
  onEnd(callback: () => void): void;
  /** Returns a promise to wait for while a stop signal holds the process; it resolves when SIGCONT or the end comes. */
  held(): Promise<void> | undefined;
  /** Asked before the default action, except for SIGKILL and SIGSTOP; returns whether the signal was taken. */
  handleSignal: ((signal: SignalName) => boolean) | undefined;
}

/** All processes of a machine, by pid. */
export interface ProcessTable {
  /** Adds a process. `EAGAIN` when the table is full, `ESRCH` when the parent has ended. */
  add(request: ProcessRequest): RunningProcess;
  get(pid: number): Process | undefined;
  list(): Process[];
  kill(pid: number, signal: SignalName): void;
}

/** Creates an empty table. Ended processes stay readable through the `Process` that started them, not through the table. */
export function createProcessTable(clock: Clock, limits: { maxProcesses: number }): ProcessTable {
  const running = new Map<number, RunningProcess>();
  let nextPid = FIRST_PID;
  return {
    add(request) {
      if (running.size >= limits.maxProcesses) throw new SystemError('EAGAIN', 'fork');
      const parent = running.get(request.parent);
      if (!parent && request.parent !== ROOT_PID) throw new SystemError('ESRCH', 'fork');
      const pid = nextPid++;
      const parentGroup = parent?.group ?? ROOT_PID;
      const session = request.session === 'new' ? pid : (parent?.session ?? ROOT_PID);
      const group = request.group === 'new' ? pid : (request.group ?? parentGroup);
      const terminal = request.terminal ?? parent?.terminal;
      const process = createRunningProcess({ pid, group, session, request, terminal, startedAtMs: clock.now() });
      running.set(pid, process);
      process.onEnd(() => running.delete(pid));
      return process;
    },
    get: (pid) => running.get(pid),
    list: () => [...running.values()],
    kill(pid, signal) {
      const targets = pid < 0 ? [...running.values()].filter((process) => process.group === -pid) : [running.get(pid)];
      let found = false;
      for (const target of targets) if (target?.kill(signal)) found = true;
      if (!found) throw new SystemError('ESRCH', 'kill');
    },
  };
}

function createRunningProcess(facts: {
  pid: number;
  group: number;
  session: number;
  request: ProcessRequest;
  terminal: OpenFile | undefined;
  startedAtMs: number;
}): RunningProcess {
  const { request } = facts;
  const controller = new AbortController();
  const callbacks: (() => void)[] = [];
  let status: ExitStatus | undefined;
  const exited = createDeferred<ExitStatus>();
  let hold: Deferred<void> | undefined;
  let watchers: (() => void)[] = [];
  const tellWatchers = (): void => {
    const told = watchers;
    watchers = [];
    for (const watcher of told) watcher();
  };
  const resume = (): void => {
    hold?.resolve();
    hold = undefined;
  };
  const process: RunningProcess = {
    pid: facts.pid,
    parent: request.parent,
    group: facts.group,
    session: facts.session,
    argv: request.argv,
    startedAtMs: facts.startedAtMs,
    exited: exited.promise,
    signal: controller.signal,
    handleSignal: undefined,
    terminal: facts.terminal,
    get status() {
      return status;
    },
    get isStopped() {
      return hold !== undefined;
    },
    held: () => hold?.promise,
    endedOrStopped() {
      if (status || hold) return Promise.resolve();
      return new Promise((resolve) => watchers.push(resolve));
    },
    end(ended) {
      if (status) return;
      status = ended;
      for (const callback of callbacks) callback();
      exited.resolve(ended);
      resume();
      tellWatchers();
    },
    onEnd(callback) {
      callbacks.push(callback);
    },
    kill(signal) {
      if (status) return false;
      if (signal === 'SIGCONT') resume();
      if (signal !== 'SIGKILL' && signal !== 'SIGSTOP') {
        if (request.ignoredSignals?.has(signal)) return true;
        if (process.handleSignal?.(signal)) return true;
      }
      switch (defaultAction(signal)) {
        case 'ignore':
          return true;
        case 'stop':
          // Cooperative code is held where it next reads, writes or yields.
          hold ??= createDeferred<void>();
          tellWatchers();
          return true;
        case 'terminate':
          process.end({ kind: 'signaled', signal });
          controller.abort(new TerminatedBySignal(signal));
          return true;
      }
    },
  };
  return process;
}
