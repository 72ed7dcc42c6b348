import {
  type ExitStatus,
  errnoOf,
  type OpenFile,
  type Process,
  type ProgramContext,
  type SignalName,
  terminatingSignal,
} from '@cloche/system';

/** What differs from the running process. */
export interface RunChanges {
  readonly env?: ReadonlyMap<string, string>;
  readonly cwd?: string;
  /** Descriptors instead of the process's own; each is retained by the new process. */
  readonly descriptors?: ReadonlyMap<number, OpenFile>;
  readonly group?: number | 'new';
  /** Signals that the new process ignores from its start. */
  readonly ignoredSignals?: ReadonlySet<SignalName>;
}

/**
 * Starts another program with the process's descriptors, as execvp: a file that is no program is run by `sh`. Throws
 * `SystemError` as `spawn`.
 */
export function startProgram(context: ProgramContext, argv: readonly string[], changes: RunChanges = {}): Process {
  try {
    return spawn(context, argv, changes);
  } catch (error) {
    const location = context.processes.find(argv[0] ?? '', { env: context.env, cwd: context.cwd });
    if (errnoOf(error) !== 'ENOEXEC' || location?.kind !== 'executable') throw error;
    return spawn(context, ['sh', location.path, ...argv.slice(1)], changes);
  }
}

function spawn(context: ProgramContext, argv: readonly string[], changes: RunChanges): Process {
  return context.processes.spawn({
    argv,
    env: changes.env ?? context.env,
    cwd: changes.cwd ?? context.cwd,
    umask: context.umask,
    parent: context.process.pid,
    group: changes.group ?? context.process.group,
    descriptors: changes.descriptors ?? context.descriptors,
    ...(changes.ignoredSignals ? { ignoredSignals: changes.ignoredSignals } : {}),
  });
}

/** Runs another program to its end. A signal that ends this process ends the other too. */
export async function runProgram(
  context: ProgramContext,
  argv: readonly string[],
  changes: RunChanges = {},
): Promise<ExitStatus> {
  return endOf(context, startProgram(context, argv, changes));
}

/** Waits for a process's end, and ends it when this process is ended. */
export async function endOf(context: ProgramContext, process: Process): Promise<ExitStatus> {
  const stop = (): void => {
    process.kill(terminatingSignal(context.signal.reason) ?? 'SIGTERM');
  };
  if (context.signal.aborted) stop();
  context.signal.addEventListener('abort', stop, { once: true });
  try {
    const status = await process.exited;
    context.signal.throwIfAborted();
    return status;
  } finally {
    context.signal.removeEventListener('abort', stop);
  }
}
