import { parentPort } from 'node:worker_threads';
import type { JsonQueryRequest } from '@cloche/coreutils';
import { createInlineEngine } from '@cloche/coreutils/jq-engine';

// Runs jq's code in a thread of its own, which is ended when a filter does not end by itself.

const engine = createInlineEngine();
const { signal } = new AbortController();

parentPort?.on('message', (request: JsonQueryRequest) => {
  void engine.run(request, { signal }).then((answer) => parentPort?.postMessage(answer));
});
