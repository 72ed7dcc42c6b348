import type { ApprovalSubject, PersistedToolResult, WorkspaceEvent } from 'cloche';

/** One call as the timeline shows it. */
export interface TimelineCall {
  readonly kind: 'call';
  readonly id: string;
  readonly tool: string;
  readonly session: string;
  readonly loop: string;
  readonly input: unknown;
  readonly startedAtMs: number;
  readonly state: 'queued' | 'asking' | 'running' | 'done' | 'failed' | 'faulted';
  readonly subject?: ApprovalSubject;
  readonly decidedBy?: string;
  readonly result?: PersistedToolResult;
  readonly durationMs?: number;
  readonly fault?: string;
  /** How far it is. */
  readonly progress?: string;
}

/** Something the agent, or the page, says between calls. */
export interface TimelineNote {
  readonly kind: 'note';
  readonly id: string;
  readonly from: 'agent' | 'page';
  readonly text: string;
}

export type TimelineItem = TimelineCall | TimelineNote;

/** Returns the timeline after an event; the same array when the event says nothing about a call. */
export function applyToTimeline(items: readonly TimelineItem[], event: WorkspaceEvent): readonly TimelineItem[] {
  switch (event.kind) {
    case 'queued': {
      const { callId: id, tool, session, loop, input, atMs } = event;
      return [
        ...items.filter((item) => item.id !== id),
        { kind: 'call', id, tool, session, loop, input, startedAtMs: atMs, state: 'queued' },
      ];
    }
    case 'prepared':
      return change(items, event.callId, { state: 'asking', subject: event.subject });
    case 'running':
      return change(items, event.callId, { state: 'running', decidedBy: event.decidedBy });
    case 'finished': {
      const { result, durationMs } = event;
      return change(items, event.callId, { state: result.isError ? 'failed' : 'done', result, durationMs });
    }
    case 'faulted':
      return change(items, event.callId, { state: 'faulted', fault: event.message });
    case 'progress':
      return change(items, event.callId, { progress: event.message });
    case 'output':
    case 'stopped':
    case 'save':
    case 'machine':
    case 'files':
    case 'import':
    case 'persistence':
    case 'network':
    case 'processes':
    case 'preview':
      return items;
  }
}

function change(items: readonly TimelineItem[], id: string, changes: Partial<TimelineCall>): readonly TimelineItem[] {
  return items.map((item) => (item.kind === 'call' && item.id === id ? { ...item, ...changes } : item));
}

/** Returns what a call is about, in a few words. */
export function describeTarget({ tool, input, subject }: TimelineCall): string {
  // A person may have changed the command that the agent asked for.
  if (subject?.detail.kind === 'command' && subject.detail.command !== '') return subject.detail.command;
  if (typeof input !== 'object' || input === null) return '';
  const fields = new Map(Object.entries(input));
  const target = fields.get(TARGET_FIELDS[tool] ?? 'file_path') ?? fields.get('path');
  return typeof target === 'string' ? target : '';
}

const TARGET_FIELDS: Readonly<Record<string, string>> = {
  bash: 'command',
  glob: 'pattern',
  grep: 'pattern',
  copy: 'source',
  move: 'source',
  task_create: 'subject',
  task_update: 'taskId',
  task_get: 'taskId',
  ask_user: 'question',
  search_extra_tools: 'query',
  execute_extra_tool: 'tool_name',
  read_tool_result: 'capture_id',
  monitor: 'command',
  shell_open: 'command',
  process_output: 'process_id',
  process_input: 'process_id',
  process_stop: 'process_id',
  shell_send: 'text',
  shell_read: 'session_id',
  shell_close: 'session_id',
};
