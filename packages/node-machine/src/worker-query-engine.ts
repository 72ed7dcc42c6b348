import { Worker } from 'node:worker_threads';
import type { JsonQueryAnswer, JsonQueryEngine } from '@cloche/coreutils';

/** Creates the engine of jq: a thread for each run, ended when the run is aborted or over. */
export function createWorkerQueryEngine(startWorker: () => Worker = startOwnWorker): JsonQueryEngine {
  return {
    run(request, { signal }) {
      signal.throwIfAborted();
      return new Promise<JsonQueryAnswer>((resolve, reject) => {
        const worker = startWorker();
        const end = (): void => {
          signal.removeEventListener('abort', onAbort);
          void worker.terminate();
        };
        const onAbort = (): void => {
          end();
          reject(signal.reason);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        worker.once('message', (answer: JsonQueryAnswer) => {
          end();
          resolve(answer);
        });
        worker.once('error', (error) => {
          end();
          reject(error);
        });
        worker.postMessage(request);
      });
    },
  };
}

function startOwnWorker(): Worker {
  return new Worker(new URL('./jq.worker.js', import.meta.url));
}
