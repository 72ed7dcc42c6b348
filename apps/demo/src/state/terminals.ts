import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ProcessView, TerminalOptions, Workspace, WorkspaceTerminal } from 'cloche';
import { describeProcessState } from './processes.ts';

/** A tab with a terminal. */
export interface TerminalTab {
  readonly id: string;
  readonly title: string;
  /** The process of an agent's, or the person's own shell when undefined. */
  readonly process?: ProcessView;
  readonly state: ReadonlySignal<TerminalState>;
  /** Starts its shell, when the tab has a size; once. */
  start(options: Pick<TerminalOptions, 'columns' | 'rows' | 'onOutput'>): void;
  type(text: string): void;
  resize(size: { columns: number; rows: number }): void;
  close(): void;
}

/** Where a terminal's shell stands. */
export type TerminalState =
  | { readonly kind: 'starting' | 'running' }
  | { readonly kind: 'ended'; readonly how: string }
  | { readonly kind: 'lost'; readonly reason: string };

/** The person's terminals. */
export interface Terminals {
  readonly tabs: Signal<readonly TerminalTab[]>;
  /** The tab that is shown; the agent's output when undefined. */
  readonly shown: Signal<string | undefined>;
  open(): void;
  /** Shows a process in the background, in a tab of its own. */
  openProcess(process: ProcessView): void;
  close(id: string): void;
}

/** Creates the list of terminals; none is open. */
export function createTerminals(whenOpen: () => Promise<Workspace>): Terminals {
  let numbers = 0;
  const terminals: Terminals = {
    tabs: signal([]),
    shown: signal(undefined),
    open() {
      const tab = createTab(`terminal-${++numbers}`, `Terminal ${numbers}`, whenOpen);
      terminals.tabs.value = [...terminals.tabs.value, tab];
      terminals.shown.value = tab.id;
    },
    openProcess(process) {
      const id = `process-${process.id}`;
      if (!terminals.tabs.value.some((tab) => tab.id === id))
        terminals.tabs.value = [...terminals.tabs.value, createProcessTab(id, process, whenOpen)];
      terminals.shown.value = id;
    },
    close(id) {
      const { value: tabs } = terminals.tabs;
      const index = tabs.findIndex((tab) => tab.id === id);
      tabs[index]?.close();
      terminals.tabs.value = tabs.filter((tab) => tab.id !== id);
      if (terminals.shown.value === id) terminals.shown.value = (tabs[index - 1] ?? tabs[index + 1])?.id;
    },
  };
  return terminals;
}

function createTab(id: string, title: string, whenOpen: () => Promise<Workspace>): TerminalTab {
  const state = signal<TerminalState>({ kind: 'starting' });
  const started = createDeferred<WorkspaceTerminal>();
  /** In order, also before the shell is there. */
  const use = (work: (terminal: WorkspaceTerminal) => void): void => void started.promise.then(work);
  const run = async (options: Pick<TerminalOptions, 'columns' | 'rows' | 'onOutput'>): Promise<void> => {
    const terminal = (await whenOpen()).terminals.open({
      ...options,
      onOutput(bytes) {
        if (state.value.kind === 'starting') state.value = { kind: 'running' };
        return options.onOutput(bytes);
      },
    });
    started.resolve(terminal);
    try {
      const { exitCode, signal: name } = await terminal.ended;
      state.value = {
        kind: 'ended',
        how: exitCode === undefined ? `ended by ${name ?? 'a signal'}` : `exit ${exitCode}`,
      };
    } catch (error) {
      state.value = { kind: 'lost', reason: error instanceof Error ? error.message : String(error) };
    }
  };
  return {
    id,
    title,
    state,
    start: (options) => void run(options),
    type: (text) => use((terminal) => terminal.type(text)),
    resize: (size) => use((terminal) => terminal.resize(size)),
    close: () => use((terminal) => terminal.close()),
  };
}

const MAX_TITLE_UNITS = 24;

/** A tab on a process: it shows all that is kept, goes along, and leaves the process alone when it is closed. */
function createProcessTab(id: string, process: ProcessView, whenOpen: () => Promise<Workspace>): TerminalTab {
  const state = signal<TerminalState>({ kind: 'starting' });
  const attached = createDeferred<ReturnType<Workspace['processes']['attach']>>();
  const use = (work: (view: ReturnType<Workspace['processes']['attach']>) => void): void =>
    void attached.promise.then(work);
  const run = async (options: Pick<TerminalOptions, 'columns' | 'rows' | 'onOutput'>): Promise<void> => {
    const view = (await whenOpen()).processes.attach(process.id, options.onOutput);
    attached.resolve(view);
    state.value = { kind: 'running' };
    if (process.hasTerminal) view.resize(options);
    try {
      state.value = { kind: 'ended', how: describeProcessState(await view.ended) };
    } catch (error) {
      state.value = { kind: 'lost', reason: error instanceof Error ? error.message : String(error) };
    }
  };
  const line = process.command.replace(/\s+/g, ' ').trim();
  return {
    id,
    title: line.length <= MAX_TITLE_UNITS ? line : `${line.slice(0, MAX_TITLE_UNITS)}…`.toWellFormed(),
    process,
    state,
    start: (options) => void run(options),
    type: (text) => use((view) => view.type(process.hasTerminal ? text : text.replaceAll('\r', '\n'))),
    resize: (size) => {
      if (process.hasTerminal) use((view) => view.resize(size));
    },
    close: () => use((view) => view.close()),
  };
}

function createDeferred<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
