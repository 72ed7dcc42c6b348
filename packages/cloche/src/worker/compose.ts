import {
  connectDatabase,
  createMemoryWorkspaceStore,
  openRuleRecords,
  openStoredWorkspace,
  permissionKeys,
  StoreError,
  toStoreError,
  type WorkspaceStore,
} from '@cloche/storage';
import { createClock } from '@cloche/system';
import {
  absentTools,
  createPermissionGate,
  createRuleBook,
  createToolRunner,
  describeTools,
  type PermissionMode,
  type PermissionPolicy,
  policies,
  presetTools,
  type Tool,
  type ToolHost,
  validate,
} from '@cloche/tools';
import type { OpenedWorkspace, OpenRequest, PageApi, RunnerApi, WorkspaceEvent } from '../wire/runner-api.ts';
import { proxyAppTools } from './app-tools.ts';
import { askPage, askUserAtPage } from './ask-page.ts';
import { createDecisionTrail } from './decision-trail.ts';
import { loadAnalysis } from './load-analysis.ts';
import { createMachineLink } from './machine-link.ts';
import { createPermissions, type Permissions } from './permissions.ts';
import { refuseTooMuch } from './refuse-too-much.ts';
import { createRuleUsage } from './rule-usage.ts';
import { readProcess, refusal, serveProcess } from './serve-process.ts';
import { serveTerminal } from './serve-terminal.ts';
import { createStoredRules } from './stored-rules.ts';
import { createWebAtPage } from './web-at-page.ts';
import { createWorkspaceFiles, type WorkspaceFiles } from './workspace-files.ts';
import { holdWhileAlive, lockWorkspace } from './workspace-lock.ts';
import { createWorkspaceSaver } from './workspace-saver.ts';

const TAKEN_OVER = 'another tab has taken this workspace over: reload this page to see its files';

/** A workspace that is open in this worker. */
export interface OpenRunner
  extends Pick<
    RunnerApi,
    | 'machineLost'
    | 'setMode'
    | 'run'
    | 'previewCall'
    | 'cancel'
    | 'readOutput'
    | 'nextTurn'
    | 'takeNotices'
    | 'openTerminal'
    | 'listProcesses'
    | 'readProcess'
    | 'giveProcess'
    | 'stopProcess'
    | 'attachProcess'
    | 'flush'
    | 'close'
  > {
  readonly opened: OpenedWorkspace;
  readonly files: WorkspaceFiles;
  readonly permissions: Permissions;
}

