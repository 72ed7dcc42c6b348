/** Stands before each call of a runtime: when the runtime has died, nothing is answered any more. */
export interface CrashGuard {
  /** Runs a call; its promise never settles when the runtime has died by then. */
  call<T>(run: () => T | Promise<T>): Promise<T>;
  /** Gives a value on, or never. */
  unlessCrashed<T>(value: T): Promise<T>;
  isCrashed(): boolean;
  crash(): void;
}

/** Creates the guard of a runtime that dies at the call of the given number, if any. */
export function createCrashGuard(crashAtCall: number | undefined, onCrash: () => void): CrashGuard {
  let isCrashed = false;
  let calls = 0;
  const crash = (): void => {
    if (isCrashed) return;
    isCrashed = true;
    onCrash();
  };
  const unlessCrashed = <T>(value: T): Promise<T> =>
    isCrashed ? new Promise(() => undefined) : Promise.resolve(value);
  return {
    async call(run) {
      if (++calls === crashAtCall) crash();
      // What is cancelled never comes: as with a runtime that is gone, the rest of this never runs.
      if (isCrashed) return new Promise(() => undefined);
      try {
        return await unlessCrashed(await run());
      } catch (error) {
        await unlessCrashed(undefined);
        throw error;
      }
    },
    unlessCrashed,
    isCrashed: () => isCrashed,
    crash,
  };
}
