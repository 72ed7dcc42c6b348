import {
  type Clock,
  createInProcessHost,
  createMemoryFileSystem,
  createPipe,
  createYielder,
  decodeText,
  encodeText,
  type MemoryFileSystem,
  NO_BYTES,
  type OpenFile,
  type ProcessHost,
  type ProgramTable,
  statusCode,
} from '@cloche/system';

/** What a program answered. */
export interface ProgramResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
}

/** A machine in memory, with the commands and a working directory `/work`. */
export interface InMemoryMachine {
  readonly files: MemoryFileSystem;
  readonly processes: ProcessHost;
  /** Runs a program in `/work` to its end. */
  run(argv: readonly string[], options?: RunOptions): Promise<ProgramResult>;
  /** Runs programs side by side, each reading what the one before it prints; answers as the last one, with all errors. */
  runPipeline(programs: readonly (readonly string[])[], options?: RunOptions): Promise<ProgramResult>;
}

/** How a program is run. */
export interface RunOptions {
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** The time of every test machine: 2024-05-06 07:08:09.5 UTC. */
const NOW_MS = Date.UTC(2024, 4, 6, 7, 8, 9, 500);

/** A clock whose time stands still, and on which nobody waits. */
function createHeldClock(): Clock {
  let readings = 0;
  return { now: () => NOW_MS, monotonic: () => readings++, sleep: () => Promise.resolve() };
}

/** Creates a machine for tests that knows the programs of `programs` and holds `files` below `/work`. */
export function createInMemoryMachine(
  programs: ProgramTable,
  files: Readonly<Record<string, string>> = {},
  clock: Clock = createHeldClock(),
): InMemoryMachine {
  const fileSystem = createMemoryFileSystem({ now: clock.now });
  for (const directory of ['/work', '/tmp']) fileSystem.makeDirectory(directory);
  for (const [path, text] of Object.entries(files)) writeTestFile(fileSystem, `/work/${path}`, text);
  const processes = createInProcessHost({
    files: fileSystem,
    clock,
    random: (length) => new Uint8Array(length).map((_, index) => (index * 7) & 0xff),
    yieldIfDue: createYielder(clock, () => Promise.resolve()),
    programs,
    programDirectories: ['/usr/bin', '/bin'],
  });
  return {
    files: fileSystem,
    processes,
    run: (argv, options = {}) => runToEnd(processes, [argv], options),
    runPipeline: (programs, options = {}) => runToEnd(processes, programs, options),
  };
}

/** Writes a file, with the directories it needs. A path that ends with a slash makes a directory. */
export function writeTestFile(files: MemoryFileSystem, path: string, text: string): void {
  const names = path.split('/').slice(1, -1);
  for (let depth = 2; depth <= names.length; depth++) {
    const directory = `/${names.slice(0, depth).join('/')}`;
    if (!exists(files, directory)) files.makeDirectory(directory);
  }
  if (!path.endsWith('/')) files.writeFile(path, encodeText(text), { mode: 0o644 });
}

function exists(files: MemoryFileSystem, path: string): boolean {
  try {
    files.stat(path);
    return true;
  } catch {
    return false;
  }
}

async function runToEnd(
  processes: ProcessHost,
  programs: readonly (readonly string[])[],
  { stdin = NO_BYTES, env = {}, cwd = '/work' }: RunOptions,
): Promise<ProgramResult> {
  const input = createPipe();
  let before = input.reader;
  const started = programs.map((argv) => {
    const output = createPipe();
    const errors = createPipe();
    const child = processes.spawn({
      argv,
      env: new Map(Object.entries({ PATH: '/usr/bin:/bin', HOME: '/work', ...env })),
      cwd,
      umask: 0o022,
      parent: 1,
      descriptors: new Map([
        [0, before],
        [1, output.writer],
        [2, errors.writer],
      ]),
    });
    before.release();
    output.writer.release();
    errors.writer.release();
    before = output.reader;
    return { child, errors: errors.reader };
  });
  const bytes = typeof stdin === 'string' ? encodeText(stdin) : stdin;
  const [, stdout, stderr, statuses] = await Promise.all([
    feed(input.writer, bytes),
    drain(before),
    Promise.all(started.map(({ errors }) => drain(errors))),
    Promise.all(started.map(({ child }) => child.exited)),
  ]);
  const last = statuses.at(-1);
  return { stdout, stderr: stderr.join(''), status: last === undefined ? 0 : statusCode(last) };
}

const NEVER = new AbortController().signal;

async function feed(file: OpenFile, bytes: Uint8Array): Promise<void> {
  try {
    await file.write(bytes, NEVER);
  } catch {
    // The program did not read it all.
  }
  file.release();
}

async function drain(file: OpenFile): Promise<string> {
  let text = '';
  for (;;) {
    const bytes = await file.read(65_536, NEVER);
    if (bytes.length === 0) return text;
    text += decodeText(bytes);
  }
}
