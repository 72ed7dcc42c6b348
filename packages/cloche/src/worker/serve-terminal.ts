import type { ToolHost } from '@cloche/tools';
import type { TerminalEnd, TerminalRequest } from '../wire/runner-api.ts';
import { servePageLine } from './page-line.ts';

/**
 * Runs a terminal of the machine for a page: output goes out through the port, held back while the page is behind; what
 * is typed comes in through it. Resolves when the terminal has ended.
 */
export async function serveTerminal(host: ToolHost, request: TerminalRequest, port: MessagePort): Promise<TerminalEnd> {
  const id = crypto.randomUUID();
  const life = new AbortController();
  // What fails here fails because the terminal has ended, which its own call tells.
  const send = <Result>(sent: Promise<Result>): void => void sent.catch(() => undefined);
  const line = servePageLine(port, {
    onType: (bytes) => send(host.call('terminal_type', { id, bytes }, life)),
    onResize: (size) => send(host.call('terminal_resize', { id, ...size }, life)),
    onClose: () => life.abort(new DOMException('the terminal was closed', 'AbortError')),
  });
  const { signal } = life;
  try {
    return await host.call('terminal', { id, ...request }, { signal, onOutput: line.onOutput });
  } finally {
    line.end();
  }
}
