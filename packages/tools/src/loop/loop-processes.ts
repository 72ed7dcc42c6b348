import { z } from 'zod';
import type { ProcessKind, ProcessState, ProcessView } from '../host/processes/process-data.ts';

/** What is remembered of a process when its machine is gone. */
export interface KeptProcess {
  readonly id: string;
  readonly kind: ProcessKind;
  readonly command: string;
  readonly state: ProcessState;
  readonly exitCode?: number;
  readonly startedAtMs: number;
  readonly finishedAtMs?: number;
  /** The model was told that it is lost. */
  readonly isTold: boolean;
}

/** The processes that a loop has started in the background. */
export interface LoopProcesses {
  /** Where each shell was read last. */
  readonly readCursors: Map<string, number>;
  /** Remembers how a process stands. */
  record(process: ProcessView): void;
  /** What is remembered, the oldest first. */
  list(): readonly KeptProcess[];
  /** Says whether a process ended with its machine. */
  lost(id: string): boolean;
  /** The machine is gone, and what ran in it. Returns whether anything did. */
  loseRunning(): boolean;
  /** Returns the lost processes that were not told of yet: each once. */
  takeLost(): readonly KeptProcess[];
}

/** Processes that are remembered; the oldest are forgotten first. */
const MAX_KEPT = 100;

/** The form in which a loop's processes are kept. */
export const keptProcess: z.ZodType<KeptProcess> = z.object({
  id: z.string(),
  kind: z.enum(['command', 'monitor', 'terminal']),
  command: z.string(),
  state: z.enum(['running', 'exited', 'failed', 'timed_out', 'interrupted', 'terminated', 'killed', 'lost_on_restore']),
  exitCode: z.number().exactOptional(),
  startedAtMs: z.number(),
  finishedAtMs: z.number().exactOptional(),
  isTold: z.boolean(),
});

/** Creates what a loop remembers of its processes; those that ran when it was kept are lost. */
export function createLoopProcesses(kept: readonly KeptProcess[] = []): LoopProcesses {
  const known = new Map(kept.map((process) => [process.id, process]));
  const processes: LoopProcesses = {
    readCursors: new Map(),
    record({ id, kind, command, state, exitCode, startedAtMs, finishedAtMs }) {
      known.set(id, {
        id,
        kind,
        command,
        state,
        startedAtMs,
        isTold: false,
        ...(exitCode === undefined ? {} : { exitCode }),
        ...(finishedAtMs === undefined ? {} : { finishedAtMs }),
      });
      const [oldest] = known.keys();
      if (known.size > MAX_KEPT && oldest !== undefined) known.delete(oldest);
    },
    list: () => [...known.values()],
    lost: (id) => known.get(id)?.state === 'lost_on_restore',
    loseRunning() {
      const running = processes.list().filter(({ state }) => state === 'running');
      for (const process of running) known.set(process.id, { ...process, state: 'lost_on_restore' });
      return running.length > 0;
    },
    takeLost() {
      const lost = processes.list().filter(({ state, isTold }) => state === 'lost_on_restore' && !isTold);
      for (const process of lost) known.set(process.id, { ...process, isTold: true });
      return lost;
    },
  };
  processes.loseRunning();
  return processes;
}
