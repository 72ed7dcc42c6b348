/** Time, as a port, so that tests can hold it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z, with a fraction where the host has one. */
  now(): number;
  /** Milliseconds since some fixed point; never goes back. */
  monotonic(): number;
  /** Resolves after `ms`; rejects with `signal.reason` when the signal is aborted first. */
  sleep(ms: number, options: { signal: AbortSignal }): Promise<void>;
}

/** Waits for the next turn of the host's event loop, so that messages, timers and other tasks run. */
export type NextTurn = () => Promise<void>;

/** The host functions that a clock is made of. */
export interface ClockHost {
  now(): number;
  monotonic(): number;
  /** Calls back once after `ms`, at most 2,147,483,647, and returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void;
}

const LONGEST_TIMER_MS = 2_147_483_647;

/** Creates the clock of a platform. Sleeps longer than a timer can hold (about 24 days) are made of several. */
export function createClock(host: ClockHost): Clock {
  return {
    now: () => host.now(),
    monotonic: () => host.monotonic(),
    async sleep(ms, { signal }) {
      for (let rest = ms; rest >= 0; rest -= LONGEST_TIMER_MS)
        await sleepOnce(host, Math.min(rest, LONGEST_TIMER_MS), signal);
    },
  };
}

function sleepOnce(host: ClockHost, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = (): void => {
      cancel();
      reject(signal.reason);
    };
    const cancel = host.after(ms, () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
