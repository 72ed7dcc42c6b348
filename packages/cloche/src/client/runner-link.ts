import type { FrameSource } from '@cloche/offline';
import { createDeferred, type Deferred } from '@cloche/system';
import {
  type ApprovalAnswer,
  type ApprovalRequest,
  type AskUser,
  type OutputChunk,
  type PermissionMode,
  type PermissionPolicy,
  type PersistedToolResult,
  type ToolCall,
  ToolFault,
  type ToolPreset,
} from '@cloche/tools';
import * as Comlink from 'comlink';
import type { OpenedWorkspace, PageApi, RunnerApi, WorkspaceEvent } from '../wire/runner-api.ts';
import { type AppTool, createAppTools } from './app-tools.ts';
import type { MachineChoice } from './machine-choice.ts';
import { createMachineStarter } from './machine-starter.ts';
import { createHtmlReader } from './network/html-reader.ts';
import { serveWeb } from './network/serve-web.ts';
import { createWebUses } from './network/use-web.ts';
import type { WebOptions } from './network/web-options.ts';

/** The runner worker of a workspace: the living one, or the next. */
export interface RunnerLink {
  /**
   * Calls the runner; when its worker dies meanwhile the call rejects with a `ToolFault` (`machine_lost`), and the next
   * call starts a new worker, which has the stored files.
   */
  use<Result>(work: (runner: RunnerApi) => Promise<Result>): Promise<Result>;
  /** Runs a call; resolves after everything that happened to it was passed to `onEvent`. */
  run(call: ToolCall, onOutput?: (chunk: OutputChunk) => void): Promise<PersistedToolResult>;
  readonly opened: Promise<OpenedWorkspace>;
  close(): Promise<void>;
}

/** What a link is made of. */
export interface RunnerLinkOptions {
  readonly name: string;
  readonly assetsUrl: URL;
  readonly tools: ToolPreset;
  readonly processes: boolean;
  readonly toolset: unknown;
  readonly appTools: readonly AppTool[];
  readonly web: WebOptions;
  readonly policies: Readonly<Record<string, PermissionPolicy>>;
  readonly mode: PermissionMode;
  readonly frame: FrameSource;
  readonly maxFileBytes: number;
  readonly takeOver: boolean;
  readonly machine: MachineChoice;
  /** A promise for an `output` event asks the command to wait. */
  readonly onEvent: (event: WorkspaceEvent) => undefined | Promise<void>;
  readonly askUser: AskUser | undefined;
  readonly ask: (request: ApprovalRequest, options: { signal: AbortSignal }) => Promise<ApprovalAnswer>;
}

interface LivingRunner {
  readonly remote: RunnerApi;
  readonly opened: OpenedWorkspace;
  readonly dead: Promise<ToolFault>;
  /** Resolves when the last event of a call was heard; asked before the call is made. */
  lastEventOf(callId: string): Promise<void>;
  dispose(): void;
}

/** Creates the link and starts its first runner. */
export function createRunnerLink(options: RunnerLinkOptions): RunnerLink {
  let isFirst = true;
  let isClosed = false;
  let living: Promise<LivingRunner> | undefined;
  const listeners = new Map<string, (chunk: OutputChunk) => void>();
  const heard: RunnerLinkOptions = {
    ...options,
    onEvent(event) {
      if (event.kind === 'output') listeners.get(event.callId)?.(event);
      return options.onEvent(event);
    },
  };

  const start = (): Promise<LivingRunner> => {
    // A worker that replaces a dead one takes the workspace back, whatever the browser still counts as held.
    const starting = startRunner(heard, { takeOver: options.takeOver || !isFirst, isFirst });
    isFirst = false;
    living = starting;
    const forget = (): void => {
      if (living === starting) living = undefined;
    };
    starting.then(({ dead }) => void dead.then(forget), forget);
    return starting;
  };

  const current = async (): Promise<LivingRunner> => {
    if (isClosed) throw new ToolFault('closed', 'the workspace is closed');
    return living ?? start();
  };

  /** Waits for work with a runner, or for the end of the runner. */
  const whileAlive = <Result>({ dead }: LivingRunner, work: Promise<Result>): Promise<Result> =>
    Promise.race([
      work,
      dead.then((fault) => {
        throw fault;
      }),
    ]);

  const first = start();
  return {
    opened: first.then(({ opened }) => opened),
    async use(work) {
      const runner = await current();
      return whileAlive(runner, work(runner.remote));
    },
    async run(call, onOutput) {
      const runner = await current();
      if (onOutput) listeners.set(call.id, onOutput);
      const lastEvent = runner.lastEventOf(call.id);
      try {
        const result = await whileAlive(runner, runner.remote.run(call));
        await whileAlive(runner, lastEvent);
        return result;
      } finally {
        listeners.delete(call.id);
      }
    },
    async close() {
      isClosed = true;
      const runner = await living?.catch(() => undefined);
      if (!runner) return;
      await Promise.race([runner.remote.close(), runner.dead]);
      runner.dispose();
    },
  };
}

