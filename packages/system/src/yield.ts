import type { Clock, NextTurn } from './clock.ts';

/** How long work may run before the event loop gets a turn. */
export const YIELD_EVERY_MS = 10;

/** The shortest piece of work between two turns, however many tasks share the thread. */
const SHORTEST_SLICE_MS = 0.2;

/**
 * Lets the event loop run when it is due. Long work calls it in every loop and awaits what it returns:
 * `const turn = yieldIfDue(); if (turn) await turn;` costs a clock reading when nothing is due.
 */
export type YieldIfDue = () => Promise<void> | undefined;

/**
 * Creates the one yielder of a thread. Each task that waits gets a turn and a slice of time of its own, so that no busy
 * task starves another; the slices of all tasks together are about `YIELD_EVERY_MS`, so that the event loop is reached
 * as often with many tasks as with one.
 */
export function createYielder(clock: Clock, nextTurn: NextTurn): YieldIfDue {
  let sliceEndsAt = clock.monotonic() + YIELD_EVERY_MS;
  let waiting = 0;
  const beginSlice = (): void => {
    waiting--;
    sliceEndsAt = clock.monotonic() + Math.max(SHORTEST_SLICE_MS, YIELD_EVERY_MS / (waiting + 1));
  };
  return () => {
    if (clock.monotonic() < sliceEndsAt) return undefined;
    waiting++;
    return nextTurn().then(beginSlice);
  };
}
