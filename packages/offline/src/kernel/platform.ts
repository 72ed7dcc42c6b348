import { type Clock, createClock, type NextTurn, type RandomBytes } from '@cloche/system';

/** Creates the clock of a browser's page or worker. */
export function createBrowserClock(): Clock {
  return createClock({
    now: () => performance.timeOrigin + performance.now(),
    monotonic: () => performance.now(),
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  });
}

/** Creates a turn of the event loop by message, since timers wait at least 4 ms. */
export function createMessageTurn(): NextTurn {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(undefined);
    });
}

/** Bytes that `getRandomValues` gives at once. */
const MAX_RANDOM_BYTES = 65_536;

/** Returns random bytes of the browser's generator. */
export const browserRandom: RandomBytes = (length) => {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += MAX_RANDOM_BYTES)
    crypto.getRandomValues(bytes.subarray(at, at + MAX_RANDOM_BYTES));
  return bytes;
};
