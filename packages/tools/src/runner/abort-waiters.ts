/** What waits for signals to abort. */
export interface AbortWaiters {
  /** Calls `onAbort` when the signal aborts, unless the returned function was called before. */
  add(signal: AbortSignal, onAbort: () => void): () => void;
}

/** Creates a list of waiters that listens once to each signal, however many wait: a conversation's calls share one. */
export function createAbortWaiters(): AbortWaiters {
  const waiters = new Map<AbortSignal, Set<() => void>>();
  const stops = new WeakMap<AbortSignal, () => void>();
  const listen = (signal: AbortSignal): Set<() => void> => {
    const waiting = new Set<() => void>();
    const onAbort = (): void => {
      waiters.delete(signal);
      for (const call of waiting) call();
    };
    waiters.set(signal, waiting);
    signal.addEventListener('abort', onAbort, { once: true });
    stops.set(signal, () => signal.removeEventListener('abort', onAbort));
    return waiting;
  };
  return {
    add(signal, onAbort) {
      const waiting = waiters.get(signal) ?? listen(signal);
      waiting.add(onAbort);
      return () => {
        if (!waiting.delete(onAbort) || waiting.size > 0 || waiters.get(signal) !== waiting) return;
        waiters.delete(signal);
        stops.get(signal)?.();
      };
    },
  };
}
