import type { ToolContext } from '../../contract/tool.ts';
import type { ProcessErrorCode, ProcessView } from '../../host/processes/process-data.ts';
import { safeText } from '../../output/safe-text.ts';

/** Output that an answer of a shell has at most. */
export const MAX_ANSWER_BYTES = 8192;

/** A piece of a shell's output. */
export interface TerminalOutput {
  readonly process: ProcessView;
  readonly output: string;
  readonly cursor: number;
  /** Older output is gone, or output in the middle does not fit. */
  readonly omitted: boolean;
}

/** Returns the conversation that a call belongs to. */
export function ownerOf({ session, loop }: ToolContext): { session: string; loop: string } {
  return { session, loop: loop.name };
}

/** Reads a shell's output from a cursor on, as text. */
export async function readTerminal(
  id: string,
  cursor: number,
  maxBytes: number,
  context: ToolContext,
): Promise<TerminalOutput | { readonly error: ProcessErrorCode }> {
  const asked = { owner: ownerOf(context), cursor, limitBytes: maxBytes, wait: 'poll', timeoutMs: 0 } as const;
  const { entries } = await context.host.call('process_output', { ...asked, ids: [id] }, { signal: context.signal });
  const [entry] = entries;
  if (!entry || 'error' in entry) {
    const code = entry?.error ?? 'not_found';
    return { error: code === 'not_found' && context.loop.processes.lost(id) ? 'lost_on_restore' : code };
  }
  const { process, bytes, startCursor, hasGap } = entry;
  const isMore = startCursor + bytes.length < process.totalBytes;
  const { text, usedBytes } = safeText(bytes, { mayGoOn: process.state === 'running' || isMore });
  // A terminal ends lines with a return, and begins those that are drawn anew with one.
  const output = text.replace(/\r+\n/g, '\n').replace(/^\r+/gm, '');
  return { process, output, cursor: startCursor + usedBytes, omitted: hasGap || isMore };
}

/** Reads the last of a shell's output since a cursor. */
export async function readAnswer(
  process: ProcessView,
  since: number,
  context: ToolContext,
): Promise<TerminalOutput | { readonly error: ProcessErrorCode }> {
  const from = Math.max(since, process.totalBytes - MAX_ANSWER_BYTES);
  const read = await readTerminal(process.id, from, MAX_ANSWER_BYTES, context);
  return 'error' in read ? read : { ...read, omitted: read.omitted || from > since };
}
