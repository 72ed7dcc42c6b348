/** Runs at most so many calls at once; others wait their turn. */
export interface CallLimit {
  run<T>(call: () => Promise<T>): Promise<T>;
  readonly running: number;
}

/** Calls of the client that may be in flight: each one that is makes all others slower. */
const MAX_CALLS = 32;

/** Creates a limit. */
export function createCallLimit(max: number = MAX_CALLS): CallLimit {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(call) {
      if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
      else running++;
      try {
        return await call();
      } finally {
        // The place goes from hand to hand, so that nobody who comes now gets in between.
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
    get running() {
      return running;
    },
  };
}