/** Wires the runner worker: store, machine, gate, tools. */
export async function composeRunner(
  request: OpenRequest,
  page: PageApi,
  emit: (event: WorkspaceEvent) => undefined | Promise<void>,
): Promise<OpenRunner> {
  const toolset = readToolset(request);
  const appTools = await proxyAppTools(request.appTools, page);
  await holdWhileAlive(request.aliveLock);
  const lock = await lockWorkspace(request.name, request);
  const store = await openStore(request.name);
  const restored = await store.restore();
  let firstRestore: typeof restored | undefined = restored;
  const machine = createMachineLink({
    start: () => page.startMachine(),
    async restore() {
      const stored = firstRestore ?? (await store.restore());
      firstRestore = undefined;
      refuseTooMuch(stored.snapshot, request.maxFileBytes);
      return stored;
    },
    app: () => webAtPage.machine,
    onFilesChanged() {
      void emit({ kind: 'files' });
      saver.saveSoon();
    },
    onState: (state) => void emit({ kind: 'machine', state }),
    after,
  });
  const saver = createWorkspaceSaver({
    store,
    loops: () => runner.loopStates(),
    runningHost: async () => (machine.isRunning ? machine.host() : undefined),
    onState: (state) => void emit({ kind: 'save', state }),
    onFiles: () => void emit({ kind: 'files' }),
    after,
  });
  const analysis = loadAnalysis();
  const channel = new BroadcastChannel('cloche:rules');
  const records = openRuleRecords();
  const rules = createRuleBook(createStoredRules(records, store.id, channel));
  const webAtPage = createWebAtPage(page, { web: request.web, rules, newId: () => crypto.randomUUID() });
  const usage = createRuleUsage({ records, key: permissionKeys.usage(store.id), waitMs: 2000, after });
  const decisions = createDecisionTrail({ records, key: permissionKeys.decisions(store.id), waitMs: 0, after });
  let mode: PermissionMode = request.mode;
  const gate = createPermissionGate({
    policies: { ...toolset.policies, ...request.policies },
    rules,
    root: request.root,
    mode: () => mode,
    ask: askPage(page),
    onRulesUsed(names) {
      for (const name of names) usage.add([name, { count: 1, lastUsedMs: Date.now() }]);
    },
    onDecided: decisions.add,
    now: () => Date.now(),
    newId: () => crypto.randomUUID(),
  });
  const runner = createToolRunner({
    tools: [...toolset.tools, ...appTools.tools],
    deferredTools: appTools.deferred,
    absentTools: toolset.absent,
    workdir: request.root,
    host: (): Promise<ToolHost> => machine.host(),
    gate,
    analyzeCommand: async (command, facts) => (await analysis).analyzeAsShell(command, facts),
    persist: () => saver.save(),
    onEvent: emit,
    onProcesses(processes) {
      void emit({ kind: 'processes', processes });
      saver.saveSoon();
    },
    clock: createClock({ now: () => Date.now(), monotonic: () => performance.now(), after }),
    newId: () => crypto.randomUUID(),
    loops: restored.loops,
    onWaiting: () => saver.saveSoon(),
    ...(store.outputs ? { retained: store.outputs } : {}),
    web: webAtPage.tools,
    ...(request.canAskUser ? { askUser: askUserAtPage(page, () => crypto.randomUUID()) } : {}),
  });
  const permissions = createPermissions({
    rules,
    usage,
    decisions,
    root: request.root,
    host: () => machine.host(),
    analysis,
  });
  const calls = new Map<string, AbortController>();
  void lock.lost.then(() => {
    void emit({ kind: 'save', state: { kind: 'unsaved', reason: TAKEN_OVER } });
    machine.close(TAKEN_OVER);
  });
  // Started at once and not awaited: what comes first, a call or the machine, waits for the other.
  machine.host().catch(() => undefined);
  if (request.isFirst) runner.resumeWaiting();
  else runner.forgetWaiting();

  return {
    opened: {
      tools: describeTools(runner.tools),
      root: request.root,
      damaged: runner.waitingProblem
        ? [...restored.damaged, { path: '', reason: runner.waitingProblem }]
        : restored.damaged,
      save: saver.state,
    },
    permissions,
    async setMode(next) {
      mode = next;
    },
    files: createWorkspaceFiles({ host: () => machine.host(), saver, emit }),
    async machineLost(reason) {
      machine.lose(reason);
    },
    async run(call) {
      const controller = new AbortController();
      calls.set(call.id, controller);
      try {
        return await runner.run(call, { signal: controller.signal });
      } finally {
        calls.delete(call.id);
      }
    },
    previewCall: (call) => runner.preview(call, new AbortController()),
    async cancel(callId) {
      calls.get(callId)?.abort(new DOMException('the call was cancelled', 'AbortError'));
    },
    async readOutput(captureId, names) {
      const output = await runner.readOutput(captureId, names);
      return output && { bytes: output.bytes.slice(), totalBytes: output.totalBytes };
    },
    nextTurn: (names) => runner.session(names).nextTurn(),
    takeNotices: (names) => runner.session(names).takeNotices(),
    openTerminal: async (wanted, port) => serveTerminal(await machine.host(), wanted, port),
    listProcesses: async () => runner.processes(),
    readProcess: async (wanted) => readProcess(await machine.host(), wanted),
    async giveProcess(input) {
      const outcome = await (await machine.host()).call('process_input', input, new AbortController());
      if (outcome.kind === 'refused') throw refusal(input.id, outcome.code);
    },
    async stopProcess(id, mode) {
      const outcome = await (await machine.host()).call('process_stop', { id, mode }, new AbortController());
      if (outcome.kind === 'refused') throw refusal(id, outcome.code);
      return outcome.process;
    },
    attachProcess: async (id, port) => serveProcess(await machine.host(), id, port),
    async flush() {
      await saver.save();
      return saver.state;
    },
    async close() {
      for (const controller of calls.values())
        controller.abort(new DOMException('the workspace was closed', 'AbortError'));
      await saver.save();
      machine.close('the workspace is closed');
      await store.close();
      await Promise.all([usage.flush(), decisions.flush()]);
      records.close();
      channel.close();
      lock.release();
    },
  };
}

/**
 * Returns the tools of a preset, or those of the agent toolset that an entry turns on, with their policies: none when
 * there is no entry.
 */
function readToolset({ tools: preset, processes, toolset: entry, web }: OpenRequest): {
  readonly tools: readonly Tool[];
  /** Why others that models know are not there, by name. */
  readonly absent: Readonly<Record<string, string>>;
  readonly policies: Readonly<Record<string, PermissionPolicy>>;
} {
  const given = { processes, web: { fetch: web.hasFetch, search: web.searchTargets.length > 0 } };
  const available = presetTools(preset, given);
  const absent = absentTools(preset, given);
  if (entry === undefined) return { tools: available, absent, policies: {} };
  validate(entry);
  const live = new Map(policies(entry).map(({ name, policy }) => [name, policy]));
  return {
    tools: available.filter(({ name }) => live.has(name)),
    absent: Object.fromEntries(Object.entries(absent).filter(([name]) => live.has(name))),
    policies: Object.fromEntries(live),
  };
}

/** Opens the store, or the one that lasts until the tab closes where the browser keeps nothing. */
async function openStore(name: string): Promise<WorkspaceStore> {
  try {
    const connection = await connectDatabase();
    return await openStoredWorkspace(connection, name, { now: () => Date.now(), newId: () => crypto.randomUUID() });
  } catch (error) {
    const fault = toStoreError(error);
    if (fault instanceof StoreError && fault.code === 'unavailable')
      return createMemoryWorkspaceStore(name, fault.message);
    throw fault;
  }
}

function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}
