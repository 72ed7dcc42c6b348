import { z } from 'zod';
import { createLoop, type Loop, type LoopOptions, type LoopState } from './loop.ts';
import { keptProcess } from './loop-processes.ts';

/** The loops of a runner by session and name. */
export interface Loops {
  /** Returns a loop, making it when it is not there. */
  open(session: string, name: string): Loop;
  /** Every loop that is open or kept. */
  all(): Loop[];
  /** What all loops are kept as. */
  states(): Record<string, LoopState>;
}

/** Loops that are kept; the one used longest ago is forgotten first. */
const MAX_LOOPS = 50;

const todo = z.object({ content: z.string(), status: z.enum(['pending', 'in_progress', 'completed']) });

const task = z.object({
  id: z.string(),
  subject: z.string(),
  description: z.string(),
  activeForm: z.string().exactOptional(),
  status: z.enum(['pending', 'in_progress', 'completed']),
  blockedBy: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()).exactOptional(),
});

const loopState: z.ZodType<LoopState> = z.object({
  seen: z.array(z.tuple([z.string(), z.object({ hash: z.string(), isWhole: z.boolean() })])),
  todos: z.object({ items: z.array(todo), turnsSinceWrite: z.number(), turnsSinceReminder: z.number() }),
  tasks: z.array(task),
  unlocked: z.array(z.string()),
  processes: z.array(keptProcess).exactOptional(),
});

/** Creates the loops of a runner from what was kept; what is no state of a loop counts as a new one. */
export function createLoops(options: LoopOptions, kept: Readonly<Record<string, unknown>>): Loops {
  const open = new Map<string, ReturnType<typeof createLoop>>();
  const waiting = new Map(Object.entries(kept));
  const take = (key: string): ReturnType<typeof createLoop> => {
    const state = loopState.safeParse(waiting.get(key));
    waiting.delete(key);
    return createLoop({ key, ...namesOf(key) }, options, state.success ? state.data : undefined);
  };
  const takeWaiting = (): void => {
    for (const [key, state] of waiting) {
      if (loopState.safeParse(state).success) open.set(key, take(key));
    }
  };
  return {
    open(session, name) {
      const key = JSON.stringify([session, name]);
      const loop = open.get(key) ?? take(key);
      open.delete(key);
      open.set(key, loop);
      const [oldest] = open.keys();
      if (open.size > MAX_LOOPS && oldest !== undefined) open.delete(oldest);
      return loop;
    },
    all() {
      takeWaiting();
      return [...open.values()];
    },
    states() {
      takeWaiting();
      return Object.fromEntries([...open].map(([key, loop]) => [key, loop.state()]));
    },
  };
}

/** Returns the names in the key of a loop. */
function namesOf(key: string): { readonly session: string; readonly name: string } {
  try {
    const [session, name] = z.tuple([z.string(), z.string()]).parse(JSON.parse(key));
    return { session, name };
  } catch {
    return { session: key, name: key };
  }
}
