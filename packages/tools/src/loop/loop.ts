import { codePointCut } from '@cloche/system';
import type { Task, TaskGraph } from '../planning/task-graph.ts';
import { createTodoList, type TodoList, type TodoState } from '../planning/todo-list.ts';
import { createLoopProcesses, type KeptProcess, type LoopProcesses } from './loop-processes.ts';
import { createReadEvidence, type Observation, type ReadEvidence } from './read-evidence.ts';
import { MAX_CAPTURE_BYTES, type RetainedOutput, type RetainedRecord } from './retained-output.ts';

/** What the tools of one conversation (a loop of a session) remember. Loops see nothing of each other. */
export interface Loop {
  readonly session: string;
  readonly name: string;
  readonly evidence: ReadEvidence;
  readonly todos: TodoList;
  tasks: TaskGraph;
  /** Deferred tools that the model has looked up. */
  readonly unlocked: Set<string>;
  readonly outputs: LoopOutputs;
  readonly processes: LoopProcesses;
}

/** The retained outputs of a loop. */
export interface LoopOutputs {
  /** Keeps an output, at most its first 16 MiB; answers with the id to read it by, or `undefined` when it is not kept. */
  keep(bytes: Uint8Array, totalBytes?: number): Promise<string | undefined>;
  read(id: string): Promise<RetainedRecord | undefined>;
}

/** What a loop is kept as, as plain data. */
export interface LoopState {
  readonly seen: readonly (readonly [string, Observation])[];
  readonly todos: TodoState;
  readonly tasks: readonly Task[];
  readonly unlocked: readonly string[];
  readonly processes?: readonly KeptProcess[];
}

/** What loops are made of. */
export interface LoopOptions {
  readonly retained: RetainedOutput;
  /** Returns a new UUID in lower case. */
  readonly newId: () => string;
  /** Another place for the evidence. */
  readonly evidence?: (name: string) => ReadEvidence;
}

/** Creates the loop that is kept as `key`, new or from what was kept, and the function that gives what to keep. */
export function createLoop(
  { key, session, name }: { readonly key: string; readonly session: string; readonly name: string },
  { retained, newId, evidence }: LoopOptions,
  kept?: LoopState,
): Loop & { state(): LoopState } {
  const seen = new Map(kept?.seen);
  const todos = createTodoList(kept?.todos);
  const processes = createLoopProcesses(kept?.processes);
  const loop: Loop = {
    session,
    name,
    processes,
    evidence: evidence?.(key) ?? createReadEvidence(seen),
    todos,
    tasks: new Map(kept?.tasks.map((task) => [task.id, task])),
    unlocked: new Set(kept?.unlocked),
    outputs: {
      async keep(bytes, totalBytes = bytes.length) {
        const id = newId();
        const record = { bytes: bytes.slice(0, codePointCut(bytes, MAX_CAPTURE_BYTES)), totalBytes };
        return (await retained.keep(key, id, record)) ? id : undefined;
      },
      read: (id) => retained.read(key, id),
    },
  };
  return Object.assign(loop, {
    state: (): LoopState => ({
      seen: [...seen],
      todos: todos.state(),
      tasks: [...loop.tasks.values()],
      unlocked: [...loop.unlocked],
      ...(processes.list().length > 0 ? { processes: processes.list() } : {}),
    }),
  });
}
