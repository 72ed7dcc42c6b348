import { createHash, randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import {
  createNodeFileSystem,
  createNodeMachine,
  createNodePlatform,
  createPipedStarter,
  createStatJournal,
  createWorkerQueryEngine,
  readCommandFacts,
  type StartHostProcess,
  type StatJournal,
} from '@cloche/node-machine';
import { ShellSession, stateOfMachine } from '@cloche/shell';
import type { FetchProvider } from '@cloche/system';
import { createLocalToolHost, type ToolHost } from '@cloche/tools';
import { replayScreen } from '@cloche/tools/screen';

/** What a guest is told. */
export interface GuestOptions {
  readonly root: string;
  readonly exclude: readonly string[];
  readonly maxFileBytes: number;
  /** What programs start with. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The guest's own file: jq runs in a thread of it. */
  readonly file: string;
  /** What curl and wget fetch with. */
  readonly fetch: FetchProvider;
}

/** A guest that is ready to serve. */
export interface ComposedGuest {
  readonly host: ToolHost;
  readonly journal: StatJournal;
}

/** Green directory, then `$`. */
const TERMINAL_PROMPT = '\\[\\e[1;32m\\]\\w\\[\\e[0m\\] \\$ ';

/** Wires the guest: the container's files and programs, our shell and commands, the journal, the tool host. */
export function composeGuest(options: GuestOptions): ComposedGuest {
  const { root, exclude, maxFileBytes, environment, file, fetch } = options;
  const platform = createNodePlatform();
  const journal = createStatJournal({
    ...platform,
    files: createNodeFileSystem(),
    root,
    exclude,
    maxFileBytes,
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  });
  const machine = createNodeMachine({
    platform,
    files: journal.files,
    startExecutable: watchPrograms(createPipedStarter(), journal),
    jq: createWorkerQueryEngine(() => new Worker(file)),
    fetch,
  });
  const env = shellEnvironment(environment, root);
  const host = createLocalToolHost({
    ...machine,
    replayScreen,
    journal,
    openShell: (state) =>
      new ShellSession({ ...machine, cwd: root, env, ...stateOfMachine(state, { files: machine.files, root, env }) }),
    hash: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    newName: randomUUID,
    terminals: { processes: machine.processes, env: new Map([...env, ['PS1', TERMINAL_PROMPT]]), cwd: root },
    commandFacts: readCommandFacts(machine.processes.programNames(), env),
  });
  return { host, journal };
}

/** Where our commands are found; they come before what a container has of the same names, which can less. */
const OWN_DIRECTORIES = ['/usr/bin', '/bin'];

function shellEnvironment(environment: GuestOptions['environment'], root: string): Map<string, string> {
  const env = new Map<string, string>();
  for (const [name, value] of Object.entries(environment)) if (value !== undefined) env.set(name, value);
  const others = (env.get('PATH') ?? '/usr/local/bin').split(':').filter((entry) => !OWN_DIRECTORIES.includes(entry));
  return env
    .set('PATH', [...OWN_DIRECTORIES, ...others].join(':'))
    .set('PWD', root)
    .set('TERM', 'dumb');
}

/** Lets the journal know while a program runs. */
function watchPrograms(start: StartHostProcess, journal: StatJournal): StartHostProcess {
  return async (running, request, path) => {
    const ended = journal.programStarted();
    try {
      return await start(running, request, path);
    } finally {
      ended();
    }
  };
}
