/** Tasks that wait for something to change. */
export interface WaitQueue {
  /** Resolves at the next `wakeAll`; rejects with `signal.reason` when the signal is aborted first. */
  wait(signal: AbortSignal): Promise<void>;
  wakeAll(): void;
}

/** Creates an empty queue. */
export function createWaitQueue(): WaitQueue {
  let wakers: (() => void)[] = [];
  return {
    wait(signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        const onAbort = (): void => {
          wakers = wakers.filter((waker) => waker !== wake);
          reject(signal.reason);
        };
        const wake = (): void => {
          signal.removeEventListener('abort', onAbort);
          resolve();
        };
        signal.addEventListener('abort', onAbort, { once: true });
        wakers.push(wake);
      });
    },
    wakeAll() {
      const waiting = wakers;
      wakers = [];
      for (const wake of waiting) wake();
    },
  };
}
