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
  /** The machine that came last, from the moment it is there: it has its files later. */
  let newest: ToolHostConnection | undefined;
  let isRunning = false;
  let closedBecause: string | undefined;

  const giveUp = (reason: string): void => newest?.lose(reason);

  const start = async (): Promise<ToolHostConnection> => {
    options.onState({ kind: 'starting' });
    newest = undefined;
    let failure: string | undefined;
    const connect = async (): Promise<{ connection: ToolHostConnection; facts: StartedMachine['facts'] }> => {
      const { port, facts } = await options.start();
      const { onFilesChanged, after } = options;
      const connection = connectToolHost(channelOfPort(port), { onFilesChanged, after, app: options.app() });
      // Nobody waits for it any more.
      const unwanted = closedBecause ?? failure;
      if (unwanted === undefined) newest = connection;
      else connection.lose(unwanted);
      return { connection, facts };
    };
    try {
      const [{ connection, facts }, { snapshot, shells }] = await Promise.all([connect(), options.restore()]);
      await connection.ready;
      await connection.host.call('restore', { snapshot, shells }, { signal: new AbortController().signal });
      isRunning = true;
      options.onState({ kind: 'running', facts });
      void connection.lost.then((fault) => {
        current = undefined;
        isRunning = false;
        if (closedBecause === undefined) options.onState({ kind: 'lost', reason: fault.message });
      });
      return connection;
    } catch (error) {
      current = undefined;
      const message = error instanceof Error ? error.message : String(error);
      failure = message;
      giveUp(message);
      if (closedBecause === undefined) options.onState({ kind: 'lost', reason: message });
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
      return isRunning;
    },
    lose(reason) {
      giveUp(reason);
    },
    close(reason) {
      closedBecause = reason;
      giveUp(reason);
    },
  };
}
