import type { Channel } from './messages.ts';

/** Takes an event of any platform that has the message in `data`. */
type MessageHandler = { handle(event: { readonly data: unknown }): void }['handle'];

/** What of a `MessagePort` is used, as browsers and Node have it. */
export interface PortLike {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  onmessage: MessageHandler | null;
  close(): void;
}

/** Makes the wire's channel of a `MessagePort`. */
export function channelOfPort(port: PortLike): Channel {
  return {
    post: (message, transfer) => port.postMessage(message, transfer),
    listen(onMessage) {
      port.onmessage = ({ data }) => onMessage(data);
    },
    close: () => port.close(),
  };
}
