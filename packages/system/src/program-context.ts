import type { Clock } from './clock.ts';
import { isDevicePath, openDevice, type RandomBytes } from './devices.ts';
import { openFileOf } from './file-description.ts';
import type { FileSystem, OpenOptions } from './file-system.ts';
import type { OpenFile } from './open-file.ts';
import { joinPath } from './path.ts';
import { openProcessFile, type ProcessFacts } from './process-files.ts';
import type { ProcessHost, SpawnRequest } from './process-host.ts';
import type { RunningProcess } from './process-table.ts';
import type { ByteReader, ByteWriter, ProgramContext, ProgramFile } from './program.ts';
import { SystemError } from './system-error.ts';
import type { Terminal } from './terminal/terminal.ts';
import type { YieldIfDue } from './yield.ts';

const DEFAULT_READ_BYTES = 65_536;

/** What a machine gives to every program. */
export interface ProgramResources {
  readonly files: FileSystem;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly yieldIfDue: YieldIfDue;
}

/** Makes the context of a program that runs as `process` with the request's descriptors, which it does not retain. */
export function createProgramContext(
  resources: ProgramResources,
  processes: ProcessHost,
  process: RunningProcess,
  request: SpawnRequest,
): ProgramContext {
  const yieldIfDue: YieldIfDue = () => (process.isStopped ? whileHeld(process) : resources.yieldIfDue());
  const guard: StreamGuard = {
    signal: process.signal,
    yieldIfDue,
    claimInput: (terminal) => claimInput(processes, process, terminal),
  };
  const { descriptors, cwd } = request;
  return {
    argv: request.argv,
    env: request.env,
    cwd,
    umask: request.umask,
    stdin: guardReader(descriptors.get(0), guard),
    stdout: guardWriter(descriptors.get(1), guard),
    stderr: guardWriter(descriptors.get(2), guard),
    descriptors,
    ...resources,
    yieldIfDue,
    processes,
    process: {
      pid: process.pid,
      parent: process.parent,
      group: process.group,
      setSignalHandler(handler) {
        process.handleSignal = handler;
      },
    },
    signal: process.signal,
    open(path, options = {}) {
      const facts = {
        pid: process.pid,
        parent: process.parent,
        group: process.group,
        argv: request.argv,
        env: request.env,
      };
      const file = openForProcess(
        { ...resources, descriptors, cwd, umask: request.umask, terminal: process.terminal, process: facts },
        path,
        options,
      );
      return guardFile(file, guard);
    },
  };
}

async function whileHeld(process: RunningProcess): Promise<void> {
  while (process.isStopped) await process.held();
  process.signal.throwIfAborted();
}

/** A group in the background that reads from its terminal is stopped until it is in the foreground (POSIX XBD 11.1.4). */
function claimInput(processes: ProcessHost, process: RunningProcess, terminal: Terminal): Promise<void> | undefined {
  const isForeground = (): boolean => terminal.foregroundGroup === 0 || terminal.foregroundGroup === process.group;
  if (isForeground()) return undefined;
  const wait = async (): Promise<void> => {
    while (!isForeground()) {
      processes.kill(-process.group, 'SIGTTIN');
      if (!process.isStopped) throw new SystemError('EIO', 'read');
      await whileHeld(process);
    }
  };
  return wait();
}

/** What opening a path depends on besides the path. */
export interface OpenEnvironment {
  readonly files: FileSystem;
  readonly random: RandomBytes;
  readonly descriptors: ReadonlyMap<number, OpenFile>;
  readonly cwd: string;
  readonly umask: number;
  /** What `/dev/tty` opens. */
  readonly terminal: OpenFile | undefined;
  /** What `/proc/self` tells of. */
  readonly process?: ProcessFacts;
}

/**
 * Opens `path` as a process does: `/dev/null` and its kin, `/dev/tty` (`ENXIO` without a terminal), `/dev/stdin`, `/dev/stdout`, `/dev/stderr`, `/dev/fd/N` and
 * `/proc/self/fd/N` (the descriptor's own open file, shared), else a file. The caller releases the result.
 */
export function openForProcess(environment: OpenEnvironment, path: string, options: OpenOptions): OpenFile {
  const full = joinPath(environment.cwd, path);
  const descriptor = descriptorOfPath(full);
  if (descriptor !== undefined) {
    const file = environment.descriptors.get(descriptor);
    if (!file) throw new SystemError('ENOENT', 'open', path);
    return file.retain();
  }
  if (full === '/dev/tty') {
    if (!environment.terminal) throw new SystemError('ENXIO', 'open', path);
    return environment.terminal.retain();
  }
  if (environment.process && options.write !== true && options.append !== true) {
    const facts = openProcessFile(full, environment.process);
    if (facts) return facts;
  }
  if (isDevicePath(full)) return openDevice(full, environment.random);
  const mode = (options.mode ?? 0o666) & ~environment.umask;
  const canWrite = options.write === true || options.append === true;
  const canRead = options.read === true || !canWrite;
  const handle = environment.files.open(full, { ...options, read: canRead, write: canWrite, mode });
  return openFileOf(handle, { canRead, canWrite, isAppending: options.append === true });
}

/** Returns the descriptor number that a path such as `/dev/fd/3` or `/dev/stdin` stands for. */
export function descriptorOfPath(path: string): number | undefined {
  if (path === '/dev/stdin') return 0;
  if (path === '/dev/stdout') return 1;
  if (path === '/dev/stderr') return 2;
  const number = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(path)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** What stops and slows the streams of a process. */
export interface StreamGuard {
  readonly signal: AbortSignal;
  readonly yieldIfDue: YieldIfDue;
  /** Waits until the process may read from a terminal. */
  readonly claimInput?: (terminal: Terminal) => Promise<void> | undefined;
}

/** Makes the reading stream of a descriptor; `EBADF` when it is closed. Reads end when the process does, and yield. */
export function guardReader(file: OpenFile | undefined, guard: StreamGuard): ByteReader {
  return {
    isTerminal: file?.kind === 'terminal',
    read(maxBytes = DEFAULT_READ_BYTES) {
      guard.signal.throwIfAborted();
      if (!file?.canRead) throw new SystemError('EBADF', 'read');
      const turn = (file.terminal && guard.claimInput?.(file.terminal)) ?? guard.yieldIfDue();
      return turn ? turn.then(() => file.read(maxBytes, guard.signal)) : file.read(maxBytes, guard.signal);
    },
    unread(bytes) {
      file?.unread(bytes);
    },
  };
}

/** Makes the writing stream of a descriptor; `EBADF` when it is closed. Writes end when the process does, and yield. */
export function guardWriter(file: OpenFile | undefined, guard: StreamGuard): ByteWriter {
  return {
    isTerminal: file?.kind === 'terminal',
    write(bytes) {
      guard.signal.throwIfAborted();
      if (!file?.canWrite) throw new SystemError('EBADF', 'write');
      return file.write(bytes, guard.signal) ?? guard.yieldIfDue();
    },
  };
}

function guardFile(file: OpenFile, guard: StreamGuard): ProgramFile {
  let isOpen = true;
  const { read, unread, isTerminal } = guardReader(file, guard);
  return {
    file,
    isTerminal,
    read,
    unread,
    write: guardWriter(file, guard).write,
    close() {
      if (isOpen) file.release();
      isOpen = false;
    },
  };
}
