import type { JsonQueryAnswer, JsonQueryEngine } from '@cloche/coreutils';
import { createDeferred } from '@cloche/system';
import type { WorkerKind } from '../frame/messages.ts';
import { startClassicWorker } from './classic-worker.ts';
import type { JqWorkerMessage } from './jq.worker.ts';

/**
 * Creates the engine of jq: a worker for each run, ended when the run is aborted or over.
 *
 * @param loadSource  returns the script of the worker; asked at every run
 */
export function createWorkerQueryEngine(loadSource: () => Promise<Blob>, workerKind: WorkerKind): JsonQueryEngine {
  return {
    async run(request, { signal }) {
      signal.throwIfAborted();
      const loaded = await loadSource();
      // A data worker is made of text.
      const source = workerKind === 'data' ? await loaded.text() : loaded;
      signal.throwIfAborted();
      const answered = createDeferred<JsonQueryAnswer>();
      const worker = startClassicWorker(source, workerKind, 'cloche jq');
      const onAbort = (): void => answered.reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      worker.onmessage = ({ data }: MessageEvent<JqWorkerMessage>) => {
        if (data.kind === 'answer') answered.resolve(data.answer);
        else answered.reject(new Error(`jq ended: ${data.message}`));
      };
      worker.onerror = (event) => answered.reject(new Error(`jq did not start: ${event.message}`));
      worker.postMessage(request);
      try {
        return await answered.promise;
      } finally {
        signal.removeEventListener('abort', onAbort);
        worker.terminate();
      }
    },
  };
}
