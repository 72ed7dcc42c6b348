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
  /**
   * Answers a call, also one that has not asked yet; of several with one id the one that asked first. Throws a `TypeError`
   * that names the field of a confirmation that is none.
   */
  confirm(callId: string, confirmation: ToolConfirmation): ConfirmationOutcome;
  /** Forgets an early answer to a call that has ended without a question: a later call may have the same id. */
  ended(callId: string): void;
  /** Ids of the calls that wait, oldest first. */
  waiting(): readonly string[];
}

/** Early confirmations, and answered ids, that are remembered; the oldest is forgotten first. */
const MAX_REMEMBERED = 1000;

interface HeldCall {
  readonly callId: string;
  answer(answer: ApprovalAnswer): void;
}

/** Creates an empty hall of waiting calls. */
export function createConfirmations(): Confirmations {
  const held = new Set<HeldCall>();
  const early = new Map<string, ApprovalAnswer>();
  const settled = new Map<string, true>();
  return {
    ask({ callId }, { signal }) {
      if (signal.aborted) return Promise.reject(signal.reason);
      const answer = early.get(callId);
      if (answer) {
        early.delete(callId);
        remember(settled, callId, true);
        return Promise.resolve(answer);
      }
      return new Promise((resolve, reject) => {
        const call: HeldCall = {
          callId,
          answer(given) {
            leave();
            remember(settled, callId, true);
            resolve(given);
          },
        };
        const leave = (): void => {
          signal.removeEventListener('abort', onAbort);
          held.delete(call);
        };
        const onAbort = (): void => {
          leave();
          reject(signal.reason);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        held.add(call);
      });
    },
    confirm(callId, confirmation) {
      const answer = answerOf(confirmation);
      const waiting = [...held].find((call) => call.callId === callId);
      if (waiting) {
        waiting.answer(answer);
        return 'answered';
      }
      if (settled.has(callId)) return 'settled';
      // The first confirmation counts.
      if (!early.has(callId)) remember(early, callId, answer);
      return 'kept';
    },
    ended(callId) {
      early.delete(callId);
    },
    waiting: () => Array.from(held, ({ callId }) => callId),
  };
}

function answerOf(confirmation: ToolConfirmation): ApprovalAnswer {
  // What comes from a server may be anything.
  if (typeof confirmation !== 'object' || confirmation === null)
    throw new TypeError('the confirmation must be an object');
  const { result, denyMessage } = confirmation;
  if (denyMessage !== undefined && typeof denyMessage !== 'string') throw new TypeError('denyMessage must be a text');
  switch (result) {
    case 'allow':
      if (denyMessage !== undefined) throw new TypeError('denyMessage goes only with the result "deny"');
      return { action: 'allow' };
    case 'deny':
      return { action: 'deny', ...(denyMessage === undefined ? {} : { note: denyMessage }) };
    default:
      throw new TypeError('result must be "allow" or "deny"');
  }
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MAX_REMEMBERED && oldest !== undefined) map.delete(oldest);
}
