import { createWaitQueue } from '@cloche/system';

/** Bytes of output that may be under way to the listener before the writer waits. */
export const OUTPUT_WINDOW_BYTES = 1_048_576;

/** Counts output that was sent and not yet taken, so that a fast command cannot run away from a slow listener. */
export interface OutputWindow {
  /** Counts bytes that are sent; a promise means: wait until the listener has caught up. */
  sent(bytes: number): undefined | Promise<void>;
  /** The listener has taken bytes. */
  taken(bytes: number): void;
}

/** Creates an empty window. */
export function createOutputWindow(): OutputWindow {
  const never = new AbortController();
  const caughtUp = createWaitQueue();
  let underWay = 0;
  const wait = async (): Promise<void> => {
    while (underWay > OUTPUT_WINDOW_BYTES) await caughtUp.wait(never.signal);
  };
  return {
    sent(bytes) {
      underWay += bytes;
      return underWay > OUTPUT_WINDOW_BYTES ? wait() : undefined;
    },
    taken(bytes) {
      underWay -= bytes;
      caughtUp.wakeAll();
    },
  };
}
