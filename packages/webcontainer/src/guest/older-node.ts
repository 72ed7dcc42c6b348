import { webcrypto } from 'node:crypto';

/** What the engine uses of JavaScript and of the web's platform that Node 18 does not have yet. */
const MISSING: readonly (readonly [owner: object, name: string, value: unknown])[] = [
  [
    Array.prototype,
    'toSorted',
    function toSorted(this: unknown[], order?: (left: unknown, right: unknown) => number): unknown[] {
      return this.slice().sort(order);
    },
  ],
  [
    Array.prototype,
    'toReversed',
    function toReversed(this: unknown[]): unknown[] {
      return this.slice().reverse();
    },
  ],
  [
    String.prototype,
    'isWellFormed',
    function isWellFormed(this: string): boolean {
      return !LONE_SURROGATE.test(this);
    },
  ],
  [
    String.prototype,
    'toWellFormed',
    function toWellFormed(this: string): string {
      return this.replace(LONE_SURROGATES, '\ufffd');
    },
  ],
  [AbortSignal, 'any', anySignal],
  [Promise, 'withResolvers', withResolvers],
  [globalThis, 'crypto', webcrypto],
];

// With `u` a pair is one character: what is left of this class stands alone.
const LONE_SURROGATE = /\p{Surrogate}/u;
const LONE_SURROGATES = /\p{Surrogate}/gu;

function anySignal(signals: Iterable<AbortSignal>): AbortSignal {
  const controller = new AbortController();
  const sources = [...signals];
  const end = (source: AbortSignal): void => {
    controller.abort(source.reason);
    for (const [index, other] of sources.entries()) other.removeEventListener('abort', listeners[index] ?? ignore);
  };
  const listeners = sources.map((source) => () => end(source));
  const aborted = sources.find((source) => source.aborted);
  if (aborted) controller.abort(aborted.reason);
  else for (const [index, source] of sources.entries()) source.addEventListener('abort', listeners[index] ?? ignore);
  return controller.signal;
}

function ignore(): void {
  // Nothing listens.
}

function withResolvers(): unknown {
  let resolve: unknown;
  let reject: unknown;
  const promise = new Promise((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

function addMissing(): number {
  for (const [owner, name, value] of MISSING)
    if (!(name in owner)) Object.defineProperty(owner, name, { value, writable: true, configurable: true });
  return 18;
}

/** The oldest Node that has all that the engine uses, or is given it here: before anything else of the engine is loaded. */
export const OLDEST_NODE: number = addMissing();
