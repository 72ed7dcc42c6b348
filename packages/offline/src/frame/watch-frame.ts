import type { PingMessage } from './messages.ts';

const PING_EVERY_MS = 1000;
/** Pings without an answer after which the frame counts as gone; its thread has nothing else to do. */
const MAX_SILENT_PINGS = 5;

/** Looks after a frame: `onGone` hears once that it was removed from the page or its process ended. */
export function watchFrame(
  frame: HTMLIFrameElement,
  onGone: (reason: string) => void,
): { answered(): void; stop(): void } {
  let silentPings = 0;
  const ping: PingMessage = { kind: 'ping' };
  const timer = setInterval(() => {
    if (!frame.isConnected) gone('its frame was removed from the page');
    else if (silentPings >= MAX_SILENT_PINGS) gone('its frame has ended');
    silentPings++;
    frame.contentWindow?.postMessage(ping, '*');
  }, PING_EVERY_MS);
  const stop = (): void => clearInterval(timer);
  const gone = (reason: string): void => {
    stop();
    onGone(reason);
  };
  return {
    answered() {
      silentPings = 0;
    },
    stop,
  };
}
