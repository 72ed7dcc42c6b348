import { type Clock, createClock } from '@cloche/system';

/** Creates a clock of the test's own host. */
export function createTestClock(): Clock {
  return createClock({
    now: Date.now,
    monotonic: () => performance.now(),
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  });
}
