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

/** Calls that run at once. */
const MAX_CONCURRENT = 10;

/**
 * Creates an empty queue. First come, first served: a call never overtakes an earlier one that it conflicts with.
 * Calls that look run together, changes of different paths run together, and a look and a change never do: so what is
 * read was not half changed, and a look that follows a change sees it.
 */
export function createCallQueue(): CallQueue {
  const running = createCrowd();
  const waiting = new Set<Waiting>();
  /** The calls in `waiting`, for a quick answer to whether a new one may start. */
  let ahead = createCrowd();

  const start = (call: Waiting): void => {
    running.add(call.scope);
    call.start();
  };

  const startWhatMay = (): void => {
    ahead = createCrowd();
    let isBlocked = false;
    for (const call of waiting) {
      isBlocked ||= running.size >= MAX_CONCURRENT || ahead.isExclusive || running.isExclusive;
      if (!isBlocked && !running.conflictsWith(call.scope) && !ahead.conflictsWith(call.scope)) {
        waiting.delete(call);
        start(call);
      } else ahead.add(call.scope);
    }
  };

  return {
    enter(scope, { signal }) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        const onAbort = (): void => {
          waiting.delete(call);
          reject(signal.reason);
          startWhatMay();
        };
        const call: Waiting = {
          scope,
          start() {
            signal.removeEventListener('abort', onAbort);
            let hasLeft = false;
            resolve(() => {
              if (hasLeft) return;
              hasLeft = true;
              running.remove(scope);
              startWhatMay();
            });
          },
        };
        signal.addEventListener('abort', onAbort, { once: true });
        const mayStart = running.size < MAX_CONCURRENT && !running.conflictsWith(scope) && !ahead.conflictsWith(scope);
        if (mayStart) start(call);
        else {
          waiting.add(call);
          ahead.add(scope);
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
      }
    },
  };
}
