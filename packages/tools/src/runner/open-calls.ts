import { z } from 'zod';
import type { AskedBefore } from '../permissions/gate-call.ts';
import type { PersistedToolResult, ToolCall } from './tool-call.ts';

/** A call that waits for a person. Plain data. */
export interface WaitingCall extends AskedBefore {
  readonly call: ToolCall;
}

/** The calls that outlive the runner: those that wait for a person, and results that nobody has taken yet. */
export interface OpenCalls {
  /** Calls that waited when an earlier runner ended, oldest first; each is given once. */
  takeWaiting(): readonly WaitingCall[];
  /** A person is asked about the call. */
  add(waiting: WaitingCall): void;
  /** Nobody is asked any more. */
  remove(callId: string): void;
  /** Keeps the result of a call that was taken up without the one who made it. */
  keepResult(call: ToolCall, result: PersistedToolResult): void;
  /** Gives such a result to the one who makes the call again, once; `undefined` when there is none of the same input. */
  takeResult(call: ToolCall): PersistedToolResult | undefined;
  /** Why the calls of an earlier runner are lost, when what was kept cannot be read. */
  readonly problem: string | undefined;
  /** What is kept, as plain data; `undefined` when nothing is. */
  state(): unknown;
}

/** A call with a larger input is not kept: after a reload its card is gone, and the model has to make it again. */
const MAX_KEPT_UNITS = 1_048_576;
const MAX_RESULTS = 16;
/** The last time that a `Date` can be. */
const MAX_DATE_MS = 8_640_000_000_000_000;
const MAX_RESULT_UNITS = 262_144;

const call = z.object({
  id: z.string(),
  name: z.string(),
  input: z.unknown(),
  session: z.string().exactOptional(),
  loop: z.string().exactOptional(),
  evaluatedPermission: z.string().exactOptional(),
});
const result = z.custom<PersistedToolResult>(
  (value) => typeof value === 'object' && value !== null && 'content' in value && 'persistence' in value,
);
const stateSchema = z.object({
  waiting: z.array(
    z.object({
      call,
      fingerprint: z.string(),
      askedAtMs: z.number().min(0).max(MAX_DATE_MS),
      revisedInput: z.unknown().optional(),
    }),
  ),
  results: z.array(z.object({ call, result })),
});

/** Creates the calls from what was kept; of what is no such state nothing is used, and `problem` says so. */
export function createOpenCalls(kept: unknown): OpenCalls {
  const state = stateSchema.safeParse(kept);
  let left: readonly WaitingCall[] = state.success ? state.data.waiting : [];
  const waiting = new Map(left.map((each) => [each.call.id, each]));
  const results = new Map(state.success ? state.data.results.map((each) => [each.call.id, each]) : []);
  return {
    problem:
      kept === undefined || state.success
        ? undefined
        : 'the calls that waited for a person cannot be read; they have to be made again',
    takeWaiting() {
      const taken = left;
      left = [];
      return taken;
    },
    add(asked) {
      if (JSON.stringify(asked).length <= MAX_KEPT_UNITS) waiting.set(asked.call.id, asked);
    },
    remove: (callId) => void waiting.delete(callId),
    keepResult(of, given) {
      if (JSON.stringify(given).length > MAX_RESULT_UNITS) return;
      results.set(of.id, { call: of, result: given });
      const [oldest] = results.keys();
      if (results.size > MAX_RESULTS && oldest !== undefined) results.delete(oldest);
    },
    takeResult(again) {
      const found = results.get(again.id);
      if (!found || !isSameCall(found.call, again)) return undefined;
      results.delete(again.id);
      return found.result;
    },
    state: () =>
      waiting.size + results.size === 0
        ? undefined
        : { waiting: [...waiting.values()], results: [...results.values()] },
  };
}

/** Says whether two calls of one conversation ask for the same. */
export function isSameCall(left: ToolCall, right: ToolCall): boolean {
  const parts = ({ name, session = 'default', loop = 'main', input }: ToolCall): string =>
    JSON.stringify([name, session, loop, input]);
  return parts(left) === parts(right);
}
