import type { ProcessNotice, ProcessOwner, ProcessView } from '../host/processes/process-data.ts';
import type { ToolHost } from '../host/tool-host.ts';
import type { KeptProcess } from '../loop/loop-processes.ts';
import type { Loops } from '../loop/loops.ts';

/** What a runner hears of the processes in its machine. */
export interface ProcessFeed {
  /** A call has started a process there: listens as long as any runs. */
  watch(host: ToolHost): void;
  /** All processes as they were heard of last, and those that are lost. */
  list(): readonly ProcessView[];
  /** Returns what a conversation was not told yet: each notice once. */
  takeNotices(owner: ProcessOwner): Promise<readonly ProcessNotice[]>;
}

/** Creates a feed that passes each change on. */
export function createProcessFeed(loops: Loops, onProcesses: (processes: readonly ProcessView[]) => void): ProcessFeed {
  const { signal } = new AbortController();
  let watched: ToolHost | undefined;
  /** Where processes were started last; notices wait there also when nothing runs any more. */
  let host: ToolHost | undefined;
  let heard: readonly ProcessView[] = [];

  const list = (): readonly ProcessView[] => [...loops.all().flatMap(lostProcesses), ...heard];
  const record = (processes: readonly ProcessView[]): void => {
    heard = processes;
    for (const process of processes) loops.open(process.session, process.loop).processes.record(process);
    onProcesses(list());
  };
  const lose = (): void => {
    heard = [];
    for (const { processes } of loops.all()) processes.loseRunning();
    onProcesses(list());
  };

  const listen = async (to: ToolHost): Promise<void> => {
    try {
      for (let version = -1; watched === to; ) {
        const update = await to.call('process_changes', { version }, { signal });
        version = update.version;
        // The last end is heard before the listening ends; whoever starts another process begins it again.
        if (!update.processes.some(isActive)) watched = undefined;
        record(update.processes);
      }
    } catch {
      // The machine is gone, and its processes with it.
      if (watched === to) watched = undefined;
      if (host === to) host = undefined;
      lose();
    }
  };

  return {
    watch(to) {
      host = to;
      if (watched === to) return;
      watched = to;
      void listen(to);
    },
    list,
    async takeNotices(owner) {
      try {
        return (await host?.call('process_notices', owner, { signal }))?.notices ?? [];
      } catch {
        return [];
      }
    },
  };
}

function isActive({ state, childrenRunning }: ProcessView): boolean {
  return state === 'running' || childrenRunning > 0;
}

function lostProcesses({ session, name, processes }: ReturnType<Loops['all']>[number]): ProcessView[] {
  return processes
    .list()
    .flatMap((process) => (process.state === 'lost_on_restore' ? [viewOf(process, session, name)] : []));
}

function viewOf(process: KeptProcess, session: string, loop: string): ProcessView {
  const { id, kind, command, state, startedAtMs } = process;
  const nothing = { idleMs: 0, totalBytes: 0, firstByte: 0, childrenRunning: 0, canInput: false };
  return { session, loop, id, kind, command, state, startedAtMs, hasTerminal: kind === 'terminal', ...nothing };
}
