import type { Jq } from 'jq-wasm/inline';
import type { JsonQueryEngine } from './json-query-engine.ts';

/**
 * Creates an engine that runs in the thread that calls it. A filter without end is then never interrupted: for machines
 * that have no workers, and for the inside of one.
 */
export function createInlineEngine(): JsonQueryEngine {
  let loaded: Promise<Jq> | undefined;
  return {
    async run({ input, filter, flags }, { signal }) {
      signal.throwIfAborted();
      loaded ??= import('jq-wasm/inline').then(({ loadJq }) => loadJq());
      const { stdout, stderr, exitCode } = (await loaded).raw(input, filter, [...flags]);
      return { stdout, stderr, status: exitCode };
    },
  };
}
