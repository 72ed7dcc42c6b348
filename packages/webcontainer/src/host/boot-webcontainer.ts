import { createDeferred, encodeText } from '@cloche/system';
import { encodeMessage } from '@cloche/tools';
import { CONFIG_FILE, GUEST_FILE, GUEST_VERSION, type GuestConfig, MAIL_FOLDER } from '../wire/guest-greeting.ts';
import { answerPing } from './answer-ping.ts';
import { bootContainer } from './boot-container.ts';
import { createCallLimit } from './call-limit.ts';
import { createCleanTakes } from './clean-takes.ts';
import type { Container, ContainerClient, CrossOriginEmbedding } from './container.ts';
import { type ContainerEvent, listenToContainer } from './container-events.ts';
import { encodeContainerSnapshot, snapshotDirectory } from './container-snapshot.ts';
import { type GuestLink, startGuest } from './guest-link.ts';
import { createPagePlatform, type HostPlatform } from './host-platform.ts';
import { loadContainerClient } from './load-client.ts';
import { createLongCalls } from './long-calls.ts';
import { isRestoreCall, takeRestore } from './take-restore.ts';
import { within } from './within.ts';

/** How far a boot has come. */
export type BootProgress =
  | { readonly kind: 'loading_client' }
  | { readonly kind: 'booting' }
  | { readonly kind: 'starting_guest' }
  /** The stored workspace goes into the container. */
  | { readonly kind: 'mounting'; readonly files: number }
  | { readonly kind: 'ready' };

/** How a WebContainer is booted. */
export interface WebContainerOptions {
  /** Returns the guest's program: the asset `guest.js`. */
  readonly loadGuest: () => Promise<Uint8Array<ArrayBuffer>>;
  /** Ends the wait: `bootWebContainer` rejects with its reason. */
  readonly signal: AbortSignal;
  /** Longest wait for the runtime, whose own client waits for ever. Default 30,000. */
  readonly bootLimitMs?: number;
  /** Key of the vendor's, for a site that is not on localhost. */
  readonly apiKey?: string;
  /** The page's own Cross-Origin-Embedder-Policy. Default `require-corp`. */
  readonly coep?: CrossOriginEmbedding;
  /** Name of the container's working directory, which paths show. Default `cloche`. */
  readonly workdirName?: string;
  /** Names, at any depth, of what is not stored. Without it `node_modules` and the caches of known build tools. */
  readonly exclude?: readonly string[];
  /** A larger file is not stored. Default 256 MiB. */
  readonly maxFileBytes?: number;
  /** Longest silence of the guest, after which it counts as hung: longer than a busy computer starves it. Default 3,000. */
  readonly silenceLimitMs?: number;
  /** Hears how far it has come. Must not throw. */
  readonly onProgress?: (progress: BootProgress) => void;
  /** Hears of ports, servers and the runtime's own errors. Must not throw. */
  readonly onEvent?: (event: ContainerEvent) => void;
  /** Returns the vendor's client; by default it is loaded. */
  readonly loadClient?: () => Promise<ContainerClient>;
  readonly platform?: HostPlatform;
}

/** A WebContainer that runs, with the guest in it. */
export interface WebContainerConnection {
  /** The port of its tool host. */
  readonly port: MessagePort;
  /** Directory that holds the files, absolute, in the container. */
  readonly root: string;
  /** Names, at any depth, of what is not stored. */
  readonly exclude: readonly string[];
  /** Version of the Node in it. */
  readonly nodeVersion: string;
  /** Resolves with the reason when the guest or the runtime is gone or hangs: dispose of it, and boot another. */
  readonly failed: Promise<string>;
  /**
   * Hears of every change below the root, by whichever program; names are relative to it, and may be wrong where they are
   * not UTF-8. Returns what stops it.
   */
  watchFiles(listener: (name: string) => void): () => void;
  /** Ends the guest and everything else in the container; resolves when another can boot. */
  dispose(): Promise<void>;
}

const DEFAULT_BOOT_LIMIT_MS = 30_000;
const DEFAULT_SILENCE_LIMIT_MS = 3000;
const GUEST_LIMIT_MS = 20_000;
const MOUNT_LIMIT_MS = 20_000;
/** Far more than 10,000 files take; it ends the wait for a runtime that will never answer. */
const RESTORE_LIMIT_MS = 180_000;
const TEARDOWN_LIMIT_MS = 2000;
const DEFAULT_MAX_FILE_BYTES = 268_435_456;
/** Directory of the workspace's files in the working directory: what is ours lies beside it, and no tool sees it. */
const WORKSPACE_DIRECTORY = 'workspace';
const NONCE_DIGITS = 16;

/**
 * Boots the page's one WebContainer and starts the guest in it.
 *
 * The files are empty until the runner's `restore` call comes over the port. Rejects with a `BootError` (`not_isolated`,
 * `no_network`, `no_answer`, `webcontainer_busy`, `boot_failed`, `guest_failed`) or with `signal.reason`; nothing is left
 * running then.
 */
