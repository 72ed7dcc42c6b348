import { randomBytes } from 'node:crypto';
import { createCommandTable, type JsonQueryEngine } from '@cloche/coreutils';
import {
  type Clock,
  createClock,
  createYielder,
  type FetchProvider,
  type FileSystem,
  type ProcessHost,
  type Program,
  type ProgramTable,
  type RandomBytes,
  type YieldIfDue,
} from '@cloche/system';
import { createNodeFileSystem } from './node-file-system.ts';
import { createNodeProcessHost } from './node-process-host.ts';
import { loadHostTerminals, type StartUnderTerminal } from './pty/host-terminals.ts';
import { createTerminalStarter, terminalProblem } from './pty/start-at-terminal.ts';
import { createHostStarter, type StartHostProcess } from './start-host-process.ts';
import { createWorkerQueryEngine } from './worker-query-engine.ts';

/** The engine's ports on a real Node. */
export interface NodeMachine {
  readonly files: FileSystem;
  readonly processes: ProcessHost;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly yieldIfDue: YieldIfDue;
  /** Says why no terminal can be opened here, and what to do; `undefined` when one can. */
  terminalProblem(): Promise<string | undefined>;
}

/** Time, chance and turns of this Node process. */
export type NodePlatform = Pick<NodeMachine, 'clock' | 'random' | 'yieldIfDue'>;

/** What a machine has otherwise than the plain one. */
export interface NodeMachineOptions {
  readonly platform?: NodePlatform;
  readonly files?: FileSystem;
  /** Starts the host's programs, also those at terminals. */
  readonly startExecutable?: StartHostProcess;
  /** Opens terminals of the host for its programs; rejects where that cannot be. Default: by node-pty, where it is installed. */
  readonly loadTerminals?: () => Promise<StartUnderTerminal>;
  readonly jq?: JsonQueryEngine;
  /** What curl and wget fetch with; without it they say that there is none. */
  readonly fetch?: FetchProvider;
}

/** Makes the machine of this Node process: its files, its time, our shell and commands, and the host's programs. */
export function createNodeMachine(options: NodeMachineOptions = {}): NodeMachine {
  const files = options.files ?? createNodeFileSystem();
  const resources = { ...(options.platform ?? createNodePlatform()), files };
  const { jq = createWorkerQueryEngine(), fetch } = options;
  const programs = withShell(createCommandTable({ jq, ...(fetch ? { fetch } : {}) }));
  const loadTerminals = once(options.loadTerminals ?? loadHostTerminals);
  const startExecutable = options.startExecutable ?? createTerminalStarter(createHostStarter(), loadTerminals);
  return {
    ...resources,
    processes: createNodeProcessHost(resources, programs, startExecutable),
    terminalProblem: async () => (options.startExecutable ? undefined : terminalProblem(loadTerminals)),
  };
}

/** Returns the time, the chance and the turns of this Node process. */
export function createNodePlatform(): NodePlatform {
  const clock = createClock({
    now: () => performance.timeOrigin + performance.now(),
    monotonic: () => performance.now(),
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  });
  return {
    clock,
    random: (length) => randomBytes(length),
    yieldIfDue: createYielder(clock, () => new Promise((resolve) => setImmediate(resolve))),
  };
}

function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}

const SHELL_NAMES = ['bash', 'sh'];

/** Adds `bash` and `sh` to a table of commands; the shell loads on first use. */
function withShell(commands: ProgramTable): ProgramTable {
  let shell: Promise<Program> | undefined;
  return {
    has: (name) => SHELL_NAMES.includes(name) || commands.has(name),
    names: () => [...SHELL_NAMES, ...commands.names()],
    load(name) {
      if (!SHELL_NAMES.includes(name)) return commands.load(name);
      shell ??= import('@cloche/shell').then(({ createShellProgram }) => createShellProgram());
      return shell;
    },
  };
}
