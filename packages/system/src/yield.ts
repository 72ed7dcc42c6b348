import type { Clock, NextTurn } from './clock.ts';

/** How long work may run before the event loop gets a turn. */
export const YIELD_EVERY_MS = 10;

/**
 * Lets the event loop run when it is due. Long work calls it in every loop and awaits what it returns:
 * `const turn = yieldIfDue(); if (turn) await turn;` costs a clock reading when nothing is due.
 */
export type YieldIfDue = () => Promise<void> | undefined;

/**
 * Creates the one yielder of a thread: all work of the thread shares its clock, so that many small tasks together
 * yield as often as one long task.
 */
export function createYielder(clock: Clock, nextTurn: NextTurn): YieldIfDue {
  let turnStartedAt = clock.monotonic();
  let turn: Promise<void> | undefined;
  return () => {
    if (turn) return turn;
    if (clock.monotonic() - turnStartedAt < YIELD_EVERY_MS) return undefined;
    turn = nextTurn().then(() => {
      turn = undefined;
      turnStartedAt = clock.monotonic();
    });
    return turn;
  };
}
