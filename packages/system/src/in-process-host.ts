import { decodeText, encodeText } from './bytes.ts';
import { type EngineLimit, engineLimitOf } from './engine-limit.ts';
import { type ExitStatus, terminatingSignal } from './exit-status.ts';
import { baseName, directoryName, joinPath } from './path.ts';
import type { Process, ProcessHost, ProgramLocation, SpawnRequest } from './process-host.ts';
import { createProcessTable, type ProcessTable, type RunningProcess } from './process-table.ts';
import type { ProgramTable } from './program.ts';
import { createProgramContext, type ProgramResources } from './program-context.ts';
import { describeError, errnoOf, SystemError } from './system-error.ts';

/** What an in-process host is made of. */
export interface InProcessHostOptions extends ProgramResources {
  readonly programs: ProgramTable;
  /** Directories in which the machine's own programs are found, the first is where `command -v` says they are. */
  readonly programDirectories: readonly string[];
  /** Processes that may run at once. Default 512. */
  readonly maxProcesses?: number;
  /** Runs executables that are neither programs nor scripts of one. Without it they fail with `ENOEXEC`. */
  readonly startExecutable?: StartExecutable;
}

/** Starts an executable file as a process of the host system and answers with its end; kills reach it through `process.signal`. */
export type StartExecutable = (process: RunningProcess, request: SpawnRequest, path: string) => Promise<ExitStatus>;

const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin';
const SHEBANG_BYTES = 256;
const MAX_ARGUMENT_BYTES = 2 * 1024 * 1024;

/** Creates a process host whose programs run in this thread, one asynchronous function each. */
export function createInProcessHost(options: InProcessHostOptions): ProcessHost {
  const table = createProcessTable(options.clock, { maxProcesses: options.maxProcesses ?? 512 });
  const host: ProcessHost = {
    find: (name, from) => findProgram(options, name, from),
    programNames: () => options.programs.names(),
    spawn: (request) => spawn(options, host, table, request),
    startTask(request) {
      const process = table.add(request);
      if (request.onSignal) process.handleSignal = (signal) => request.onSignal?.(signal) ?? false;
      const { pid, group, signal, held } = process;
      void settle(process, () => request.run({ pid, group, signal, held }));
      return process;
    },
    get: (pid) => table.get(pid),
    list: () => table.list(),
    kill: (pid, signal) => table.kill(pid, signal),
  };
  return host;
}

function findProgram(
  { files, programs, programDirectories }: InProcessHostOptions,
  name: string,
  { env, cwd }: { env: ReadonlyMap<string, string>; cwd: string },
): ProgramLocation | undefined {
  const isOwn = (path: string): boolean =>
    programDirectories.includes(directoryName(path)) && programs.has(baseName(path));
  const isExecutable = (path: string): boolean => {
    try {
      files.access(path, { execute: true });
      return files.stat(path).kind === 'file';
    } catch {
      return false;
    }
  };
  if (name.includes('/')) {
    const path = joinPath(cwd, name);
    if (isOwn(path)) return { kind: 'program', name: baseName(path), path };
    return isExecutable(path) ? { kind: 'executable', path } : undefined;
  }
  if (name === '') return undefined;
  for (const entry of (env.get('PATH') ?? DEFAULT_PATH).split(':')) {
    const directory = entry === '' ? cwd : joinPath(cwd, entry);
    const path = joinPath(directory, name);
    if (isOwn(path)) return { kind: 'program', name, path };
    if (isExecutable(path)) return { kind: 'executable', path };
  }
  return undefined;
}

