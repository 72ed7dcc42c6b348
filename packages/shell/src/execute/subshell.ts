import {
  concatBytes,
  createOwnerCount,
  decodeText,
  errnoOf,
  NO_BYTES,
  type OpenFile,
  type Process,
  type SignalName,
  SystemError,
  statOfUnnamed,
  statusCode,
  terminatingSignal,
} from '@cloche/system';
import { takeSignal, watchChild } from '../jobs/trap-table.ts';
import { LimitExceeded, limitMessage } from '../limits.ts';
import type { Shell } from '../shell.ts';
import type { Completion } from './completion.ts';
import { forkShell } from './fork-shell.ts';
import { reportLimit } from './report-error.ts';
import { runExitTrap } from './run-traps.ts';
import { ShellError } from './shell-error.ts';
import { runTask, type Task, waitUntilAborted } from './task.ts';

/** How a subshell starts. */
export interface SubshellOptions {
  /** Words that process lists show. */
  readonly argv: readonly string[];
  readonly descriptors?: ReadonlyMap<number, OpenFile>;
  readonly ignoredSignals?: readonly SignalName[];
  readonly isSubstitution?: boolean;
  /** The process group to join; the shell's own when absent. */
  readonly group?: number | 'new';
  readonly isSimpleCommand?: boolean;
}

const FRESH_STACK_EVERY = 16;

/** Starts a subshell as a process of its own, at once. */
export function startSubshell(
  parent: Shell,
  options: SubshellOptions,
  body: (child: Shell) => Task<Completion>,
): Process {
  const { maxSubshells } = parent.limits;
  if (parent.subshellDepth >= maxSubshells) throw new LimitExceeded('maxSubshells', maxSubshells, 'nested subshells');
  const ignoredSignals = new Set([...parent.ignoredSignals, ...(options.ignoredSignals ?? [])]);
  let child: Shell | undefined;
  try {
    const process = parent.machine.processes.startTask({
      argv: options.argv,
      parent: parent.pid,
      group: options.group ?? parent.group,
      ignoredSignals,
      onSignal: (signal) => (child ? takeSignal(child.traps, signal) : false),
      async run({ pid, group, signal, held }) {
        const forked = forkShell(parent, {
          pid,
          group,
          signal,
          held,
          ignoredSignals,
          descriptors: options.descriptors ?? new Map(),
          isSubstitution: options.isSubstitution === true,
          isSimpleCommand: options.isSimpleCommand === true,
        });
        child = forked;
        if (forked.subshellDepth % FRESH_STACK_EVERY === 0) await Promise.resolve();
        return await runTask(runSubshell(forked, body));
      },
    });
    watchChild(parent.traps, process);
    return process;
  } catch (error) {
    if (errnoOf(error) === 'EAGAIN')
      throw new ShellError('fork: retry: Resource temporarily unavailable', { status: 254 });
    throw error;
  }
}

/** Runs a subshell's commands and its EXIT trap, and closes its descriptors. */
function* runSubshell(child: Shell, body: (child: Shell) => Task<Completion>): Task<number> {
  try {
    try {
      yield* body(child);
    } catch (error) {
      const limit = limitMessage(error);
      if (limit !== undefined) {
        yield* reportLimit(child, limit);
        child.status = 2;
      } else if (error instanceof ShellError) child.status = error.status;
      else throw error;
    }
    yield* runExitTrap(child);
    return child.status;
  } finally {
    child.descriptors.releaseAll();
  }
}

/** Waits for a process and returns its status; when this shell is ended meanwhile, so is the process. */
export function* waitForProcess(shell: Shell, process: Process): Task<number> {
  if (process.status) return statusCode(process.status);
  try {
    return statusCode(yield* waitUntilAborted(process.exited, shell.signal));
  } catch (error) {
    process.kill(terminatingSignal(error) ?? 'SIGKILL');
    throw error;
  }
}

/** Runs commands in a subshell and returns what they print, NULs and last newlines removed, and the status. */
export function* captureSubshell(
  shell: Shell,
  body: (child: Shell) => Task<Completion>,
): Task<{ text: string; status: number }> {
  yield* takeTurn(shell);
  const collector = createCollector(shell.limits.maxTextBytes);
  const process = startSubshell(
    shell,
    { argv: [shell.name], descriptors: new Map([[1, collector.file]]), isSubstitution: true },
    body,
  );
  collector.file.release();
  const status = yield* waitForProcess(shell, process);
  if (!collector.isClosed()) yield* waitUntilAborted(collector.closed, shell.signal);
  if (collector.isOverfull()) {
    const { maxTextBytes } = shell.limits;
    throw new LimitExceeded('maxTextBytes', maxTextBytes, 'bytes of a command substitution');
  }
  return { text: outputText(collector.bytes()), status };
}

/** Returns captured bytes as a command substitution's text. */
export function outputText(bytes: Uint8Array): string {
  const text = decodeText(bytes);
  const clean = text.includes('\0') ? text.replaceAll('\0', '') : text;
  let end = clean.length;
  while (end > 0 && clean[end - 1] === '\n') end--;
  return clean.slice(0, end);
}

interface Collector {
  readonly file: OpenFile;
  readonly closed: Promise<void>;
  isClosed(): boolean;
  /** More was written than is kept. */
  isOverfull(): boolean;
  bytes(): Uint8Array;
}

/** Makes an open file that keeps what is written to it. */
function createCollector(maxBytes: number): Collector {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isClosed = false;
  let resolveClosed: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    resolveClosed = resolve;
  });
  const owners = createOwnerCount(() => {
    isClosed = true;
    resolveClosed();
  });
  const file: OpenFile = {
    kind: 'pipe',
    canRead: false,
    canWrite: true,
    read() {
      throw new SystemError('EBADF', 'read');
    },
    unread() {
      throw new SystemError('EBADF', 'read');
    },
    write(bytes) {
      length += bytes.length;
      // The writer ends as at a closed pipe; the shell says why.
      if (length > maxBytes) throw new SystemError('EPIPE', 'write');
      if (bytes.length > 0) chunks.push(bytes);
      return undefined;
    },
    seek() {
      throw new SystemError('ESPIPE', 'lseek');
    },
    stat: () => statOfUnnamed('fifo', 0),
    retain() {
      owners.retain();
      return file;
    },
    release: owners.release,
  };
  return {
    file,
    closed,
    isClosed: () => isClosed,
    isOverfull: () => length > maxBytes,
    bytes: () => (chunks.length === 0 ? NO_BYTES : concatBytes(chunks)),
  };
}

/** Waits for the next turn of the event loop when one is due, and ends with the shell. */
export function* takeTurn(shell: Shell): Task<void> {
  const turn = shell.held() ?? shell.machine.yieldIfDue();
  if (turn) yield* endTurn(shell, turn);
}

/** Waits for what `yieldIfDue` gave, and ends with the shell. */
export function* endTurn(shell: Shell, turn: Promise<void>): Task<void> {
  yield turn;
  shell.signal.throwIfAborted();
}
