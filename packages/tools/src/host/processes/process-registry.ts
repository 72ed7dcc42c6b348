import { createWaitQueue } from '@cloche/system';
import type { ProcessNotice, ProcessOwner } from './process-data.ts';
import type { SupervisedProcess } from './supervised-process.ts';

/** Bounds of what a machine's supervisor keeps. */
export interface ProcessLimits {
  /** Processes in the background that one loop may have running. */
  readonly maxRunningInLoop: number;
  readonly maxRunningInSession: number;
  /** Processes that have ended and can still be asked about; those used longest ago are forgotten first. */
  readonly maxFinished: number;
  /** Calls that may wait for processes at once. */
  readonly maxWaiters: number;
  /** How long a process has to end after SIGTERM. */
  readonly graceMs: number;
  /** How long input waits for room. */
  readonly inputWaitMs: number;
  /** After so long without output and input a terminal is ended. */
  readonly idleTerminalMs: number;
}

const DEFAULT_PROCESS_LIMITS: ProcessLimits = {
  maxRunningInLoop: 8,
  maxRunningInSession: 32,
  maxFinished: 100,
  maxWaiters: 64,
  graceMs: 5000,
  inputWaitMs: 500,
  idleTerminalMs: 30 * 60_000,
};

/** The processes that a machine knows, and what is to be told of them. */
export interface ProcessRegistry {
  readonly limits: ProcessLimits;
  /** Returns a number that grows with each call. */
  nextOrder(): number;
  add(process: SupervisedProcess): void;
  forget(process: SupervisedProcess): void;
  /** Forgets ended processes that are too many. */
  forgetOldest(): void;
  /** Returns a process in the background, of the owner or, without one, of anybody. */
  find(id: string, owner?: ProcessOwner): SupervisedProcess | undefined;
  /** Returns the processes in the background, the oldest first. */
  list(owner?: ProcessOwner): SupervisedProcess[];
  /** All processes, those too whose call is still there. */
  all(): SupervisedProcess[];
  /** Returns why an owner may not have one more running; `undefined` when it may. */
  quotaProblem(owner: ProcessOwner): string | undefined;
  notify(process: SupervisedProcess, event: ProcessNotice['event']): void;
  /** Returns what an owner was not told yet: each notice once. */
  takeNotices(owner: ProcessOwner): ProcessNotice[];
  /** Grows with everything that changes a list. */
  readonly version: number;
  changed(): void;
  /** Resolves at the next change. */
  untilChanged(signal: AbortSignal): Promise<void>;
}

/** Creates an empty registry. */
export function createProcessRegistry(limits: Partial<ProcessLimits> = {}): ProcessRegistry {
  const bounds = { ...DEFAULT_PROCESS_LIMITS, ...limits };
  /** In the order in which they were asked about last. */
  const known = new Map<string, SupervisedProcess>();
  const notices = new Map<string, ProcessNotice[]>();
  const watchers = createWaitQueue();
  let version = 0;
  let order = 0;
  const inBackground = (owner?: ProcessOwner): SupervisedProcess[] =>
    [...known.values()].filter((process) => process.isBackground && (!owner || isOwner(owner, process)));
  const changed = (): void => {
    version++;
    watchers.wakeAll();
  };
  const forget = (process: SupervisedProcess): void => {
    known.delete(process.id);
    process.spool.dispose();
  };
  return {
    limits: bounds,
    nextOrder: () => order++,
    add: (process) => void known.set(process.id, process),
    forget,
    forgetOldest() {
      const settled = inBackground().filter(({ isSettled }) => isSettled);
      for (const process of settled.slice(0, Math.max(0, settled.length - bounds.maxFinished))) forget(process);
    },
    find(id, owner) {
      const process = known.get(id);
      if (!process?.isBackground || (owner && !isOwner(owner, process))) return undefined;
      known.delete(id);
      known.set(id, process);
      return process;
    },
    list: (owner) => inBackground(owner).sort((left, right) => left.order - right.order),
    all: () => [...known.values()],
    quotaProblem(owner) {
      const running = inBackground().filter((process) => !process.isSettled && process.owner.session === owner.session);
      const own = running.filter((process) => process.owner.loop === owner.loop);
      const isOver = own.length >= bounds.maxRunningInLoop || running.length >= bounds.maxRunningInSession;
      return isOver
        ? `${own.length} processes of this conversation and ${running.length} of this session are running, which is the most there may be; stop one that is not needed with process_stop`
        : undefined;
    },
    notify(process, event) {
      const { id, kind, command, childrenRunning, outputPath } = process.view();
      const key = keyOf(process.owner);
      const path = outputPath === undefined ? {} : { outputPath };
      notices.set(key, [...(notices.get(key) ?? []), { id, kind, command, event, childrenRunning, ...path }]);
      changed();
    },
    takeNotices(owner) {
      const due = notices.get(keyOf(owner)) ?? [];
      notices.delete(keyOf(owner));
      return due;
    },
    get version() {
      return version;
    },
    changed,
    untilChanged: (signal) => watchers.wait(signal),
  };
}

function isOwner(owner: ProcessOwner, process: SupervisedProcess): boolean {
  return keyOf(owner) === keyOf(process.owner);
}

function keyOf({ session, loop }: ProcessOwner): string {
  return JSON.stringify([session, loop]);
}