async function startRunner(
  options: RunnerLinkOptions,
  { takeOver, isFirst }: { readonly takeOver: boolean; readonly isFirst: boolean },
): Promise<LivingRunner> {
  const { assetsUrl, name, tools, processes, toolset, policies, mode } = options;
  const worker = new Worker(new URL('runner.worker.js', assetsUrl), { type: 'module', name: `cloche runner ${name}` });
  const remote = Comlink.wrap<RunnerApi>(worker);
  const life = new AbortController();
  const questions = createQuestions(options);
  const appTools = createAppTools(options.appTools);
  const web = serveWeb(options.web, {
    origin: location.origin,
    readHtml: createHtmlReader(assetsUrl),
    onUse: (use) => void options.onEvent({ kind: 'network', ...use }),
  });
  const webUses = createWebUses(web);
  const machines = createMachineStarter({
    ...options,
    hasFetch: web.hasFetch,
    onLost: (reason) => void remote.machineLost(reason),
  });
  const { port1, port2 } = new MessageChannel();
  /** Calls whose last event was not heard yet, by id: an app may, by mistake, give one id twice. */
  const endings = new Map<string, Deferred<void>[]>();
  port1.onmessage = ({ data }: MessageEvent<WorkspaceEvent>) => {
    const taken = options.onEvent(data);
    if (data.kind === 'output') {
      const { length } = data.bytes;
      void Promise.resolve(taken).finally(() => port1.postMessage(length));
    }
    if (data.kind !== 'finished' && data.kind !== 'faulted') return;
    const [ending, ...others] = endings.get(data.callId) ?? [];
    if (others.length === 0) endings.delete(data.callId);
    else endings.set(data.callId, others);
    ending?.resolve();
  };
  const lastEventOf = (callId: string): Promise<void> => {
    const ending = createDeferred<void>();
    endings.set(callId, [...(endings.get(callId) ?? []), ending]);
    return ending.promise;
  };
  const dispose = (): void => {
    life.abort();
    machines.dispose();
    questions.withdrawAll();
    appTools.cancelAll();
    webUses.cancelAll();
    port1.close();
    worker.terminate();
  };

  const { ask, askUser, withdraw } = questions;
  const { runAppTool, cancelAppTool } = appTools;
  const { checkUrl, useWeb, cancelWeb } = webUses;
  const page: PageApi = {
    startMachine: machines.start,
    ask,
    askUser,
    withdraw,
    runAppTool,
    cancelAppTool,
    checkUrl,
    useWeb,
    cancelWeb,
  };
  const aliveLock = `cloche:alive:${crypto.randomUUID()}`;
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => {
      reject(
        new ToolFault(
          'machine_failed',
          `the runner worker did not start: ${event.message || `${assetsUrl.pathname}runner.worker.js could not be loaded`}`,
        ),
      );
    });
  });
  failed.catch(() => undefined);
  try {
    const canAskUser = options.askUser !== undefined;
    const request = {
      name,
      tools,
      processes,
      toolset,
      appTools: appTools.descriptions,
      web: { hasFetch: web.hasFetch, searchTargets: web.searchTargets },
      policies,
      mode,
      canAskUser,
      maxFileBytes: options.maxFileBytes,
      takeOver,
      isFirst,
      aliveLock,
      root: await machines.root(),
    };
    const opened = await Promise.race([
      remote.open(request, Comlink.proxy(page), Comlink.transfer(port2, [port2])),
      failed,
    ]);
    const dead = diesWith(aliveLock, life.signal).then(() => {
      dispose();
      return new ToolFault(
        'machine_lost',
        'the runner worker ended; the next call starts a new one with the stored files',
      );
    });
    return { remote, opened, dead, lastEventOf, dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}

/** Resolves when the worker that holds the lock is gone, which is when the lock becomes free. */
async function diesWith(aliveLock: string, signal: AbortSignal): Promise<void> {
  try {
    await navigator.locks.request(aliveLock, { signal }, () => undefined);
  } catch {
    // The link was closed: nobody waits for this any more.
    await new Promise<never>(() => undefined);
  }
}

/** Passes questions to the app, and takes them back. */
function createQuestions({
  ask,
  askUser,
}: RunnerLinkOptions): Pick<PageApi, 'ask' | 'askUser' | 'withdraw'> & { withdrawAll(): void } {
  const open = new Map<string, AbortController>();
  const withdraw = async (requestId: string): Promise<void> => {
    open.get(requestId)?.abort(new DOMException('the call is over', 'AbortError'));
    open.delete(requestId);
  };
  const whileOpen = async <Answer>(id: string, work: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> => {
    const controller = new AbortController();
    open.set(id, controller);
    try {
      return await work(controller.signal);
    } finally {
      open.delete(id);
    }
  };
  return {
    ask: (request) => whileOpen(request.id, (signal) => ask(request, { signal })),
    askUser: ({ id, ...question }) => whileOpen(id, async (signal) => (askUser ? askUser(question, { signal }) : [])),
    withdraw,
    withdrawAll() {
      for (const id of open.keys()) void withdraw(id);
    },
  };
}
