import type { After } from './host-platform.ts';

/** How a wait ends early. */
export interface Deadline {
  readonly after: After;
  readonly limitMs: number;
  readonly signal?: AbortSignal;
  /** Returns what to reject with when the time is over. */
  readonly late: () => Error;
}

/** Settles as `work` does, or rejects when the time is over or with `signal.reason`. `work` goes on and is not listened to. */
export function within<T>(work: Promise<T>, { after, limitMs, signal, late }: Deadline): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const finish = (settle: () => void): void => {
      cancel();
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    const onAbort = (): void => finish(() => reject(signal?.reason));
    const cancel = after(limitMs, () => finish(() => reject(late())));
    signal?.addEventListener('abort', onAbort, { once: true });
    work.then(
      (value) => finish(() => resolve(value)),
      (error: unknown) => finish(() => reject(error)),
    );
    if (signal?.aborted) onAbort();
  });
}
