import { batch, type Signal, signal } from '@preact/signals';
import {
  type ListedEntry,
  listWorkspaces,
  type MachineState,
  openWorkspace,
  type PreviewPort,
  type SaveState,
  type Session,
  type Workspace,
  type WorkspaceEvent,
  type WorkspaceSummary,
} from 'cloche';
import { runAgent } from '../agent/run-agent.ts';
import { sampleFiles } from '../agent/sample-project.ts';
import { farewell, gardenTask, watchTask } from '../agent/scripted-agent.ts';
import { type Approvals, createApprovals } from './approvals.ts';
import { type Banner, damageBanner, messageOf, startBanner } from './banners.ts';
import { demoWeb } from './demo-web.ts';
import { createHistory, type History } from './history.ts';
import { forgetRun, type InterruptedRun, interruptedRun, keepRun } from './interrupted-run.ts';
import { machineOptions } from './machine-wish.ts';
import { createOutput, type Output } from './output.ts';
import { forgetCall, keepCall, type PendingCall, pendingCalls } from './pending-calls.ts';
import { createProcesses, type Processes } from './processes.ts';
import { createQuestions, type Questions } from './questions.ts';
import { createTerminals, type Terminals } from './terminals.ts';
import { applyToTimeline, type TimelineItem } from './timeline.ts';
import { presetInAddress } from './tool-presets.ts';

declare const __CLOCHE_ASSETS__: string;

/** The demo's state. Components read the signals and call the methods. */
export interface Demo {
  readonly workspace: Signal<Workspace | undefined>;
  readonly workspaces: Signal<readonly WorkspaceSummary[]>;
  readonly machine: Signal<MachineState>;
  /** The workspace could not be opened here: no machine runs for it. */
  readonly isRefused: Signal<boolean>;
  /** Ports of servers in the machine. */
  readonly servers: Signal<readonly PreviewPort[]>;
  readonly save: Signal<SaveState>;
  /** What the browser answered to the wish to keep the data; `undefined` until it was asked. */
  readonly isPersistent: Signal<boolean | undefined>;
  readonly isOnline: Signal<boolean>;
  readonly timeline: Signal<readonly TimelineItem[]>;
  readonly entries: Signal<readonly ListedEntry[]>;
  readonly openPath: Signal<string | undefined>;
  /** Text that was typed and not saved, by path. */
  readonly drafts: Map<string, string>;
  readonly isAgentRunning: Signal<boolean>;
  /** A message that stays until it is closed. */
  readonly banner: Signal<Banner | undefined>;
  readonly importing: Signal<{ done: number; total: number } | undefined>;
  readonly approvals: Approvals;
  readonly questions: Questions;
  readonly output: Output;
  readonly terminals: Terminals;
  readonly processes: Processes;
  readonly history: History;
  /** Opens the workspace of the address, and on the very first visit runs the sample task. */
  start(options?: { takeOver?: boolean }): Promise<void>;
  /** Waits no longer for WebContainer: the offline machine is taken. */
  goOffline(): void;
  /** Resolves when the workspace is open. */
  whenOpen(): Promise<Workspace>;
  runSampleTask(): Promise<void>;
  stopAgent(): void;
  runTool(name: string, input: unknown): Promise<void>;
  cancel(callId: string): void;
  /** Adds a note to the timeline; `id` is made when absent. */
  note(from: 'agent' | 'page', text: string, id?: string): void;
  refreshFiles(): Promise<void>;
  /** Runs an action of the person; a failure becomes the banner. */
  attempt(action: () => Promise<unknown>): Promise<void>;
}

const DEFAULT_NAME = 'garden';

/** Returns the workspace's name in the address. */
export function workspaceInAddress(): string {
  return new URLSearchParams(location.search).get('workspace') ?? DEFAULT_NAME;
}

