import { type Signal, signal } from '@preact/signals';
import type { ApprovalAnswer, ApprovalRequest } from 'cloche';

/** A question that waits for the person. */
export interface PendingApproval {
  readonly request: ApprovalRequest;
  /** It was answered with something that is being checked: it goes on, or it is asked again. */
  readonly isChecking: boolean;
  answer(answer: ApprovalAnswer): void;
}

/** The questions that wait, oldest first. */
export interface Approvals {
  readonly pending: Signal<readonly PendingApproval[]>;
  /** What `openWorkspace` calls. */
  readonly ask: (request: ApprovalRequest, options: { signal: AbortSignal }) => Promise<ApprovalAnswer>;
  /** The call goes on, or is over: it asks no more. */
  settle(callId: string): void;
}

/** Creates an empty queue of questions; a call that asks again keeps its place. */
export function createApprovals(): Approvals {
  const pending = signal<readonly PendingApproval[]>([]);
  const settle = (callId: string): void => {
    pending.value = pending.value.filter(({ request }) => request.callId !== callId);
  };
  const put = (approval: PendingApproval): void => {
    const { callId } = approval.request;
    const isThere = pending.value.some(({ request }) => request.callId === callId);
    pending.value = isThere
      ? pending.value.map((other) => (other.request.callId === callId ? approval : other))
      : [...pending.value, approval];
  };
  return {
    pending,
    settle,
    ask: (request, options) =>
      new Promise((resolve, reject) => {
        options.signal.addEventListener('abort', () => {
          settle(request.callId);
          reject(options.signal.reason);
        });
        const approval: PendingApproval = {
          request,
          isChecking: false,
          answer(answer) {
            const isChecked = answer.action === 'edit' || (answer.action === 'allow' && answer.always !== undefined);
            if (isChecked) put({ ...approval, isChecking: true });
            else settle(request.callId);
            resolve(answer);
          },
        };
        put(approval);
      }),
  };
}
