import type { Channel } from '@cloche/tools';

/** Makes the wire's channel of a `MessagePort`. */
export function channelOfPort(port: MessagePort): Channel {
  return {
    post: (message, transfer) => port.postMessage(message, transfer),
    listen(onMessage) {
      port.onmessage = (event: MessageEvent<unknown>) => onMessage(event.data);
    },
    close: () => port.close(),
  };
}
