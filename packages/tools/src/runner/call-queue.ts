import type { CallScope } from '../contract/tool.ts';
import { createAbortWaiters } from './abort-waiters.ts';

/** Lets calls run side by side where they may, in the order they came where they may not. */
export interface CallQueue {
  /** Resolves when the call may start, with the function that ends it. Rejects with `signal.reason` while waiting. */
  enter(scope: CallScope, options: { signal: AbortSignal }): Promise<() => void>;
}

interface Waiting {
  readonly scope: CallScope;
  start(): void;
}

/** Calls that run at once. */
const MAX_CONCURRENT = 10;

/**
 * Creates an empty queue. First come, first served: a call never overtakes an earlier one that it conflicts with.
 * Calls that look run together, changes of different paths run together, and a look and a change never do: so what is
 * read was not half changed, and a look that follows a change sees it. Free calls wait for nobody.
 */
export function createCallQueue(): CallQueue {
  const running = createCrowd();
  const waiting = new Set<Waiting>();
  const aborts = createAbortWaiters();
  /** The calls in `waiting`, for a quick answer to whether a new one may start. */
  const ahead = createCrowd();

  const leaveQueue = (call: Waiting): void => {
    if (waiting.delete(call)) ahead.remove(call.scope);
  };

  const start = (call: Waiting): void => {
    running.add(call.scope);
    call.start();
  };

  /** Looks from the front as far as something may start; those passed over hold back what conflicts with them. */
  const startWhatMay = (): void => {
    const passed = createCrowd();
    for (const call of waiting) {
      if (running.size >= MAX_CONCURRENT || running.isExclusive || passed.isExclusive) return;
      if (running.conflictsWith(call.scope) || passed.conflictsWith(call.scope)) passed.add(call.scope);
      else {
        leaveQueue(call);
        start(call);
      }
    }
  };

  return {
    enter(scope, { signal }) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        if (scope.kind === 'free') {
          resolve(() => undefined);
          return;
        }
        let stopWaiting = (): void => undefined;
        const call: Waiting = {
          scope,
          start() {
            stopWaiting();
            let hasLeft = false;
            resolve(() => {
              if (hasLeft) return;
              hasLeft = true;
              running.remove(scope);
              startWhatMay();
            });
          },
        };
        const mayStart = running.size < MAX_CONCURRENT && !running.conflictsWith(scope) && !ahead.conflictsWith(scope);
        if (mayStart) start(call);
        else {
          waiting.add(call);
          ahead.add(scope);
          stopWaiting = aborts.add(signal, () => {
            leaveQueue(call);
            reject(signal.reason);
            startWhatMay();
          });
        }
      });
    },
  };
}

/** Counts of calls by scope. */
interface Crowd {
  readonly size: number;
  readonly isExclusive: boolean;
  add(scope: CallScope): void;
  remove(scope: CallScope): void;
  conflictsWith(scope: CallScope): boolean;
}

function createCrowd(): Crowd {
  const paths = new Map<string, number>();
  let changes = 0;
  let shared = 0;
  let exclusive = 0;
  const count = (scope: CallScope, step: 1 | -1): void => {
    switch (scope.kind) {
      case 'shared':
        shared += step;
        return;
      case 'exclusive':
        exclusive += step;
        return;
      case 'free':
        return;
      case 'path': {
        changes += step;
        const left = (paths.get(scope.path) ?? 0) + step;
        if (left > 0) paths.set(scope.path, left);
        else paths.delete(scope.path);
      }
    }
  };
  return {
    get size() {
      return shared + changes + exclusive;
    },
    get isExclusive() {
      return exclusive > 0;
    },
    add: (scope) => count(scope, 1),
    remove: (scope) => count(scope, -1),
    conflictsWith(scope) {
      switch (scope.kind) {
        case 'shared':
          return changes + exclusive > 0;
        case 'path':
          return shared + exclusive > 0 || paths.has(scope.path);
        case 'exclusive':
          return shared + changes + exclusive > 0;
        case 'free':
          return false;
      }
    },
  };
}
