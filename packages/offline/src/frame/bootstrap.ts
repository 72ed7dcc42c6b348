import { startClassicWorker } from '../process/classic-worker.ts';
import type {
  AssetAnswer,
  AssetRequest,
  BootMessage,
  FrameMessage,
  StartMessage,
  UpMessage,
  WorkerKind,
} from './messages.ts';

// The script of the sandbox frame: takes the kernel's source and port from the page, once, starts the kernel, and passes
// on the files that the kernel asks for later. No other code ever runs in the frame itself, since a frame, unlike a worker, could navigate or open a WebRTC connection.

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
  passAssets(worker);
  tellPage({ kind: 'kernel_started', workerKind, isIsolated });
}

/** The kernel has no network: what it needs later it asks of the page, which knows the files by name. */
function passAssets(worker: Worker): void {
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isAssetRequest(data)) tellPage({ kind: 'asset_wanted', name: data.name });
  });
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source === parent && isAssetAnswer(data)) worker.postMessage(data);
  });
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

function isAssetRequest(data: unknown): data is AssetRequest {
  return isMessage(data, 'asset_wanted');
}

function isAssetAnswer(data: unknown): data is AssetAnswer {
  return isMessage(data, 'asset') || isMessage(data, 'asset_missing');
}

function isMessage(data: unknown, kind: string): boolean {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === kind;
}
