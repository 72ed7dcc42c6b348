import type { MessagePort } from 'node:worker_threads';
import type { JsonQueryRequest } from '@cloche/coreutils';
import { createInlineEngine } from '@cloche/coreutils/jq-engine';

/** Runs jq's code for who asks over the port: the body of a thread, which is ended when a filter does not end by itself. */
export function serveQueryEngine(port: MessagePort): void {
  const engine = createInlineEngine();
  const { signal } = new AbortController();
  port.on('message', (request: JsonQueryRequest) => {
    void engine.run(request, { signal }).then((answer) => port.postMessage(answer));
  });
}
