import { StoreError } from '@cloche/storage';

/** The right to change a workspace, which one tab has at a time. */
export interface WorkspaceLock {
  /** Resolves when another tab took it. */
  readonly lost: Promise<void>;
  release(): void;
}

/** Takes the lock of a workspace (Web Locks). `in_use` when another tab has it and `takeOver` is not set. */
export function lockWorkspace(name: string, { takeOver }: { takeOver: boolean }): Promise<WorkspaceLock> {
  return new Promise((resolve, reject) => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((end) => {
      release = end;
    });
    let lose: () => void = () => undefined;
    const lost = new Promise<void>((end) => {
      lose = end;
    });
    const options: LockOptions = takeOver ? { steal: true } : { ifAvailable: true };
    navigator.locks
      .request(`cloche:workspace:${name}`, options, async (lock) => {
        if (!lock) {
          reject(
            new StoreError(
              'in_use',
              `the workspace "${name}" is open in another tab: use that tab, or take the workspace over here`,
            ),
          );
          return;
        }
        resolve({ lost, release });
        await released;
      })
      .catch((error: unknown) => {
        // A stolen lock rejects the request of its former holder.
        lose();
        reject(error);
      });
  });
}

/** Holds a lock until the worker ends, so that the page learns of the end. Resolves when it is held. */
export function holdWhileAlive(name: string): Promise<void> {
  return new Promise((resolve) => {
    void navigator.locks.request(name, () => {
      resolve();
      return new Promise<never>(() => undefined);
    });
  });
}
