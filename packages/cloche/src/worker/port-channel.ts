import type { Channel } from '@cloche/tools';

/** Makes the wire's channel of a `MessagePort`. */
export function channelOfPort(port: MessagePort, onClose: () => void): Channel {
  // Browsers that have the event say at once that the other end is gone; the others are noticed by their silence.
  port.addEventListener('close', onClose);
  return {
    post: (message, transfer) => port.postMessage(message, transfer),
    listen(onMessage) {
      port.onmessage = (event: MessageEvent<unknown>) => onMessage(event.data);
    },
    close: () => port.close(),
  };
}
