import { type Signal, signal } from '@preact/signals';
import type { ProcessView, Workspace, WorkspaceEvent } from 'cloche';

/** The processes in the background. */
export interface Processes {
  readonly list: Signal<readonly ProcessView[]>;
  /** Milliseconds since the epoch; moves on while something runs. */
  readonly nowMs: Signal<number>;
  hear(event: WorkspaceEvent): void;
  /** Resolves when the process and all it started has ended. */
  stop(id: string): Promise<unknown>;
  /** Asks anew, for processes that ended with an earlier page. */
  refresh(): Promise<void>;
}

const TICK_MS = 1000;

/** Creates the list, empty. */
export function createProcesses(whenOpen: () => Promise<Workspace>): Processes {
  let timer: ReturnType<typeof setInterval> | undefined;
  const processes: Processes = {
    list: signal([]),
    nowMs: signal(Date.now()),
    hear(event) {
      if (event.kind === 'processes') show(event.processes);
    },
    stop: async (id) => (await whenOpen()).processes.stop(id),
    async refresh() {
      show(await (await whenOpen()).processes.list());
    },
  };
  /** Bytes and times grow without an event. */
  const tick = async (): Promise<void> => {
    processes.nowMs.value = Date.now();
    const workspace = await whenOpen();
    for (const { id } of processes.list.value.filter(isRunning)) {
      const { process } = await workspace.processes.read(id, { limitBytes: 1 });
      processes.list.value = processes.list.value.map((known) => (known.id === id ? process : known));
    }
  };
  const show = (list: readonly ProcessView[]): void => {
    processes.list.value = list;
    processes.nowMs.value = Date.now();
    const runs = list.some(isRunning);
    if (runs) timer ??= setInterval(() => void tick().catch(() => undefined), TICK_MS);
    else {
      clearInterval(timer);
      timer = undefined;
    }
  };
  return processes;
}

/** Says whether a process, or a child of it, still runs. */
export function isRunning({ state, childrenRunning }: ProcessView): boolean {
  return state === 'running' || childrenRunning > 0;
}

/** Returns how a process stands, in a word or two. */
export function describeProcessState({ state, exitCode, childrenRunning }: ProcessView): string {
  const left = childrenRunning > 0 ? `, ${childrenRunning} still running` : '';
  switch (state) {
    case 'running':
      return 'running';
    case 'exited':
      return `exit ${exitCode ?? 0}${left}`;
    case 'timed_out':
      return `out of time${left}`;
    case 'lost_on_restore':
      return 'lost';
    case 'failed':
    case 'interrupted':
    case 'terminated':
    case 'killed':
      return `${state}${exitCode === undefined ? '' : ` (${exitCode})`}${left}`;
  }
}
