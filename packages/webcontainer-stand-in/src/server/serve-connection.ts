import type { WebSocket } from 'ws';
import type { StandInOptions } from '../options.ts';
import { type BuildOptions, type Container, type ContainerState, openContainer } from '../runtime/open-container.ts';
import { portableError } from '../runtime/portable-error.ts';
import { createPortHub } from '../wire/port-hub.ts';
import { Proxied, serveObject } from '../wire/remote-object.ts';
import { createRemoteInstance } from './remote-instance.ts';

/** One page's line to this machine. */
export interface Connection {
  counts(): ConnectionCounts;
  /** Ends the page's runtimes; resolves when nothing is left of them. */
  dispose(): Promise<void>;
}

/** What a page has open here. */
export interface ConnectionCounts {
  readonly runtimes: number;
  /** Lines of calls, beside the one that each page has. */
  readonly ports: number;
  readonly processes: number;
  readonly watchers: number;
  readonly listeners: number;
}

/** Serves the runtime's page over its socket: each `build` gives a new runtime in the place of the one before. */
export function serveConnection(
  socket: WebSocket,
  options: StandInOptions,
  onStart: (state: ContainerState) => void,
): Connection {
  const hub = createPortHub((bytes) => socket.send(bytes));
  let container: Container | undefined;
  let isDisposed = false;
  const describeError = (error: unknown): object => portableError(error, options.hidesErrorCodes);
  const server = new Proxied({
    async build(given) {
      const { delayMs = 0, hangs } = options.boot ?? {};
      if (hangs === 'build') await new Promise(() => undefined);
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      await container?.dispose();
      const started = await openContainer(options, readBuildOptions(given));
      container = started;
      if (isDisposed) await started.dispose();
      onStart(started.state);
      return createRemoteInstance(started);
    },
  });
  serveObject(hub.root, server, { openPort: hub.openPort, describeError });
  socket.on('message', (data: Buffer) => hub.receive(data));
  socket.on('error', () => socket.terminate());
  return {
    counts() {
      const isThere = container !== undefined && !container.state.isTornDown;
      const counts = container?.state.counts() ?? { processes: 0, watchers: 0, listeners: 0 };
      return { ...counts, runtimes: isThere ? 1 : 0, ports: hub.count() - 1 };
    },
    async dispose() {
      isDisposed = true;
      await container?.dispose();
    },
  };
}

function readBuildOptions(given: unknown): BuildOptions {
  if (typeof given !== 'object' || given === null) return {};
  const options = new Map<string, unknown>(Object.entries(given));
  const workdirName = options.get('workdirName');
  const forwards = options.get('forwardPreviewErrors');
  return {
    ...(typeof workdirName === 'string' ? { workdirName } : {}),
    ...(typeof forwards === 'boolean' || forwards === 'exceptions-only' ? { forwardPreviewErrors: forwards } : {}),
  };
}
