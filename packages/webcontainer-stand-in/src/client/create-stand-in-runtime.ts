import type {
  BootOptions,
  CodeListener,
  ErrorListener,
  ExportOptions,
  FileSystemAPI,
  FileSystemTree,
  OpenListener,
  PortListener,
  PreviewMessageListener,
  ServerReadyListener,
  SpawnOptions,
  WebContainerProcess,
} from '@webcontainer/api';
import { PLAIN, type StandInOptions } from '../options.ts';
import type { ContainerEvent } from '../runtime/container-events.ts';
import { type Container, type ContainerState, openContainer } from '../runtime/open-container.ts';
import { portableError } from '../runtime/portable-error.ts';
import { createClientFiles } from './client-files.ts';
import { spawnAsClient } from './client-processes.ts';
import { toInternalTree } from './client-trees.ts';

/** The listeners of the client's events. */
interface ListenerOf {
  port: PortListener;
  'server-ready': ServerReadyListener;
  'preview-message': PreviewMessageListener;
  error: ErrorListener;
  'xdg-open': OpenListener;
  code: CodeListener;
}

/** What the client's `WebContainer` instance offers, with the same names and the same defects. */
export interface StandInRuntime {
  readonly fs: FileSystemAPI;
  readonly path: string;
  readonly workdir: string;
  mount(tree: FileSystemTree | Uint8Array | ArrayBuffer, options?: { readonly mountPoint?: string }): Promise<void>;
  spawn(command: string, options?: SpawnOptions): Promise<WebContainerProcess>;
  spawn(command: string, args: string[], options?: SpawnOptions): Promise<WebContainerProcess>;
  export(path: string, options: ExportOptions & { readonly format: 'binary' | 'zip' }): Promise<Uint8Array>;
  on<E extends keyof ListenerOf>(event: E, listener: ListenerOf[E]): () => void;
  setPreviewScript(source: string, options?: object): Promise<void>;
  /** Throws when it has been called before; what it starts is done when `whenTornDown` resolves. */
  teardown(): void;
  /** Resolves when teardown has left nothing behind. */
  readonly whenTornDown: Promise<void>;
  /** Ends it as teardown does, also when it is torn down or has died; resolves when nothing is left of it. */
  dispose(): Promise<void>;
  /** What no client could know. */
  readonly state: ContainerState;
}

/**
 * Starts a runtime in this process and returns it in the shape of the client's instance, for tests without a browser. A boot
 * that is told to hang never settles, as the client's.
 */
export async function createStandInRuntime(
  options: Partial<StandInOptions> = {},
  boot: Pick<BootOptions, 'workdirName'> = {},
): Promise<StandInRuntime> {
  const all: StandInOptions = { ...PLAIN, ...options };
  const { delayMs = 0, hangs, isBlocked = false } = all.boot ?? {};
  if (hangs || isBlocked) return new Promise(() => undefined);
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  return asClientSeesIt(await openContainer(all, boot), all);
}

async function asClientSeesIt(
  { instance, state, dispose }: Container,
  { hidesErrorCodes }: StandInOptions,
): Promise<StandInRuntime> {
  const transfer = <T>(call: Promise<T>): Promise<T> =>
    call.catch((error: unknown) => {
      throw Object.assign(new Error(), portableError(error, hidesErrorCodes));
    });
  const [{ path, cwd }, files] = await Promise.all([instance.runtimeInfo(), instance.fs()]);
  let isTornDown = false;
  let tornDown: () => void = () => undefined;
  const whenTornDown = new Promise<void>((resolve) => {
    tornDown = resolve;
  });
  const alive = <T>(call: () => Promise<T>): Promise<T> =>
    isTornDown ? Promise.reject(new Error('Proxy has been released and is not useable')) : transfer(call());
  const clientFiles = createClientFiles(files, alive);
  return {
    fs: clientFiles.fs,
    path,
    workdir: cwd,
    mount(tree, { mountPoint } = {}) {
      const bytes =
        tree instanceof Uint8Array
          ? tree
          : tree instanceof ArrayBuffer
            ? new Uint8Array(tree)
            : new TextEncoder().encode(JSON.stringify(toInternalTree(tree)));
      // The client's buffer is moved to the runtime.
      const moved = bytes.buffer instanceof ArrayBuffer ? structuredClone(bytes, { transfer: [bytes.buffer] }) : bytes;
      return alive(() => instance.loadFiles(moved, { mountPoints: mountPoint }));
    },
    spawn(command: string, argsOrOptions?: string[] | SpawnOptions, options?: SpawnOptions) {
      const args = Array.isArray(argsOrOptions) ? argsOrOptions : [];
      const given = Array.isArray(argsOrOptions) ? options : argsOrOptions;
      return alive(() => spawnAsClient(instance, command, args, given));
    },
    export: (from, { format, includes, excludes }) =>
      alive(() => instance.serialize(from, { format, includes, excludes })),
    on(event, listener) {
      const subscribed = instance.on(event satisfies ContainerEvent, (...args) =>
        Reflect.apply(listener, undefined, args),
      );
      let isListening = true;
      return () => {
        if (!isListening) return;
        isListening = false;
        void subscribed.then((unsubscribe) => unsubscribe());
      };
    },
    setPreviewScript: (source, options) => alive(() => instance.setPreviewScript(source, options)),
    teardown() {
      if (isTornDown) throw new Error('WebContainer already torn down');
      isTornDown = true;
      clientFiles.closeWatchers();
      void instance.teardown().then(tornDown);
    },
    whenTornDown,
    dispose,
    state,
  };
}
