import { startClassicWorker } from '../process/classic-worker.ts';
import type { BootMessage, FrameMessage, StartMessage, UpMessage, WorkerKind } from './messages.ts';

// The script of the sandbox frame: takes the kernel's source and port from the page, once, and starts the kernel. No
// other code ever runs in the frame itself, since a frame, unlike a worker, could navigate or open a WebRTC connection.

const tellPage = (message: FrameMessage): void => parent.postMessage(message, '*');

addEventListener('message', function onBoot(event: MessageEvent<unknown>) {
  if (event.source !== parent || !isBootMessage(event.data)) return;
  const port = event.ports[0];
  if (!port) return;
  removeEventListener('message', onBoot);
  void boot(event.data, port);
});
addEventListener('message', (event: MessageEvent<unknown>) => {
  if (event.source === parent && isMessage(event.data, 'ping')) tellPage({ kind: 'pong' });
});
tellPage({ kind: 'frame_ready' });

async function boot({ kernel, commands, environment }: BootMessage, port: MessagePort): Promise<void> {
  // Blob workers first: in Chromium a data worker would lose cross-origin isolation.
  const started = (await startKernel(kernel, 'blob')) ?? (await startKernel(await kernel.text(), 'data'));
  if (!started) {
    tellPage({ kind: 'kernel_failed', message: 'this browser started no worker in the sandbox frame' });
    return;
  }
  const { worker, workerKind, isIsolated } = started;
  worker.addEventListener('error', (event) => {
    tellPage({ kind: 'kernel_failed', message: event.message || 'the kernel ended by an error' });
  });
  const start: StartMessage = { kind: 'start', commands, workerKind, environment };
  worker.postMessage(start, [port]);
  tellPage({ kind: 'kernel_started', workerKind, isIsolated });
}

interface StartedKernel {
  readonly worker: Worker;
  readonly workerKind: WorkerKind;
  readonly isIsolated: boolean;
}

/** Resolves when the kernel's script runs, or with `undefined` when such a worker cannot start. */
function startKernel(source: string | Blob, workerKind: WorkerKind): Promise<StartedKernel | undefined> {
  return new Promise((resolve) => {
    try {
      const worker = startClassicWorker(source, workerKind, 'cloche kernel');
      worker.onerror = () => {
        worker.terminate();
        resolve(undefined);
      };
      worker.onmessage = (event: MessageEvent<UpMessage>) => {
        worker.onmessage = null;
        worker.onerror = null;
        resolve({ worker, workerKind, isIsolated: event.data.isIsolated });
      };
    } catch {
      resolve(undefined);
    }
  });
}

function isBootMessage(data: unknown): data is BootMessage {
  return isMessage(data, 'boot');
}

function isMessage(data: unknown, kind: string): boolean {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === kind;
}
