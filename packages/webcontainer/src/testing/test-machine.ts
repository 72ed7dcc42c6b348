import { createHash, randomBytes } from 'node:crypto';
import {
  type AppServer,
  channelOfPort,
  connectToolHost,
  type HostMethods,
  type ToolHost,
  type ToolHostConnection,
} from '@cloche/tools';
import { bootWebContainer, type WebContainerConnection, type WebContainerOptions } from '../host/boot-webcontainer.ts';
import type { ContainerClient } from '../host/container.ts';
import type { HostPlatform } from '../host/host-platform.ts';

/** A machine of a test, with a runner's end of its wire. */
export interface TestMachine {
  readonly connection: WebContainerConnection;
  readonly wire: ToolHostConnection;
  readonly host: ToolHost;
  /** Number of times that the guest said that files changed. */
  readonly filesChanged: () => number;
  bash(command: string, options?: { timeoutMs?: number; signal?: AbortSignal }): Promise<BashAnswer>;
  dispose(): Promise<void>;
}

/** What a command said. */
export interface BashAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly kind: HostMethods['bash']['result']['kind'];
  /** Bytes that came while it ran. */
  readonly streamedBytes: number;
}

/** Nothing is cancelled by it. */
export const never: AbortSignal = new AbortController().signal;

/** This Node as a page that is isolated and has a network. */
export const testPlatform: HostPlatform = {
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  isIsolated: true,
  isOnline: true,
  randomHex: (digits) => randomBytes(digits).toString('hex').slice(0, digits),
  hash: async (bytes) => createHash('sha256').update(bytes).digest('hex'),
};

/** A busy machine starves a guest for a while; what tests silence sets its own limit. */
const PATIENT_MS = 15_000;

/** Boots a container of a client with a guest in it. */
export async function openTestMachine(
  client: ContainerClient,
  program: Uint8Array<ArrayBuffer>,
  { app, ...options }: Partial<WebContainerOptions> & { readonly app?: AppServer } = {},
): Promise<TestMachine> {
  const connection = await bootWebContainer({
    loadGuest: async () => program,
    loadClient: async () => client,
    signal: never,
    platform: testPlatform,
    silenceLimitMs: PATIENT_MS,
    ...options,
  });
  const { port } = connection;
  let filesChanged = 0;
  const wire = connectToolHost(channelOfPort(port), {
    after: testPlatform.after,
    onFilesChanged: () => void filesChanged++,
    ...(app ? { app } : {}),
  });
  void connection.failed.then((reason) => wire.lose(reason));
  await wire.ready;
  return {
    connection,
    wire,
    host: wire.host,
    filesChanged: () => filesChanged,
    async bash(command, { timeoutMs = 60_000, signal = never } = {}) {
      let streamedBytes = 0;
      const { stdout, stderr, exitCode, kind } = await wire.host.call(
        'bash',
        { session: 's', command, timeoutMs },
        { signal, onOutput: ({ bytes }) => void (streamedBytes += bytes.length) },
      );
      const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
      return { stdout: text(stdout), stderr: text(stderr), exitCode, kind, streamedBytes };
    },
    async dispose() {
      wire.lose('the test is over');
      await connection.dispose();
    },
  };
}
