import type { WorkerKind } from '../frame/messages.ts';

/**
 * Starts a classic worker, in the frame or, nested, in the kernel. It inherits the frame's origin and policy, so whatever
 * runs in it reaches neither the app nor the network.
 *
 * @param source  the script; a blob starts a `blob` worker without being read here
 */
export function startClassicWorker(source: string | Blob, kind: WorkerKind, name: string): Worker {
  if (kind === 'data' && typeof source === 'string') {
    return new Worker(`data:text/javascript;charset=utf-8,${encodeURIComponent(source)}`, { name });
  }
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const worker = new Worker(url, { name });
  // The URL is read when the worker starts, which is after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return worker;
}
