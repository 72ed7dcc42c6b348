import { createStandInRuntime, type StandInOptions, type StandInRuntime } from '@cloche/webcontainer-stand-in';
import type { ContainerClient } from '../host/container.ts';

/** A client whose containers are stand-ins in this process. */
export interface StandInClient extends ContainerClient {
  /** All that were booted. */
  readonly runtimes: readonly StandInRuntime[];
}

/** Creates a client with no container yet, which has the real one's rules: one at a time, and the last one must be gone. */
export function createStandInClient(options: Partial<StandInOptions> = {}): StandInClient {
  const runtimes: StandInRuntime[] = [];
  let isBooted = false;
  return {
    runtimes,
    async boot({ workdirName }) {
      if (isBooted) throw new Error('Only a single WebContainer instance can be booted');
      await runtimes.at(-1)?.whenTornDown;
      isBooted = true;
      const runtime = await createStandInRuntime(options, workdirName === undefined ? {} : { workdirName });
      runtimes.push(runtime);
      return {
        ...runtime,
        teardown() {
          isBooted = false;
          runtime.teardown();
        },
      };
    },
    configureKey: () => undefined,
    async settle(limitMs) {
      if (isBooted) return;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, limitMs);
      });
      await Promise.race([runtimes.at(-1)?.whenTornDown, late]);
      clearTimeout(timer);
    },
  };
}
