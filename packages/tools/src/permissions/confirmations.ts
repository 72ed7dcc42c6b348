import type { ApprovalAnswer, ApprovalRequest, AskApproval } from './approval.ts';

/** A confirmation as managed sessions send it (`user.tool_confirmation`). */
export interface ToolConfirmation {
  readonly result: 'allow' | 'deny';
  /** Why not, for the model; only with `deny`. */
  readonly denyMessage?: string;
  /** The question that is answered, by its `id`; without it, the first one that the call asks. */
  readonly requestId?: string;
}

/** What became of a confirmation. */
export type ConfirmationOutcome =
  /** The call was waiting and goes on. */
  | 'answered'
  /** The call has not asked yet; its question will be answered at once. */
  | 'kept'
  /** The call was answered before, or the question is gone: nothing changes. */
  | 'settled'
  /**
   * The call was answered and asks again, since what it would do has changed, or several calls of that id wait: nothing is
   * answered. Look at `requests()` and confirm by `requestId`.
   */
  | 'ambiguous';

/** Holds calls until they are confirmed by the id of their tool use. */
export interface Confirmations {
  /** What asks: for `openWorkspace({ onApproval })` or a gate. */
  readonly ask: AskApproval;
  /**
   * Answers a call, also one that has not asked yet. One confirmation that comes twice answers one question. Throws a
   * `TypeError` that names the field of a confirmation that is none.
   */
  confirm(callId: string, confirmation: ToolConfirmation): ConfirmationOutcome;
  /** The call is over: an early answer that it did not take is forgotten, and another call may have its id. */
  ended(callId: string): void;
  /** Ids of the calls that wait, oldest first. */
  waiting(): readonly string[];
  /** The questions that wait, oldest first. */
  requests(): readonly ApprovalRequest[];
}

/** Early confirmations, and answered ids, that are remembered; the oldest is forgotten first. */
const MAX_REMEMBERED = 1000;

interface HeldCall {
  readonly request: ApprovalRequest;
  answer(answer: ApprovalAnswer): void;
}

/** Creates an empty hall of waiting calls. */
export function createConfirmations(): Confirmations {
  const held = new Set<HeldCall>();
  const early = new Map<string, ApprovalAnswer>();
  /** Calls that were answered, with whether they are over. */
  const settled = new Map<string, { isOver: boolean }>();
  const settle = (callId: string): void => remember(settled, callId, { isOver: false });
  return {
    ask(request, { signal }) {
      if (signal.aborted) return Promise.reject(signal.reason);
      const { callId } = request;
      const answer = early.get(callId);
      if (answer) {
        early.delete(callId);
        settle(callId);
        return Promise.resolve(answer);
      }
      // Another call of that id has a first question of its own.
      if (settled.get(callId)?.isOver) settled.delete(callId);
      return new Promise((resolve, reject) => {
        const call: HeldCall = {
          request,
          answer(given) {
            leave();
            settle(callId);
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
      const { requestId } = confirmation;
      const waiting = [...held].filter(({ request }) => request.callId === callId);
      const [first] = requestId === undefined ? waiting : waiting.filter(({ request }) => request.id === requestId);
      if (first && requestId === undefined && (waiting.length > 1 || settled.has(callId))) return 'ambiguous';
      if (first) {
        first.answer(answer);
        return 'answered';
      }
      if (requestId !== undefined || settled.has(callId)) return 'settled';
      // The first confirmation counts.
      if (!early.has(callId)) remember(early, callId, answer);
      return 'kept';
    },
    ended(callId) {
      early.delete(callId);
      const answered = settled.get(callId);
      if (answered) answered.isOver = true;
    },
    waiting: () => Array.from(held, ({ request }) => request.callId),
    requests: () => Array.from(held, ({ request }) => request),
  };
}

function answerOf(confirmation: ToolConfirmation): ApprovalAnswer {
  // What comes from a server may be anything.
  if (typeof confirmation !== 'object' || confirmation === null)
    throw new TypeError('the confirmation must be an object');
  const { result, denyMessage, requestId } = confirmation;
  if (requestId !== undefined && typeof requestId !== 'string') throw new TypeError('requestId must be a text');
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
