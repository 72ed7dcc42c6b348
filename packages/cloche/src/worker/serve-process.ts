import { type ProcessView, ToolFault, type ToolHost } from '@cloche/tools';
import type { ProcessInput, ProcessPiece } from '../wire/runner-api.ts';
import { servePageLine } from './page-line.ts';

/**
 * Shows a process to a page: its output from the oldest byte that is kept goes out through the port, held back while the
 * page is behind; what is typed comes in through it. Resolves when the process and all it started has ended.
 */
export async function serveProcess(host: ToolHost, id: string, port: MessagePort): Promise<ProcessView> {
  const life = new AbortController();
  const give = (input: Omit<ProcessInput, 'id'>): void =>
    void host.call('process_input', { id, ...input }, life).catch(() => undefined);
  const line = servePageLine(port, {
    onType: (bytes) => give({ bytes }),
    onResize: (size) => give({ size }),
    onClose: () => life.abort(new DOMException('the view was closed', 'AbortError')),
  });
  const { signal } = life;
  try {
    const { process } = await host.call('process_attach', { id, cursor: 0 }, { signal, onOutput: line.onOutput });
    return process;
  } finally {
    line.end();
  }
}

/** Reads a piece of a process's output. `not_found` and `cursor_ahead` reject. */
export async function readProcess(
  host: ToolHost,
  { id, cursor, limitBytes }: { readonly id: string; readonly cursor: number; readonly limitBytes: number },
): Promise<ProcessPiece> {
  const asked = { ids: [id], cursor, limitBytes, wait: 'poll', timeoutMs: 0 } as const;
  const { entries } = await host.call('process_output', { ...asked, ids: [id] }, new AbortController());
  const [entry] = entries;
  if (!entry || 'error' in entry) throw refusal(id, entry?.error ?? 'not_found');
  const { bytes, startCursor, nextCursor, hasGap, process } = entry;
  return { bytes, startCursor, nextCursor, hasGap, process };
}

/** Returns the error of a request that a machine's supervisor refuses; `code` is its stable code. */
export function refusal(id: string, code: string): Error {
  return Object.assign(new ToolFault('internal', `the process ${id}: ${code.replaceAll('_', ' ')}`), { code });
}