function spawn(options: InProcessHostOptions, host: ProcessHost, table: ProcessTable, request: SpawnRequest): Process {
  const name = request.argv[0] ?? '';
  const location = request.location ?? host.find(name, request);
  if (!location) throw missingProgram(options, name, request.cwd);
  checkArgumentSize(request);
  if (location.kind === 'program') return runProgram(options, host, table, request, location.name);
  const script = readShebang(options, location.path);
  if (script) {
    const argv = [...script, location.path, ...request.argv.slice(1)];
    const interpreter = host.find(script[0] ?? '', request);
    if (interpreter?.kind === 'program') {
      return runProgram(options, host, table, { ...request, argv }, interpreter.name);
    }
    if (!interpreter && !options.startExecutable) throw new SystemError('ENOENT', 'spawn', script[0] ?? '');
  }
  const { startExecutable } = options;
  if (!startExecutable) throw new SystemError('ENOEXEC', 'spawn', location.path);
  const process = table.add(request);
  void settleStatus(process, () => startExecutable(process, request, location.path));
  return process;
}

function runProgram(
  options: InProcessHostOptions,
  host: ProcessHost,
  table: ProcessTable,
  request: SpawnRequest,
  name: string,
): Process {
  const process = table.add(request);
  for (const file of request.descriptors.values()) file.retain();
  process.onEnd(() => {
    for (const file of request.descriptors.values()) file.release();
  });
  const { files, clock, random, yieldIfDue } = options;
  const context = createProgramContext({ files, clock, random, yieldIfDue }, host, process, request);
  void settle(process, async () => {
    try {
      const program = await options.programs.load(name);
      return await program(context);
    } catch (error) {
      const limit = engineLimitOf(error);
      if (limit === undefined && (errnoOf(error) === undefined || errnoOf(error) === 'EPIPE')) throw error;
      const reason = limit === undefined ? describeError(error) : `${LIMIT_REASONS[limit]} (${describeError(error)})`;
      await context.stderr.write(encodeText(`${name}: ${reason}\n`));
      return 1;
    }
  });
  return process;
}

const LIMIT_REASONS: Readonly<Record<EngineLimit, string>> = {
  'call stack': 'it is nested too deeply',
  memory: 'out of memory',
};

function settle(process: RunningProcess, run: () => Promise<number>): Promise<void> {
  return settleStatus(process, async () => ({ kind: 'exited', code: (await run()) & 0xff }));
}

/** Runs a process's work to its end. Nothing rejects: a fault in one process is that process's end. */
async function settleStatus(process: RunningProcess, run: () => Promise<ExitStatus>): Promise<void> {
  try {
    process.end(await run());
  } catch (error) {
    const signal = terminatingSignal(error) ?? (errnoOf(error) === 'EPIPE' ? 'SIGPIPE' : undefined);
    process.end(signal ? { kind: 'signaled', signal } : { kind: 'exited', code: 1 });
  }
}

function missingProgram({ files }: InProcessHostOptions, name: string, cwd: string): SystemError {
  if (!name.includes('/')) return new SystemError('ENOENT', 'spawn', name);
  try {
    files.stat(joinPath(cwd, name));
    return new SystemError('EACCES', 'spawn', name);
  } catch (error) {
    return new SystemError(errnoOf(error) ?? 'ENOENT', 'spawn', name);
  }
}

function checkArgumentSize({ argv, env }: SpawnRequest): void {
  let units = 0;
  for (const word of argv) units += word.length + 9;
  for (const [name, value] of env) units += name.length + value.length + 10;
  if (units > MAX_ARGUMENT_BYTES) throw new SystemError('E2BIG', 'spawn', argv[0] ?? '');
}

/** Returns the words of a `#!` line: the interpreter and at most one argument. */
function readShebang({ files }: InProcessHostOptions, path: string): string[] | undefined {
  const handle = files.open(path, { read: true });
  try {
    const start = decodeText(handle.read(0, SHEBANG_BYTES));
    const [, interpreter, argument] = /^#![ \t]*([^ \t\n]+)(?:[ \t]+([^\n]*?))?[ \t]*(?:\n|$)/.exec(start) ?? [];
    if (interpreter === undefined) return undefined;
    return argument ? [interpreter, argument] : [interpreter];
  } finally {
    handle.close();
  }
}
