import type { ToolContext } from '../contract/tool.ts';

/** How long an answer of the machine stays as good as a new one. */
const FRESH_MS = 100;

/**
 * Looks at what a call needs and what it will show in one way to the machine and back. Resolves with what was seen, and with
 * what gives it again when the call runs: the same, or, when deciding on the call took its time, a new look. `look` must
 * change nothing.
 */
export async function lookAhead<T>(
  look: () => Promise<T>,
  { sleep, signal }: Pick<ToolContext, 'sleep' | 'signal'>,
): Promise<{ readonly seen: T; readonly seenAtRun: () => Promise<T> }> {
  const seen = await look();
  const taken = new AbortController();
  let isFresh = true;
  sleep(FRESH_MS, { signal: AbortSignal.any([signal, taken.signal]) }).then(
    () => {
      isFresh = false;
    },
    () => undefined,
  );
  return {
    seen,
    async seenAtRun() {
      taken.abort(new Error('the answer was taken'));
      return isFresh ? seen : look();
    },
  };
}
