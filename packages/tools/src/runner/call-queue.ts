import type { CallScope } from '../contract/tool.ts';

/** Lets calls run side by side where they may, in the order they came where they may not. */
export interface CallQueue {
  /** Resolves when the call may start, with the function that ends it. Rejects with `signal.reason` while waiting. */
  enter(scope: CallScope, options: { signal: AbortSignal }): Promise<() => void>;
}

interface Waiting {
  readonly scope: CallScope;
  start(): void;
}

/** Shared calls that run at once. */
const MAX_CONCURRENT = 10;

/** Creates an empty queue. First come, first served: a call never overtakes an earlier one that it conflicts with. */
export function createCallQueue(): CallQueue {
  const running = new Set<CallScope>();
  let waiting: Waiting[] = [];

  const startWhatMay = (): void => {
    const held: CallScope[] = [];
    waiting = waiting.filter((call) => {
      const blocked = [...running, ...held].some((other) => doConflict(call.scope, other));
      if (blocked || running.size >= MAX_CONCURRENT) {
        held.push(call.scope);
        return true;
      }
      running.add(call.scope);
      call.start();
      return false;
    });
  };

  return {
    enter(scope, { signal }) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        const onAbort = (): void => {
          waiting = waiting.filter((other) => other !== call);
          reject(signal.reason);
          startWhatMay();
        };
        // Each call has its own scope object, so that equal scopes are told apart in the set of running ones.
        const own = { ...scope };
        const call: Waiting = {
          scope: own,
          start() {
            signal.removeEventListener('abort', onAbort);
            resolve(() => {
              running.delete(own);
              startWhatMay();
            });
          },
        };
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.push(call);
        startWhatMay();
      });
    },
  };
}

function doConflict(left: CallScope, right: CallScope): boolean {
  if (left.kind === 'exclusive' || right.kind === 'exclusive') return true;
  return left.kind === 'path' && right.kind === 'path' && left.path === right.path;
}
