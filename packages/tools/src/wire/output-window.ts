import { createWaitQueue } from '@cloche/system';

/** Bytes of output that may be under way to the listener before the writer waits. */
export const OUTPUT_WINDOW_BYTES = 1_048_576;

/**
 * Bytes of a terminal's output that may be under way: what a person sees after Ctrl-C, so it is small.
 */
export const TERMINAL_WINDOW_BYTES = 32_768;

/** Counts output that was sent and not yet taken, so that a fast command cannot run away from a slow listener. */
export interface OutputWindow {
  /** Counts bytes that are sent; a promise means: wait until the listener has caught up. */
  sent(bytes: number): undefined | Promise<void>;
  /** The listener has taken bytes. */
  taken(bytes: number): void;
}

/** Creates an empty window of `limit` bytes. */
export function createOutputWindow(limit: number = OUTPUT_WINDOW_BYTES): OutputWindow {
  const never = new AbortController();
  const caughtUp = createWaitQueue();
  let underWay = 0;
  const wait = async (): Promise<void> => {
    while (underWay > limit) await caughtUp.wait(never.signal);
  };
  return {
    sent(bytes) {
      underWay += bytes;
      return underWay > limit ? wait() : undefined;
    },
    taken(bytes) {
      underWay -= bytes;
      caughtUp.wakeAll();
    },
  };
}
