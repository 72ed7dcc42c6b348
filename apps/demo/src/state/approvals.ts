import { type Signal, signal } from '@preact/signals';
import type { ApprovalAnswer, ApprovalRequest } from 'cloche';

/** A question that waits for the person. */
export interface PendingApproval {
  readonly request: ApprovalRequest;
  answer(answer: ApprovalAnswer): void;
}

/** The questions that wait, oldest first. */
export interface Approvals {
  readonly pending: Signal<readonly PendingApproval[]>;
  /** What `openWorkspace` calls. */
  readonly ask: (request: ApprovalRequest, options: { signal: AbortSignal }) => Promise<ApprovalAnswer>;
}

/** Creates an empty queue of questions. */
export function createApprovals(): Approvals {
  const pending = signal<readonly PendingApproval[]>([]);
  return {
    pending,
    ask: (request, options) =>
      new Promise((resolve, reject) => {
        const drop = (): void => {
          pending.value = pending.value.filter((other) => other.request.id !== request.id);
        };
        options.signal.addEventListener('abort', () => {
          drop();
          reject(options.signal.reason);
        });
        pending.value = [
          ...pending.value,
          {
            request,
            answer(answer) {
              drop();
              resolve(answer);
            },
          },
        ];
      }),
  };
}
