import {
  type Clock,
  type ProcessHost,
  packContents,
  type RandomBytes,
  SystemError,
  type WorkspaceChanges,
  type WorkspaceSnapshot,
  type YieldIfDue,
} from '@cloche/system';
import { changeFile } from './change-file.ts';
import { changeName } from './change-name.ts';
import { type FileAccess, lookAtFile, realPaths } from './file-facts.ts';
import type { HostShell, OpenHostShell } from './host-shell.ts';
import { createHostTerminals, type HostTerminals, type TerminalPrograms } from './host-terminals.ts';
import type { ReplayScreen } from './processes/process-data.ts';
import type { ProcessLimits } from './processes/process-registry.ts';
import { createProcessSupervisor } from './processes/process-supervisor.ts';
import { rememberHashes } from './remember-hashes.ts';
import { runBash } from './run-bash.ts';
import { searchContent } from './search-content.ts';
import { searchNames } from './search-names.ts';
import { searchText } from './search-text.ts';
import { spillOutput } from './spill-output.ts';
import type { CommandFacts, HostCallOptions, HostMethod, HostMethods, ToolHost } from './tool-host.ts';
import { viewDirectory } from './view-directory.ts';
import { viewFile } from './view-file.ts';
import { importFiles, importProblem, listDirectory, listTree, removeTree } from './workspace-files.ts';

/** What a machine gives to its tool host. */
export interface LocalToolHostOptions extends FileAccess {
  readonly clock: Clock;
  readonly yieldIfDue: YieldIfDue;
  readonly openShell: OpenHostShell;
  /** Where the shells' processes are. */
  readonly processes: ProcessHost;
  readonly random: RandomBytes;
  /** Shows what a terminal shows; without it there is no view of a screen. */
  readonly replayScreen?: ReplayScreen;
  readonly processLimits?: Partial<ProcessLimits>;
  /** Returns a name that no file has yet. */
  readonly newName: () => string;
  /** What commands there are; without it none is known, and every command line asks. */
  readonly commandFacts?: CommandFacts;
  /** What terminals run; without it there are none (`ENOSYS`). */
  readonly terminals?: Omit<TerminalPrograms, 'clock'>;
  /** Says why no terminal can be opened here, and what to do (`pty_unavailable`); `undefined` when one can. */
  readonly terminalProblem?: () => Promise<string | undefined>;
  /** Tells what changed below the workspace's root; without it the files are their own store. */
  readonly journal?: WorkspaceJournal;
}

/** The changes of a workspace's files, for a store. */
export interface WorkspaceJournal {
  restore(snapshot: WorkspaceSnapshot): void;
  snapshot(): WorkspaceSnapshot;
  /** Returns the changes since the last call or `restore`. */
  take(): WorkspaceChanges;
  /** Sets who hears, often, that something changed; one listener. */
  onChange(listener: () => void): void;
}

const NO_COMMANDS: CommandFacts = { programs: [], programDirectories: [], environment: [] };

type MethodTable = {
  readonly [Method in HostMethod]: (
    params: HostMethods[Method]['params'],
    options: HostCallOptions,
  ) => HostMethods[Method]['result'] | Promise<HostMethods[Method]['result']>;
};

/** Creates the tool host that runs in the files' own thread. */
export function createLocalToolHost(machine: LocalToolHostOptions): ToolHost {
  const options = { ...machine, hash: rememberHashes(machine.hash) };
  const { files, journal } = options;
  const shells = new Map<string, HostShell>();
  const savedStates = new Map<string, unknown>();
  const { clock, terminalProblem } = options;
  const terminals =
    options.terminals &&
    createHostTerminals({ ...options.terminals, clock, ...(terminalProblem ? { terminalProblem } : {}) });
  const requireTerminals = (): HostTerminals => {
    if (!terminals) throw new SystemError('ENOSYS', 'open', 'terminal');
    return terminals;
  };

  const shellOf = (session: string): HostShell => {
    const open = shells.get(session) ?? options.openShell(savedStates.get(session));
    shells.set(session, open);
    return open;
  };

  const { processLimits: limits } = options;
  const methods: MethodTable = {
    ...createProcessSupervisor({ ...options, ...(limits ? { limits } : {}) }, shellOf),
    ping: () => ({}),
    facts: ({ path, maxBytes }) => lookAtFile(options, path, maxBytes),
    real_paths: ({ paths }) => ({ paths: realPaths(options, paths) }),
    read_file({ path }) {
      const { mode, mtimeMs } = files.stat(path);
      return { bytes: files.readFile(path), mode, mtimeMs };
    },
    view_file: (params) => viewFile(options, params),
    view_directory: (params) => viewDirectory(options, params),
    change_name: (params) => changeName(options, params),
    change_file: (params) => changeFile(options, params, options.newName),
    bash: (params, call) => runBash(shellOf(params.session), params, options.clock, call),
    shell_facts({ session }) {
      const shell = shellOf(session);
      return { cwd: shell.cwd, state: shell.snapshot(), machine: options.commandFacts ?? NO_COMMANDS };
    },
    bash_restart({ session }) {
      savedStates.delete(session);
      shells.set(session, options.openShell());
      return {};
    },
    terminal: (params, call) => requireTerminals().run(params, call),
    terminal_type({ id, bytes }) {
      requireTerminals().type(id, bytes);
      return {};
    },
    terminal_resize({ id, ...size }) {
      requireTerminals().resize(id, size);
      return {};
    },
    glob: (params, { signal }) => searchNames(options, params, { signal, yieldIfDue: options.yieldIfDue }),
    grep: (params, { signal }) => searchText(options, params, { signal, yieldIfDue: options.yieldIfDue }),
    search: (params, { signal }) => searchContent(options, params, { signal, yieldIfDue: options.yieldIfDue }),
    spill: ({ callId, text }) => ({ path: spillOutput(files, callId, text) }),
    list_directory: ({ path }) => ({ entries: listDirectory(files, path) }),
    list_tree: ({ path, maxEntries }) => listTree(files, path, maxEntries),
    make_directory({ path }) {
      files.makeDirectory(path);
      return {};
    },
    remove({ path }) {
      removeTree(files, path);
      return {};
    },
    rename({ from, to }) {
      files.rename(from, to);
      return {};
    },
    check_import: ({ root, paths, bytes }) => ({ problem: importProblem(files, root, paths, bytes) }),
    import_files: ({ root, files: imported }) => ({ written: importFiles(files, root, imported) }),
    export_files: () => journal?.snapshot() ?? { entries: [], contents: packContents(new Map()) },
    restore({ snapshot, shells: states }) {
      journal?.restore(snapshot);
      for (const [session, state] of Object.entries(states)) savedStates.set(session, state);
      return {};
    },
    take_changes() {
      for (const [session, shell] of shells) savedStates.set(session, shell.snapshot());
      const nothing = { removed: [], entries: [], contents: packContents(new Map()) };
      return { changes: journal?.take() ?? nothing, shells: Object.fromEntries(savedStates) };
    },
  };

  return {
    async call(method, params, call) {
      return methods[method](params, call);
    },
  };
}
