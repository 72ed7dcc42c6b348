import { getEventListeners } from 'node:events';
import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What holds on to something in this Node process, by kind. */
export type LeftOver = Readonly<Record<string, number>>;

/** Counts what is left over. */
export interface LeftOverCount {
  /** Returns the counts, of what can still be reached. */
  count(): LeftOver;
  /** Counts no more. */
  stop(): void;
}

/** Counts what keeps this Node process busy, its open files, and the listeners of event targets from now on. */
export function countWhatIsLeft(): LeftOverCount {
  const collect = exposeCollector();
  const targets = new Map<string, Set<WeakRef<EventTarget>>>();
  const known = new WeakMap<EventTarget, Set<string>>();
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function addCounted(this: EventTarget, ...args: Parameters<typeof add>) {
    const [type] = args;
    const types = known.get(this) ?? new Set();
    known.set(this, types);
    if (!types.has(type)) {
      types.add(type);
      targets.set(type, (targets.get(type) ?? new Set()).add(new WeakRef(this)));
    }
    add.apply(this, args);
  };
  const listenersOf = (type: string): number => {
    let listeners = 0;
    for (const reference of targets.get(type) ?? []) {
      const target = reference.deref();
      if (!target) targets.get(type)?.delete(reference);
      // What was aborted never happens again.
      else if (!(target instanceof AbortSignal && target.aborted)) listeners += getEventListeners(target, type).length;
    }
    return listeners;
  };
  return {
    count() {
      collect();
      const counts: Record<string, number> = {};
      for (const type of targets.keys()) counts[`${type} listeners`] = listenersOf(type);
      for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
      for (const name of process.eventNames()) counts[`process ${String(name)}`] = process.listenerCount(name);
      counts['open files'] = countOpenFiles();
      return counts;
    },
    stop() {
      EventTarget.prototype.addEventListener = add;
    },
  };
}

/** Returns what collects garbage at once. */
function exposeCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('this Node has no gc, also with --expose-gc');
  return () => void collect();
}

function countOpenFiles(): number {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return 0;
  }
}
