import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCommandTable } from '@cloche/coreutils';
import { createNodeMachine, readCommandFacts } from '@cloche/node-machine';
import { createShellProgram, ShellSession } from '@cloche/shell';
import {
  type Clock,
  createClock,
  createInProcessHost,
  createMemoryFileSystem,
  createYielder,
  type FileSystem,
  type ProcessHost,
  type Program,
  type RandomBytes,
  type YieldIfDue,
} from '@cloche/system';
import { createLocalToolHost, type LocalToolHostOptions, type ToolHost } from '@cloche/tools';
import { type ToolTestEngine, toolTestMachine } from '@cloche/tools/conformance';
import { replayScreen } from '@cloche/tools/screen';

/** A machine with the whole engine, for tests of what runs in it. */
export interface EngineMachine {
  readonly host: ToolHost;
  /** Processes that the machine has, where that can be seen from outside. */
  readonly running?: () => readonly unknown[];
  readonly clock: Clock;
  readonly workdir: string;
  /** Timers of the machine's clock that have neither rung nor been cancelled, where that can be seen. */
  readonly timers?: () => number;
  dispose(): void | Promise<void>;
}

/** The machines by name: everything in memory as offline, and this Node; or the one that the tests' project has set. */
export const ENGINE_MACHINES: Readonly<Record<string, CreateMachine>> = machinesOf(toolTestMachine()?.openEngine);

function machinesOf(openEngine: (() => Promise<ToolTestEngine>) | undefined): Readonly<Record<string, CreateMachine>> {
  if (!openEngine) return { memory: createMemoryMachine, node: createRealMachine };
  return { container: async () => ({ ...(await openEngine()), clock: createCountedClock().clock }) };
}

/** A machine whose limits are its own, and which no test can look into. */
export const IS_CONTAINER: boolean = Object.hasOwn(ENGINE_MACHINES, 'container');

/** Creates a machine, with programs beside its own where it can have them. */
export type CreateMachine = (options?: {
  readonly limits?: LocalToolHostOptions['processLimits'];
  readonly programs?: Readonly<Record<string, Program>>;
  /** Why it opens no terminals. */
  readonly terminalProblem?: string;
}) => Promise<EngineMachine>;

interface Platform {
  readonly files: FileSystem;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly yieldIfDue: YieldIfDue;
}

async function createMemoryMachine({
  programs = {},
  ...settings
}: Parameters<CreateMachine>[0] = {}): Promise<EngineMachine> {
  const { clock, timers } = createCountedClock();
  const files = createMemoryFileSystem({ now: () => clock.now(), maxBytes: 268_435_456 });
  for (const directory of ['/workspace', '/tmp']) files.makeDirectory(directory);
  const shell = createShellProgram();
  const own: Readonly<Record<string, Program>> = { ...programs, bash: shell, sh: shell };
  const commands = createCommandTable();
  const platform = {
    files,
    clock,
    random: (length: number) => randomBytes(length),
    yieldIfDue: createYielder(clock, () => new Promise((resolve) => setImmediate(resolve))),
  };
  const processes = createInProcessHost({
    ...platform,
    programs: {
      has: (name) => Object.hasOwn(own, name) || commands.has(name),
      names: () => [...Object.keys(own), ...commands.names()],
      load: (name) => own[name] ?? commands.load(name),
    },
    programDirectories: ['/usr/bin', '/bin'],
  });
  const host = createHost({ ...platform, processes }, '/workspace', settings);
  const running = (): readonly unknown[] => processes.list();
  return { host, running, clock, workdir: '/workspace', timers, dispose: () => undefined };
}

async function createRealMachine(settings: Parameters<CreateMachine>[0] = {}): Promise<EngineMachine> {
  const machine = createNodeMachine();
  const { clock, timers } = createCountedClock();
  const workdir = realpathSync(mkdtempSync(join(tmpdir(), 'cloche-processes-')));
  const host = createHost({ ...machine, clock }, workdir, settings);
  return {
    host,
    clock,
    running: () => machine.processes.list(),
    workdir,
    timers,
    dispose: () => rmSync(workdir, { recursive: true, force: true }),
  };
}

function createHost(
  machine: Platform & { readonly processes: ProcessHost },
  cwd: string,
  { limits: processLimits, terminalProblem }: NonNullable<Parameters<CreateMachine>[0]>,
): ToolHost {
  const env = new Map([
    ['PATH', process.env['PATH'] ?? '/usr/bin:/bin'],
    ['HOME', cwd],
  ]);
  return createLocalToolHost({
    ...machine,
    replayScreen,
    openShell: () => new ShellSession({ ...machine, cwd, env }),
    hash: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    newName: randomUUID,
    terminals: { processes: machine.processes, env, cwd },
    commandFacts: readCommandFacts(machine.processes.programNames(), env),
    ...(processLimits ? { processLimits } : {}),
    ...(terminalProblem === undefined ? {} : { terminalProblem: async () => terminalProblem }),
  });
}

function createCountedClock(): { clock: Clock; timers: () => number } {
  let open = 0;
  const clock = createClock({
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after(ms, callback) {
      let isOpen = true;
      const close = (): void => {
        if (isOpen) open--;
        isOpen = false;
      };
      open++;
      const timer = setTimeout(() => {
        close();
        callback();
      }, ms);
      return () => {
        close();
        clearTimeout(timer);
      };
    },
  });
  return { clock, timers: () => open };
}
