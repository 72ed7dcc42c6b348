import type { ToolContext } from '../contract/tool.ts';

/** How long an answer of the machine stays as good as a new one. */
const FRESH_MS = 100;

/**
 * Asks the machine while a call is still being decided on, which saves a way there and back. Returns what gives the answer
 * when the call runs: the early one, or, when the decision took its time, a new one. `look` must change nothing.
 */
export function lookAhead<T>(
  look: () => Promise<T>,
  { sleep, signal }: Pick<ToolContext, 'sleep' | 'signal'>,
): () => Promise<T> {
  const early = look();
  // A call that is denied never asks for it.
  early.catch(() => undefined);
  const taken = new AbortController();
  let isFresh = true;
  sleep(FRESH_MS, { signal: AbortSignal.any([signal, taken.signal]) }).then(
    () => {
      isFresh = false;
    },
    () => undefined,
  );
  return () => {
    taken.abort(new Error('the answer was taken'));
    return isFresh ? early : look();
  };
}
