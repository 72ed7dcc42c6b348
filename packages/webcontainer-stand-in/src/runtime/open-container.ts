import { loadHostTerminals } from '@cloche/node-machine';
import type { StandInOptions } from '../options.ts';
import { type ContainerEvent, type ContainerListener, createContainerEvents } from './container-events.ts';
import { type ContainerFiles, createContainerFiles } from './container-files.ts';
import {
  type ContainerProcess,
  createContainerProcesses,
  type OutputListener,
  type RunCommand,
} from './container-processes.ts';
import { createCrashGuard } from './crash-guard.ts';
import { readTree } from './file-tree.ts';
import { installLimitedNode } from './limited-node.ts';
import { mountTree, type SerializeOptions, serializeFolder } from './mount-and-export.ts';
import { createPortWatch } from './port-watch.ts';
import { installPrograms } from './programs.ts';
import { listenToReports } from './report-programs.ts';
import { createScratchFolder } from './scratch-folder.ts';

/** What a client says when it asks for an instance. */
export interface BuildOptions {
  readonly workdirName?: string | undefined;
  readonly forwardPreviewErrors?: boolean | 'exceptions-only' | undefined;
}

/** A runtime's instance as the client knows it: each method is one call over the wire. */
export interface ContainerInstance {
  fs(): Promise<ContainerCalls<Omit<ContainerFiles, 'watcherCount' | 'closeWatchers'>>>;
  runtimeInfo(): Promise<{ readonly path: string; readonly cwd: string }>;
  previewScript(): Promise<PreviewScript | undefined>;
  run(
    request: RunCommand,
    stdout: undefined,
    stderr: undefined,
    output: OutputListener | undefined,
  ): Promise<ContainerProcess>;
  serialize(path: string, options: SerializeOptions): Promise<Uint8Array>;
  loadFiles(bytes: Uint8Array, options?: { readonly mountPoints?: string | undefined }): Promise<void>;
  /** Resolves to what ends the listening. */
  on(event: ContainerEvent, listener: ContainerListener): Promise<() => void>;
  setPreviewScript(source: string, options?: unknown): Promise<void>;
  setCredentials(credentials: unknown): Promise<void>;
  /** Ends all processes and removes all files. */
  teardown(): Promise<void>;
}

/** The script that goes into every preview. */
export interface PreviewScript {
  readonly source: string;
  readonly options?: unknown;
}

/** Methods that answer at once, as calls over a wire. */
export type ContainerCalls<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never;
};

/** What a test may know of a runtime beside what its client sees. */
export interface ContainerState {
  /** The host's folder that has everything, until teardown. */
  readonly root: string;
  readonly build: BuildOptions;
  readonly previewScript: PreviewScript | undefined;
  readonly credentials: unknown;
  readonly isTornDown: boolean;
  readonly isCrashed: boolean;
  counts(): { readonly processes: number; readonly watchers: number; readonly listeners: number };
  /** Makes the runtime die: no call settles any more, and no output or event comes. */
  crash(): void;
}

/** A runtime that has started. */
export interface Container {
  readonly instance: ContainerInstance;
  readonly state: ContainerState;
  /** Ends it as teardown does, also when it has died. */
  dispose(): Promise<void>;
}

/** Starts a runtime in a new scratch folder. Rejects when the host has no pseudo-terminals. */
export async function openContainer(options: StandInOptions, build: BuildOptions = {}): Promise<Container> {
  const startUnderTerminal = await loadHostTerminals();
  const folder = createScratchFolder(build.workdirName ?? 'project', options.rootIsWorkdir);
  const path = installPrograms(folder, options.hasFewCommands);
  installLimitedNode(folder, options);
  const events = createContainerEvents();
  const files = createContainerFiles(folder);
  const guard = createCrashGuard(options.crashAtCall, () => void processes.killAll());
  const emit: typeof events.emit = (...event) => (guard.isCrashed() ? undefined : events.emit(...event));
  const ports = createPortWatch(
    { isAnyRunning: () => processes.isAnyRunning(), pids: () => processes.pids() },
    { ...events, emit },
  );
  const processes = createContainerProcesses({ folder, path, options, startUnderTerminal, onStart: ports.wake });
  const reports = await listenToReports(folder, { emit, crash: guard.crash });
  let previewScript: PreviewScript | undefined;
  let credentials: unknown;
  let disposed: Promise<void> | undefined;
  const { watcherCount, closeWatchers, ...calls } = files;
  const call = guard.call;
  const fs: ContainerCalls<typeof calls> = {
    readFile: (...args) => call(() => files.readFile(...args)),
    writeFile: (...args) => call(() => files.writeFile(...args)),
    readdir: (...args) => call(() => files.readdir(...args)),
    mkdir: (...args) => call(() => files.mkdir(...args)),
    rm: (...args) => call(() => files.rm(...args)),
    rename: (...args) => call(() => files.rename(...args)),
    watch: (...args) => call(() => files.watch(...args)),
  };
  return {
    instance: {
      fs: () => call(() => fs),
      runtimeInfo: () => call(() => ({ path, cwd: folder.workdir })),
      previewScript: () => call(() => previewScript),
      run: (request, _stdout, _stderr, output) =>
        call(() => {
          const process = processes.run(
            request,
            output && ((bytes) => (guard.isCrashed() ? undefined : output(bytes))),
          );
          return { ...process, onExit: process.onExit.then(guard.unlessCrashed) };
        }),
      serialize: (from, how) => call(() => serializeFolder(folder.resolve(from), how)),
      loadFiles: (bytes, { mountPoints } = {}) =>
        call(() => mountTree(readTree(bytes), folder.resolve(mountPoints ?? '.'))),
      on: (event, listener) => call(() => events.on(event, listener)),
      setPreviewScript: (source, how) =>
        call(() => {
          previewScript = { source, ...(how === undefined ? {} : { options: how }) };
        }),
      setCredentials: (given) =>
        call(() => {
          credentials = given;
        }),
      teardown: () => call(dispose),
    },
    state: {
      root: folder.root,
      build,
      get previewScript() {
        return previewScript;
      },
      get credentials() {
        return credentials;
      },
      get isTornDown() {
        return disposed !== undefined;
      },
      get isCrashed() {
        return guard.isCrashed();
      },
      counts: () => ({ processes: processes.pids().length, watchers: watcherCount(), listeners: events.count() }),
      crash: guard.crash,
    },
    dispose,
  };

  function dispose(): Promise<void> {
    disposed ??= removeAll();
    return disposed;
  }

  async function removeAll(): Promise<void> {
    ports.close();
    closeWatchers();
    events.clear();
    await processes.killAll();
    reports.close();
    folder.remove();
  }
}
