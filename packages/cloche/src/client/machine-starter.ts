import { type FrameSource, startSandbox } from '@cloche/offline';
import { ToolFault } from '@cloche/tools';
import type * as WebContainer from '@cloche/webcontainer';
import * as Comlink from 'comlink';
import type { MachineFacts, PageApi, WorkspaceEvent } from '../wire/runner-api.ts';
import type { MachineChoice } from './machine-choice.ts';
import { connectRemoteMachine } from './remote-machine.ts';

/** Directory of the workspace's files in the offline machine. */
const OFFLINE_ROOT = '/workspace';

/** A machine that runs, wherever it does. */
interface StartedHere {
  readonly port: MessagePort;
  readonly facts: MachineFacts;
  readonly root: string;
  readonly failed: Promise<string>;
  dispose(): void;
}

/** What machines are started with. */
export interface MachineStarterOptions {
  readonly assetsUrl: URL;
  readonly frame: FrameSource;
  readonly maxFileBytes: number;
  /** The app gives a fetch provider. */
  readonly hasFetch: boolean;
  readonly machine: MachineChoice;
  readonly onEvent: (event: WorkspaceEvent) => unknown;
  /** The machine that was started last is gone. */
  readonly onLost: (reason: string) => void;
}

/** Starts machines for a runner, one at a time; the first begins at once, beside the runner itself. */
export interface MachineStarter {
  start: PageApi['startMachine'];
  /** Where the files are in the first machine. */
  root(): Promise<string>;
  dispose(): void;
}

/** Creates the starter of a workspace's machines. */
export function createMachineStarter(options: MachineStarterOptions): MachineStarter {
  const life = new AbortController();
  /** Becomes the offline machine when WebContainer does not start: its files have another place. */
  let { machine } = options;
  let isFirst = true;
  const begin = async (): Promise<StartedHere> => {
    const { signal } = life;
    const mayChange = isFirst;
    isFirst = false;
    switch (machine.kind) {
      case 'remote': {
        const facts = factsOf('remote', machine.reason, { network: 'open' });
        return { ...(await connectRemoteMachine(machine.machine, { signal })), facts };
      }
      case 'offline':
        return startOffline(options, machine.reason, signal);
      case 'webcontainer':
        try {
          return await startWebContainer(options, machine, signal);
        } catch (error) {
          if (!machine.mayBeOffline || !mayChange || signal.aborted) throw error;
          const reason = `WebContainer did not start: ${error instanceof Error ? error.message : String(error)}`;
          machine = { kind: 'offline', reason };
          return startOffline(options, reason, signal);
        }
    }
  };
  let current: StartedHere | undefined;
  let first: Promise<StartedHere> | undefined = begin();
  first.catch(() => undefined);
  const isOfflineFromStart = machine.kind === 'offline';
  const firstRoot = first.then(({ root }) => root);
  firstRoot.catch(() => undefined);
  return {
    async start() {
      current?.dispose();
      const starting = first ?? begin();
      first = undefined;
      const started = await starting;
      current = started;
      void started.failed.then((why) => {
        started.dispose();
        if (current === started) options.onLost(why);
      });
      return Comlink.transfer({ port: started.port, facts: started.facts }, [started.port]);
    },
    // The offline machine's root is known before it is there.
    root: async () => (isOfflineFromStart ? OFFLINE_ROOT : firstRoot),
    dispose() {
      life.abort(new ToolFault('closed', 'the workspace is closed'));
      current?.dispose();
      // One that nobody has taken yet ends as soon as it is there.
      first?.then(
        (unused) => unused.dispose(),
        () => undefined,
      );
    },
  };
}

function factsOf(
  kind: MachineFacts['kind'],
  reason: string,
  more: Pick<MachineFacts, 'network'> & Partial<MachineFacts>,
): MachineFacts {
  return { kind, reason, isIsolated: crossOriginIsolated, notStored: [], ...more };
}

async function startOffline(
  { assetsUrl, frame, maxFileBytes, hasFetch }: MachineStarterOptions,
  reason: string,
  signal: AbortSignal,
): Promise<StartedHere> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const sandbox = await startSandbox({ assetsUrl, frame, environment: { maxFileBytes, timeZone }, signal });
  const facts = factsOf('offline', reason, {
    network: hasFetch ? 'app' : 'none',
    isIsolated: sandbox.isIsolated,
  });
  return { ...sandbox, facts, root: OFFLINE_ROOT };
}

async function startWebContainer(
  { assetsUrl, maxFileBytes, onEvent }: MachineStarterOptions,
  { reason, settings }: Extract<MachineChoice, { kind: 'webcontainer' }>,
  signal: AbortSignal,
): Promise<StartedHere> {
  const { apiKey, coep, bootLimitMs, skip, notStored } = settings;
  const { bootWebContainer } = await loadWebContainer(assetsUrl);
  const connection = await bootWebContainer({
    loadGuest: () => loadGuest(assetsUrl),
    signal: skip ? AbortSignal.any([signal, skip]) : signal,
    maxFileBytes,
    onProgress: (progress) => onEvent({ kind: 'machine', state: { kind: 'starting', progress } }),
    onEvent: (event) => onEvent({ kind: 'preview', event }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(coep === undefined ? {} : { coep }),
    ...(bootLimitMs === undefined ? {} : { bootLimitMs }),
    ...(notStored === undefined ? {} : { exclude: notStored }),
  });
  const { port, root, failed, exclude } = connection;
  const facts = factsOf('webcontainer', reason, { network: 'open', notStored: exclude });
  return { port, root, failed, facts, dispose: () => void connection.dispose() };
}

/** Loads the part of the client that only apps with WebContainer need. */
function loadWebContainer(assetsUrl: URL): Promise<typeof WebContainer> {
  return import(/* @vite-ignore */ new URL('webcontainer.js', assetsUrl).href);
}

async function loadGuest(assetsUrl: URL): Promise<Uint8Array<ArrayBuffer>> {
  const url = new URL('guest.js', assetsUrl);
  const response = await fetch(url);
  if (!response.ok) {
    throw new ToolFault(
      'machine_failed',
      `${url.pathname} answered ${response.status}; serve all files of cloche/dist/assets`,
    );
  }
  return new Uint8Array(await response.arrayBuffer());
}
