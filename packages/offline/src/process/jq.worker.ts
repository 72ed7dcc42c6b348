import type { JsonQueryAnswer, JsonQueryRequest } from '@cloche/coreutils';
import { createInlineEngine } from '@cloche/coreutils/jq-engine';

// Runs jq's code in a worker of its own, once: the kernel ends it when the answer is there or nobody wants it any more.

/** What the worker tells the kernel. */
export type JqWorkerMessage =
  | { readonly kind: 'answer'; readonly answer: JsonQueryAnswer }
  | { readonly kind: 'failed'; readonly message: string };

/** The part of a worker's global scope that this script uses. */
interface JqScope {
  onmessage: ((event: MessageEvent<JsonQueryRequest>) => void) | null;
  postMessage(message: JqWorkerMessage): void;
}

declare const self: JqScope;

const { signal } = new AbortController();

self.onmessage = ({ data }) => {
  createInlineEngine()
    .run(data, { signal })
    .then(
      (answer) => self.postMessage({ kind: 'answer', answer }),
      (error: unknown) => self.postMessage({ kind: 'failed', message: String(error) }),
    );
};