/** Creates the demo's state; nothing is opened yet. */
export function openDemo(): Demo {
  const approvals = createApprovals();
  const questions = createQuestions();
  const output = createOutput();
  const calls = new Map<string, AbortController>();
  const skip = new AbortController();
  let agent: AbortController | undefined;
  let refreshing: Promise<void> | undefined;
  let isStale = false;
  let notes = 0;
  let setOpen: (workspace: Workspace) => void = () => undefined;
  const opened = new Promise<Workspace>((resolve) => {
    setOpen = resolve;
  });

  const demo: Demo = {
    workspace: signal(undefined),
    workspaces: signal([]),
    machine: signal<MachineState>({ kind: 'starting' }),
    isRefused: signal(false),
    servers: signal([]),
    save: signal<SaveState>({ kind: 'saved' }),
    isPersistent: signal(undefined),
    isOnline: signal(navigator.onLine),
    timeline: signal([]),
    entries: signal([]),
    openPath: signal(undefined),
    drafts: new Map(),
    isAgentRunning: signal(false),
    banner: signal(undefined),
    importing: signal(undefined),
    approvals,
    questions,
    output,
    terminals: createTerminals(() => opened),
    processes: createProcesses(() => opened),
    history: createHistory({
      whenOpen: () => opened,
      mayChange: (name) => demo.workspace.value?.tools.find((tool) => tool.name === name)?.readOnly !== true,
      note: (text, id) => demo.note('page', text, id),
    }),

    async start({ takeOver = false } = {}) {
      const name = workspaceInAddress();
      const isFirstVisit = !(await knownNames()).includes(name);
      demo.isRefused.value = false;
      try {
        const workspace = await openWorkspace({
          ...machineOptions(skip.signal),
          name,
          assetsUrl: new URL(__CLOCHE_ASSETS__, document.baseURI),
          takeOver,
          tools: presetInAddress(),
          web: demoWeb(),
          onApproval: approvals.ask,
          onQuestion: questions.ask,
          onEvent: (event) => batch(() => hear(event)),
        });
        demo.workspace.value = workspace;
        setOpen(workspace);
        showServers(workspace);
        void whenFilesAreKnown();
        demo.banner.value = damageBanner(workspace);
      } catch (error) {
        demo.isRefused.value = true;
        demo.banner.value = startBanner(error, () => void demo.start({ takeOver: true }));
        return;
      }
      await demo.attempt(async () => {
        demo.workspaces.value = await listWorkspaces();
        await demo.processes.refresh();
      });
      for (const call of pendingCalls(name)) void runCall(call);
      const interrupted = interruptedRun(name);
      if (interrupted) await runAgentTask(interrupted);
      else if (isFirstVisit && name === DEFAULT_NAME) await demo.runSampleTask();
      else await demo.refreshFiles();
    },

    async runSampleTask() {
      const workspace = demo.workspace.value;
      if (!workspace || demo.isAgentRunning.value) return;
      demo.isAgentRunning.value = true;
      const isPlaced = await placeSample(workspace);
      demo.isAgentRunning.value = false;
      if (isPlaced) await runAgentTask({ workspace: workspace.name, runId: crypto.randomUUID(), step: 0 });
    },

    goOffline() {
      skip.abort(new Error('you chose to go on offline'));
    },

    whenOpen: () => opened,

    stopAgent() {
      agent?.abort(new DOMException('stopped by the person', 'AbortError'));
    },

    async runTool(name, input) {
      const workspace = demo.workspace.value;
      if (!workspace) return;
      await runCall({ workspace: workspace.name, id: crypto.randomUUID(), name, input });
    },

    cancel(callId) {
      calls.get(callId)?.abort(new DOMException('cancelled by the person', 'AbortError'));
      if (!calls.has(callId)) demo.stopAgent();
    },

    note(from, text, id = `note-${notes++}`) {
      demo.timeline.value = [...demo.timeline.value, { kind: 'note', id, from, text }];
    },

    refreshFiles() {
      isStale = true;
      refreshing ??= refreshWhileStale().finally(() => {
        refreshing = undefined;
      });
      return refreshing;
    },

    async attempt(action) {
      try {
        if (demo.banner.value?.kind === 'error') demo.banner.value = undefined;
        await action();
      } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') return;
        demo.banner.value = { kind: 'error', text: messageOf(error) };
      }
    },
  };

  const showServers = ({ preview }: Workspace): void => {
    const show = (): void => {
      demo.servers.value = preview.ports;
    };
    preview.listen(show);
    show();
  };

  /** Makes a call of the person's; one that waits for an answer is made again after a reload. */
  const runCall = async (call: PendingCall): Promise<void> => {
    const { id, name, input } = call;
    const controller = new AbortController();
    calls.set(id, controller);
    keepCall(call);
    const session = withHistory((await opened).session('console'));
    await demo.attempt(() => session.run({ id, name, input }, controller));
    forgetCall(id);
    calls.delete(id);
  };

  /** What a call finds is what a restore to before it brings back. A look that fails stops nothing. */
  const whenFilesAreKnown = (): Promise<void> => demo.history.refresh().catch(() => undefined);

  const withHistory = (session: Session): Session => ({
    ...session,
    async run(...call) {
      await whenFilesAreKnown();
      return session.run(...call);
    },
  });

  const placeSample = async (workspace: Workspace): Promise<boolean> => {
    let isPlaced = false;
    await demo.attempt(async () => {
      if (!(await mayPlaceSample(workspace))) return;
      await workspace.files.importFiles(workspace.root, sampleFiles());
      await demo.refreshFiles();
      isPlaced = true;
    });
    return isPlaced;
  };

  /** Runs the sample task from a step on; a reload in the middle goes on there. */
  const runAgentTask = async (run: InterruptedRun): Promise<void> => {
    const workspace = await opened;
    agent = new AbortController();
    const { signal } = agent;
    demo.isAgentRunning.value = true;
    await demo.attempt(async () => {
      await demo.refreshFiles();
      await runAgent([...gardenTask, ...watchTask, ...farewell], withHistory(workspace.session('agent')), {
        tools: new Set(workspace.tools.map(({ name: tool }) => tool)),
        tell: (text) => demo.note('page', text),
        signal,
        say: (text) => demo.note('agent', text),
        runId: run.runId,
        from: run.step,
        onStep: (step) => keepRun({ ...run, step }),
      });
    });
    forgetRun();
    demo.isAgentRunning.value = false;
  };

  const refreshWhileStale = async (): Promise<void> => {
    while (isStale) {
      isStale = false;
      const workspace = demo.workspace.value;
      if (workspace) demo.entries.value = (await workspace.files.tree(workspace.root)).entries;
    }
  };

  const hear = (event: WorkspaceEvent): undefined | Promise<unknown> => {
    demo.timeline.value = applyToTimeline(demo.timeline.value, event);
    const shown = output.hear(event);
    demo.history.hear(event);
    if (event.kind === 'running') forgetCall(event.callId);
    if (event.kind === 'running' || event.kind === 'finished' || event.kind === 'faulted')
      approvals.settle(event.callId);
    switch (event.kind) {
      case 'machine':
        demo.machine.value = event.state;
        return shown;
      case 'save':
        demo.save.value = event.state;
        return shown;
      case 'processes':
        demo.processes.hear(event);
        return shown;
      case 'persistence':
        demo.isPersistent.value = event.isPersistent;
        return shown;
      case 'import':
        demo.importing.value = event.done < event.total ? { done: event.done, total: event.total } : undefined;
        return shown;
      case 'files':
        void demo.attempt(() => demo.refreshFiles());
        return shown;
      case 'finished':
      case 'queued':
      case 'prepared':
      case 'running':
      case 'output':
      case 'progress':
      case 'faulted':
      case 'stopped':
      case 'preview':
      case 'network':
        return shown;
    }
  };

  addEventListener('beforeunload', (event) => {
    if (demo.drafts.size > 0) event.preventDefault();
  });
  addEventListener('online', () => {
    demo.isOnline.value = true;
  });
  addEventListener('offline', () => {
    demo.isOnline.value = false;
  });
  return demo;
}

/** Asks before the sample's files take the place of files with other text. */
async function mayPlaceSample({ files, root }: Workspace): Promise<boolean> {
  const there = new Set((await files.tree(root)).entries.map(({ path }) => path));
  const differing: string[] = [];
  for (const { path, file } of sampleFiles()) {
    if (!there.has(`${root}/${path}`)) continue;
    const text = new TextDecoder().decode(await files.read(`${root}/${path}`));
    if (text !== (await file.text())) differing.push(path);
  }
  if (differing.length === 0) return true;
  return confirm(
    `The sample task starts from its own files and replaces ${differing.join(', ')}. Your text in them is lost. Go on?`,
  );
}

async function knownNames(): Promise<string[]> {
  try {
    return (await listWorkspaces()).map(({ name }) => name);
  } catch {
    // Opening the workspace fails in the same way, and says why.
    return [];
  }
}
