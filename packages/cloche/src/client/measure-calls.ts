import { type Meter, measureCall } from '@cloche/tools';
import type { WorkspaceEvent } from '../wire/runner-api.ts';

type Listener = (event: WorkspaceEvent) => undefined | Promise<void>;

/** Returns a listener that records how long calls took, and passes every event on. */
export function measureCalls(meter: (() => Meter | undefined) | undefined, next: Listener): Listener {
  if (!meter) return next;
  /** Names of tools by the ids of calls that are under way. */
  const tools = new Map<string, string>();
  return (event) => {
    if (event.kind === 'queued') tools.set(event.callId, event.tool);
    if (event.kind === 'finished' || event.kind === 'faulted') {
      const tool = tools.get(event.callId) ?? 'unknown';
      tools.delete(event.callId);
      const durationMs = event.kind === 'finished' ? event.durationMs : 0;
      const errorType = event.kind === 'faulted' ? 'ToolFault' : event.result.isError ? 'tool_error' : undefined;
      measureCall(meter, { tool, durationMs, ...(errorType === undefined ? {} : { errorType }) });
    }
    return next(event);
  };
}
