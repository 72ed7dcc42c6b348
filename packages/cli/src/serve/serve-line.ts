import { type Channel, decodeMessage, encodeMessage, serveToolHost, type ToolHost } from '@cloche/tools';

/** A line of whole messages in both directions, as bytes. */
export interface MessageLine {
  send(message: Uint8Array): void;
  /** Sets who hears messages; called once. */
  onMessage(listener: (message: Uint8Array) => void): void;
  /** Runs once, when the line is gone from either side. */
  onClose(listener: () => void): void;
  close(reason: string): void;
}

/** Version of what is said before the first message of the tools' wire. */
const GREETING_VERSION = 1;

/**
 * Serves a tool host over a line until it closes: first a greeting that says where the files are, then the tools' wire. A
 * message that is none ends the line.
 */
export function serveLine(line: MessageLine, { host, root }: { readonly host: ToolHost; readonly root: string }): void {
  line.send(encodeMessage({ kind: 'greeting', version: GREETING_VERSION, root }));
  const channel: Channel = {
    post: (message) => line.send(encodeMessage(message)),
    listen(onMessage) {
      line.onMessage((bytes) => {
        try {
          onMessage(decodeMessage(bytes));
        } catch (error) {
          line.close(error instanceof Error ? error.message : 'a message was malformed');
        }
      });
    },
    close: () => line.close('the host is done'),
  };
  const served = serveToolHost(host, channel);
  line.onClose(() => {
    served.close();
    // What was started in the background has nobody any more who could stop it.
    void host.call('processes_close', {}, { signal: new AbortController().signal }).catch(() => undefined);
  });
}
