import { createOutputWindow, TERMINAL_WINDOW_BYTES, type ToolHost } from '@cloche/tools';
import type { TerminalEnd, TerminalMessage, TerminalRequest } from '../wire/runner-api.ts';

/**
 * Runs a terminal of the machine for a page: output goes out through the port, held back while the page is behind; what
 * is typed comes in through it. Resolves when the terminal has ended.
 */
export async function serveTerminal(host: ToolHost, request: TerminalRequest, port: MessagePort): Promise<TerminalEnd> {
  const id = crypto.randomUUID();
  const life = new AbortController();
  const window = createOutputWindow(TERMINAL_WINDOW_BYTES);
  // What fails here fails because the terminal has ended, which its own call tells.
  const send = <Result>(sent: Promise<Result>): void => void sent.catch(() => undefined);
  port.onmessage = ({ data }: MessageEvent<TerminalMessage>) => {
    switch (data.kind) {
      case 'type':
        send(host.call('terminal_type', { id, bytes: data.bytes }, life));
        return;
      case 'resize':
        send(host.call('terminal_resize', { id, columns: data.columns, rows: data.rows }, life));
        return;
      case 'shown':
        window.taken(data.bytes);
        return;
      case 'close':
        life.abort(new DOMException('the terminal was closed', 'AbortError'));
        return;
    }
  };
  try {
    return await host.call(
      'terminal',
      { id, ...request },
      {
        signal: life.signal,
        onOutput({ bytes }) {
          const { length } = bytes;
          port.postMessage(bytes, [bytes.buffer]);
          return window.sent(length);
        },
      },
    );
  } finally {
    port.close();
  }
}
