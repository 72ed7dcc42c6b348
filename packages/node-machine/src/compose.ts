import { randomBytes } from 'node:crypto';
import { createCommandTable } from '@cloche/coreutils';
import {
  type Clock,
  createClock,
  createYielder,
  type FileSystem,
  type ProcessHost,
  type Program,
  type ProgramTable,
  type RandomBytes,
  type YieldIfDue,
} from '@cloche/system';
import { createNodeFileSystem } from './node-file-system.ts';
import { createNodeProcessHost } from './node-process-host.ts';
import { createWorkerQueryEngine } from './worker-query-engine.ts';

/** The engine's ports on a real Node. */
export interface NodeMachine {
  readonly files: FileSystem;
  readonly processes: ProcessHost;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly yieldIfDue: YieldIfDue;
}

/** Makes the machine of this Node process: its files, its time, our shell and commands, and the host's programs. */
export function createNodeMachine(): NodeMachine {
  const clock = createClock({
    now: () => performance.timeOrigin + performance.now(),
    monotonic: () => performance.now(),
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  });
  const yieldIfDue = createYielder(clock, () => new Promise((resolve) => setImmediate(resolve)));
  const resources = {
    files: createNodeFileSystem(),
    clock,
    random: (length: number) => randomBytes(length),
    yieldIfDue,
  };
  return {
    ...resources,
    processes: createNodeProcessHost(resources, withShell(createCommandTable({ jq: createWorkerQueryEngine() }))),
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
