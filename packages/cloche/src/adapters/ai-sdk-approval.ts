import type { CallPreview, Confirmations } from '@cloche/tools';
import { type AdapterOptions, sessionOf, type ToolSource } from './tool-source.ts';

/** How a call stands, as AI SDK 7 takes it. */
export type AiSdkApprovalStatus =
  | 'approved'
  | { readonly type: 'denied'; readonly reason: string }
  | { readonly type: 'user-approval'; readonly reason: string };

/** Decides on the calls of a tool before the AI SDK makes them. */
export type AiSdkApprovalFunction = (
  input: unknown,
  call: { readonly toolCallId: string },
) => Promise<AiSdkApprovalStatus>;

/**
 * Returns `toolApproval` for AI SDK 7: the workspace's rules, mode and policies decide, and what they leave to a person is
 * `user-approval`, which the app answers with `addToolApprovalResponse`.
 *
 * Give the same `confirmations` to `aiSdkTools`, and their `ask` to `openWorkspace({ onApproval })`: a call that was approved
 * there is not asked about twice. An approval counts for the call as it was; it is decided on again when it is made.
 */
export function aiSdkApproval(source: ToolSource, options: AdapterOptions = {}): Record<string, AiSdkApprovalFunction> {
  const session = sessionOf(source, options);
  const decide = (name: string): AiSdkApprovalFunction => {
    return async (input, { toolCallId }) => {
      if (!session.preview) throw new TypeError('this source of tools cannot say how a call would be decided on');
      return statusOf(name, await session.preview({ id: toolCallId, name, input }));
    };
  };
  return Object.fromEntries(source.tools.map(({ name }) => [name, decide(name)]));
}

function statusOf(name: string, preview: CallPreview): AiSdkApprovalStatus {
  switch (preview.kind) {
    case 'allowed':
      return 'approved';
    case 'denied':
      return { type: 'denied', reason: `${name}: denied by ${preview.decidedBy}` };
    case 'approval_required':
      return { type: 'user-approval', reason: `${name} needs a person’s approval` };
    case 'failed':
      // It runs nothing: the model hears what is wrong with it.
      return 'approved';
  }
}

/** Confirms calls that the AI SDK makes after its own approval. */
export type ApprovedCalls = Pick<Confirmations, 'confirm' | 'ended'>;
