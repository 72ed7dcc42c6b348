import type { ApprovalAnswer, AskApproval } from './approval.ts';

/** A confirmation as managed sessions send it (`user.tool_confirmation`). */
export interface ToolConfirmation {
  readonly result: 'allow' | 'deny';
  /** Why not, for the model; only with `deny`. */
  readonly denyMessage?: string;
}

/** What became of a confirmation. */
export type ConfirmationOutcome =
  /** The call was waiting and goes on. */
  | 'answered'
  /** The call has not asked yet; its question will be answered at once. */
  | 'kept'
  /** The call was answered before: nothing changes. */
  | 'settled';

/** Holds calls until they are confirmed by the id of their tool use. */
export interface Confirmations {
  /** What asks: for `openWorkspace({ onApproval })` or a gate. */
  readonly ask: AskApproval;
  /** Answers a call, also one that has not asked yet. Throws a `TypeError` for a message without a denial. */
  confirm(callId: string, confirmation: ToolConfirmation): ConfirmationOutcome;
  /** Ids of the calls that wait, oldest first. */
  waiting(): readonly string[];
}

/** Early confirmations, and answered ids, that are remembered; the oldest is forgotten first. */
const MAX_REMEMBERED = 1000;

/** Creates an empty hall of waiting calls. */
export function createConfirmations(): Confirmations {
  const held = new Map<string, (answer: ApprovalAnswer) => void>();
  const early = new Map<string, ApprovalAnswer>();
  const settled = new Map<string, true>();
  return {
    ask({ callId }, { signal }) {
      const answer = early.get(callId);
      if (answer) {
        early.delete(callId);
        remember(settled, callId, true);
        return Promise.resolve(answer);
      }
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          signal.removeEventListener('abort', onAbort);
          held.delete(callId);
        };
        const onAbort = (): void => {
          leave();
          reject(signal.reason);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        held.set(callId, (given) => {
          leave();
          remember(settled, callId, true);
          resolve(given);
        });
        if (signal.aborted) onAbort();
      });
    },
    confirm(callId, { result, denyMessage }) {
      if (result !== 'allow' && result !== 'deny') throw new TypeError('result must be "allow" or "deny"');
      if (result === 'allow' && denyMessage !== undefined)
        throw new TypeError('denyMessage goes only with the result "deny"');
      const answer: ApprovalAnswer =
        result === 'allow'
          ? { action: 'allow' }
          : { action: 'deny', ...(denyMessage === undefined ? {} : { note: denyMessage }) };
      const waiting = held.get(callId);
      if (waiting) {
        waiting(answer);
        return 'answered';
      }
      if (settled.has(callId)) return 'settled';
      // The first confirmation counts.
      if (!early.has(callId)) remember(early, callId, answer);
      return 'kept';
    },
    waiting: () => [...held.keys()],
  };
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MAX_REMEMBERED && oldest !== undefined) map.delete(oldest);
}
