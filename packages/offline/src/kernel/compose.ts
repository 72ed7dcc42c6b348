import { createShellProgram, ShellSession, stateOfMachine } from '@cloche/shell';
import {
  createInProcessHost,
  createYielder,
  type FetchProvider,
  type Program,
  type ProgramTable,
} from '@cloche/system';
import {
  createLocalToolHost,
  type HashBytes,
  type HostShell,
  type ToolHost,
  type WorkspaceJournal,
} from '@cloche/tools';
import type { StartMessage } from '../frame/messages.ts';
import { createWorkerQueryEngine } from '../process/worker-query-engine.ts';
import { createVirtualFileSystem, WORKSPACE_ROOT } from '../vfs/virtual-file-system.ts';
import type { LoadAsset } from './asset-loader.ts';
import type * as Commands from './commands.ts';
import { browserRandom, createBrowserClock, createMessageTurn } from './platform.ts';

/** A kernel that is ready to serve. */
export interface ComposedKernel {
  readonly host: ToolHost;
  readonly journal: WorkspaceJournal;
}

/** What a kernel is told when it starts. */
export interface KernelStart extends Pick<StartMessage, 'workerKind' | 'environment'> {
  /** Text of the commands' file. */
  readonly commandsSource: string;
  readonly hash: HashBytes;
  /** Loads what is needed only by some commands. */
  readonly loadAsset: LoadAsset;
  /** The app's network, for commands. */
  readonly fetch: FetchProvider;
}

/** Wires a kernel for what the frame told it. */
export type ComposeKernel = (start: KernelStart) => ComposedKernel;

/** Green directory, then `$`. */
const TERMINAL_PROMPT = '\\[\\e[1;32m\\]\\w\\[\\e[0m\\] \\$ ';
const HOME = '/home/user';
const PATH = '/usr/local/bin:/usr/bin:/bin';

/**
 * Wires the kernel: files, programs, processes, shells, tool host.
 *
 * @param extraPrograms  programs besides the commands and the shell
 */
export function composeKernel(
  { commandsSource, environment, workerKind, loadAsset, hash, fetch }: KernelStart,
  extraPrograms: Readonly<Record<string, Program>> = {},
): ComposedKernel {
  const clock = createBrowserClock();
  const yieldIfDue = createYielder(clock, createMessageTurn());
  const shellProgram = createShellProgram();
  const jq = createWorkerQueryEngine(() => loadAsset('jq'), workerKind);
  const { createCommandTable, replayScreen } = evaluateCommands(commandsSource);
  const programs = withPrograms(createCommandTable({ jq, fetch }), {
    ...extraPrograms,
    bash: shellProgram,
    sh: shellProgram,
  });
  const { files, journal } = createVirtualFileSystem({
    now: () => clock.now(),
    maxBytes: environment.maxFileBytes,
    programNames: programs.names(),
  });
  const platform = { files, clock, random: browserRandom, yieldIfDue };
  const processes = createInProcessHost({ ...platform, programs, programDirectories: ['/usr/bin', '/bin'] });
  const env = new Map([
    ['HOME', HOME],
    ['LANG', 'C.UTF-8'],
    ['PATH', PATH],
    ['PWD', WORKSPACE_ROOT],
    ['SHELL', '/bin/bash'],
    ['TERM', 'dumb'],
    ['TMPDIR', '/tmp'],
    ['TZ', environment.timeZone],
    ['USER', 'user'],
  ]);
  const openShell = (state?: unknown): HostShell => {
    const known = stateOfMachine(state, { files, root: WORKSPACE_ROOT, env });
    return new ShellSession({ ...platform, processes, cwd: WORKSPACE_ROOT, env, ...known });
  };
  let names = 0;
  const host = createLocalToolHost({
    ...platform,
    processes,
    replayScreen,
    journal,
    openShell,
    commandFacts: { programs: [...programs.names()], programDirectories: ['/usr/bin', '/bin'], environment: [...env] },
    terminals: { processes, env: new Map([...env, ['PS1', TERMINAL_PROMPT]]), cwd: WORKSPACE_ROOT },
    hash,
    newName: () => `${clock.now().toString(36)}-${names++}`,
  });
  return { host, journal };
}

/** Evaluates the text of the commands' file, which the page sent, and returns what it exports. */
function evaluateCommands(source: string): typeof Commands {
  // Indirect, so that it runs in the global scope: the frame's policy lets it, and nothing else has come in yet.
  // oxlint-disable-next-line no-eval -- a classic worker of an opaque origin has no other way to load a script it was sent
  return (0, eval)(`${source}\nclocheCommands;`);
}

function withPrograms(table: ProgramTable, programs: Readonly<Record<string, Program>>): ProgramTable {
  return {
    has: (name) => Object.hasOwn(programs, name) || table.has(name),
    names: () => [...Object.keys(programs), ...table.names()],
    load: (name) => (Object.hasOwn(programs, name) ? programs[name] : undefined) ?? table.load(name),
  };
}
