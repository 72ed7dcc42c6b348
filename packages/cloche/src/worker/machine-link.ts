import type { RestoredWorkspace } from '@cloche/storage';
import {
  type AppServer,
  channelOfPort,
  connectToolHost,
  ToolFault,
  type ToolHost,
  type ToolHostConnection,
} from '@cloche/tools';
import type { MachineState, StartedMachine } from '../wire/runner-api.ts';

/** The machine that is running, or the next one. */
export interface MachineLink {
  /** Returns the host of the running machine; without one a machine is started with the stored files. `ToolFault`. */
  host(): Promise<ToolHost>;
  /** Whether a machine is running now. */
  readonly isRunning: boolean;
  /** The machine that is running has ended: what waits for it rejects. */
  lose(reason: string): void;
  /** Ends the machine for good; later calls reject with the reason. */
  close(reason: string): void;
}

/** What a link is made of. */
export interface MachineLinkOptions {
  readonly start: () => Promise<StartedMachine>;
  /** Returns the stored workspace, for a machine that starts. */
  readonly restore: () => Promise<RestoredWorkspace>;
  /** Answers what the machine asks of the app. */
  readonly app: () => AppServer;
  readonly onFilesChanged: () => void;
  readonly onState: (state: MachineState) => void;
  readonly after: (ms: number, callback: () => void) => () => void;
}

/** Creates the link of a workspace to its machine, which starts with the first call of `host`. */
export function createMachineLink(options: MachineLinkOptions): MachineLink {
  let current: Promise<ToolHostConnection> | undefined;
  let running: ToolHostConnection | undefined;
  let closedBecause: string | undefined;

  const start = async (): Promise<ToolHostConnection> => {
    options.onState({ kind: 'starting' });
    try {
      const [started, restored] = await Promise.all([options.start(), options.restore()]);
      const { onFilesChanged, after } = options;
      const connection = connectToolHost(channelOfPort(started.port), { onFilesChanged, after, app: options.app() });
      await connection.ready;
      const { snapshot, shells } = restored;
      await connection.host.call('restore', { snapshot, shells }, { signal: new AbortController().signal });
      running = connection;
      options.onState({ kind: 'running', facts: started.facts });
      void connection.lost.then((fault) => {
        current = undefined;
        running = undefined;
        if (closedBecause === undefined) options.onState({ kind: 'lost', reason: fault.message });
      });
      return connection;
    } catch (error) {
      current = undefined;
      const message = error instanceof Error ? error.message : String(error);
      options.onState({ kind: 'lost', reason: message });
      throw new ToolFault('machine_failed', `the machine did not start: ${message}`, { cause: error });
    }
  };

  return {
    async host() {
      if (closedBecause !== undefined) throw new ToolFault('closed', closedBecause);
      current ??= start();
      return (await current).host;
    },
    get isRunning() {
      return running !== undefined;
    },
    lose(reason) {
      running?.lose(reason);
    },
    close(reason) {
      closedBecause = reason;
      running?.lose(reason);
    },
  };
}
