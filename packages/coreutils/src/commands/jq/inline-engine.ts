import type { JsonQueryEngine } from './json-query-engine.ts';
import { type LimitedJq, loadLimitedJq, MAX_OUTPUT_BYTES } from './limited-jq.ts';

/**
 * Creates an engine that runs in the thread that calls it. A filter without end is then never interrupted unless it
 * prints: for machines that have no workers, and for the inside of one.
 *
 * @param options.maxOutputBytes  bytes that one run may print; default 64 MiB
 */
export function createInlineEngine({
  maxOutputBytes = MAX_OUTPUT_BYTES,
}: {
  readonly maxOutputBytes?: number;
} = {}): JsonQueryEngine {
  let loaded: Promise<LimitedJq> | undefined;
  return {
    async run({ input, filter, flags }, { signal }) {
      signal.throwIfAborted();
      loaded ??= loadLimitedJq(maxOutputBytes);
      const { isBrokenOff, ...answer } = (await loaded).run(input, filter, flags);
      // What was broken off has left its memory as it was.
      if (isBrokenOff) loaded = undefined;
      return answer;
    },
  };
}