export async function bootWebContainer(options: WebContainerOptions): Promise<WebContainerConnection> {
  const { signal, onProgress = () => undefined, platform = createPagePlatform() } = options;
  signal.throwIfAborted();
  onProgress({ kind: 'loading_client' });
  const [client, program] = await Promise.all([(options.loadClient ?? loadContainerClient)(), options.loadGuest()]);
  signal.throwIfAborted();
  onProgress({ kind: 'booting' });
  const container = await bootContainer({
    client,
    platform,
    signal,
    limitMs: options.bootLimitMs ?? DEFAULT_BOOT_LIMIT_MS,
    coep: options.coep ?? 'require-corp',
    workdirName: options.workdirName ?? 'cloche',
    ...(options.apiKey === undefined ? {} : { apiKey: options.apiKey }),
  });
  try {
    return await startIn(container, { client, platform, program, options });
  } catch (error) {
    await tearDown(container, client);
    throw error;
  }
}

interface Started {
  readonly client: ContainerClient;
  readonly platform: HostPlatform;
  readonly program: Uint8Array<ArrayBuffer>;
  readonly options: WebContainerOptions;
}

async function startIn(
  container: Container,
  { client, platform, program, options }: Started,
): Promise<WebContainerConnection> {
  const { signal, onProgress = () => undefined } = options;
  const limit = createCallLimit();
  const nonce = platform.randomHex(NONCE_DIGITS);
  const folder = `.cloche-${platform.randomHex(NONCE_DIGITS)}`;
  onProgress({ kind: 'starting_guest' });
  const hash = await platform.hash(program);
  const config: GuestConfig = {
    version: GUEST_VERSION,
    nonce,
    root: `${container.workdir}/${WORKSPACE_DIRECTORY}`,
    maxFileBytes: options.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES,
    ...(options.exclude ? { exclude: options.exclude } : {}),
  };
  const own = snapshotDirectory([
    [GUEST_FILE, { kind: 'file', bytes: program }],
    [CONFIG_FILE, { kind: 'file', bytes: encodeText(JSON.stringify(config)) }],
    [MAIL_FOLDER, snapshotDirectory()],
  ]);
  const snapshot = encodeContainerSnapshot(
    snapshotDirectory([
      [WORKSPACE_DIRECTORY, snapshotDirectory()],
      [folder, own],
    ]),
  );
  await within(
    limit.run(() => container.mount(snapshot)),
    {
      after: platform.after,
      limitMs: MOUNT_LIMIT_MS,
      signal,
      late: () => new Error('mounting the guest took too long'),
    },
  );
  const { port1, port2 } = new MessageChannel();
  const toRunner = (message: unknown): void => port1.postMessage(message);
  const longCalls = createLongCalls();
  const cleanTakes = createCleanTakes();
  let guest: GuestLink;
  try {
    guest = await startGuest({
      container,
      limit,
      folder,
      nonce,
      hash,
      signal,
      after: platform.after,
      startLimitMs: GUEST_LIMIT_MS,
      silenceLimitMs: options.silenceLimitMs ?? DEFAULT_SILENCE_LIMIT_MS,
      mayBeSilent: () => longCalls.isAnyOpen,
      onMessage(message) {
        longCalls.heard(message);
        cleanTakes.heard(message);
        toRunner(message);
      },
    });
  } catch (error) {
    port1.close();
    throw error;
  }
  const toGuest = (message: unknown): void => {
    longCalls.sent(message);
    cleanTakes.sent(message);
    guest.send(encodeMessage(message));
  };
  const onMount = (files: number): void => onProgress({ kind: 'mounting', files });
  const mount = (tree: Uint8Array, mountPoint: string): Promise<void> => {
    const mounting = within(
      limit.run(() => container.mount(tree, { mountPoint })),
      {
        after: platform.after,
        limitMs: RESTORE_LIMIT_MS,
        late: () => new Error(`WebContainer did not take the stored files in ${RESTORE_LIMIT_MS / 60_000} minutes`),
      },
    );
    return guest.whileBusy(mounting);
  };
  port1.onmessage = ({ data }: MessageEvent<unknown>) => {
    const answer = guest.isBusy ? answerPing(data) : cleanTakes.answer(data);
    if (answer) toRunner(answer);
    else if (!isRestoreCall(data)) toGuest(data);
    else void takeRestore(data, { mount, directory: WORKSPACE_DIRECTORY, onMount, toGuest, toRunner });
  };
  const stopListening = listenToContainer(container, options.onEvent ?? (() => undefined));
  const watches = new Set<() => void>();
  const disposed = createDeferred<void>();
  let isDisposed = false;
  onProgress({ kind: 'ready' });
  return {
    port: port2,
    root: guest.greeting.root,
    exclude: guest.greeting.exclude,
    nodeVersion: guest.greeting.node,
    failed: guest.failed,
    watchFiles(listener) {
      const watcher = container.fs.watch(WORKSPACE_DIRECTORY, { recursive: true }, (_, name) => {
        listener(typeof name === 'string' ? name : new TextDecoder().decode(name));
      });
      const stop = (): void => {
        if (watches.delete(stop)) watcher.close();
      };
      watches.add(stop);
      return stop;
    },
    dispose() {
      if (isDisposed) return disposed.promise;
      isDisposed = true;
      for (const stop of watches) stop();
      stopListening();
      guest.close();
      port1.close();
      tearDown(container, client).then(disposed.resolve, disposed.resolve);
      return disposed.promise;
    },
  };
}

async function tearDown(container: Container, client: ContainerClient): Promise<void> {
  try {
    container.teardown();
  } catch {
    // It is gone already.
    return;
  }
  await client.settle(TEARDOWN_LIMIT_MS);
}
