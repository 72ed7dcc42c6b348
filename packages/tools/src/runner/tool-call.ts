import type { CallProgress, OutputChunk } from '../contract/tool.ts';
import type { ToolResult } from '../contract/tool-result.ts';
import type { ApprovalSubject } from '../permissions/approval.ts';

/** A call as a model makes it. */
export interface ToolCall {
  /** The id of the model's tool use. */
  readonly id: string;
  readonly name: string;
  /** The input object, or its JSON text. */
  readonly input: unknown;
  /** Calls of one session share a shell. Default `default`. */
  readonly session?: string;
  /** Calls of one loop, a conversation within the session, share what was read, the tasks and the retained output. Default `main`. */
  readonly loop?: string;
  /**
   * What the model's server decided (`evaluated_permission`): `deny`, and the call never runs; `allow`; or something else,
   * such as `ask`, and it waits for a person whatever the rules allow.
   */
  readonly evaluatedPermission?: string;
}

/** Whether a result's changes are in the store. */
export type Persistence =
  | { readonly persisted: true }
  /** They are in the machine only; `reason` is for people. */
  | { readonly persisted: false; readonly reason: string };

/** A result with what became of its changes. */
export type PersistedToolResult = ToolResult & { readonly persistence: Persistence };

/** What happens to calls, for timelines and terminals. Plain data. */
export type CallEvent =
  | {
      readonly kind: 'queued';
      readonly callId: string;
      readonly session: string;
      readonly loop: string;
      readonly tool: string;
      readonly input: unknown;
      readonly atMs: number;
    }
  | { readonly kind: 'prepared'; readonly callId: string; readonly subject: ApprovalSubject }
  | { readonly kind: 'running'; readonly callId: string; readonly decidedBy: string; readonly atMs: number }
  | ({ readonly kind: 'output'; readonly callId: string } & OutputChunk)
  | ({ readonly kind: 'progress'; readonly callId: string } & CallProgress)
  | {
      readonly kind: 'finished';
      readonly callId: string;
      readonly result: PersistedToolResult;
      readonly durationMs: number;
    }
  | { readonly kind: 'faulted'; readonly callId: string; readonly message: string }
  /** A person wants the conversation's turn to end: its agent should make no further call. */
  | { readonly kind: 'stopped'; readonly callId: string; readonly session: string; readonly loop: string };
