import {
  createDeferred,
  type ExitStatus,
  encodeText,
  type InnerTerminal,
  NO_BYTES,
  type RunningProcess,
  SIGNAL_NAMES,
  type SignalName,
  type SpawnRequest,
  signalNumber,
  type Terminal,
  type TerminalAttachment,
  terminatingSignal,
} from '@cloche/system';
import { signalGroup } from '../child-process.ts';
import { createFifoPool } from '../fifo-pool.ts';
import { withMask } from '../process-mask.ts';
import type { StartHostProcess } from '../start-host-process.ts';
import { connectAtTerminal, type TerminalConnections } from './connect-at-terminal.ts';
import { type RunningProgram, type StartUnderTerminal, TERMINAL_PACKAGE } from './host-terminals.ts';

/** Statuses from which on a shell means a signal. */
const SIGNAL_STATUS = 128;
/** Signals of keys; the whole group gets them. */
const KEY_SIGNALS: readonly SignalName[] = ['SIGINT', 'SIGQUIT'];
const NOT_EXECUTABLE = 126;
/** How long output is awaited after a program ended whose own children still hold its streams. */
const LINGER_MS = 100;

/**
 * Creates what starts the host's executables at one of the machine's terminals: each has a terminal of the host's behind it, so that
 * it sees a real one, with its own discipline. Programs without a terminal are left to `startPlain`.
 *
 * @param load  rejects where the host has no terminals; its programs then fail with status 126 and the reason
 */
export function createTerminalStarter(
  startPlain: StartHostProcess,
  load: () => Promise<StartUnderTerminal>,
): StartHostProcess {
  const fifos = createFifoPool();
  return async (running, request, path) => {
    const terminal = terminalOf(request);
    if (!terminal) return startPlain(running, request, path);
    const files = [...request.descriptors.values()];
    for (const file of files) file.retain();
    try {
      const startUnderTerminal = await load();
      running.signal.throwIfAborted();
      const connections = connectAtTerminal(request, terminal, { fifos, signal: running.signal });
      try {
        return await run(running, request, path, { terminal, startUnderTerminal, connections });
      } finally {
        connections.isReady();
        connections.stopFeeding();
      }
    } catch (error) {
      if (running.signal.aborted || !(error instanceof Error)) throw error;
      await complain(request, running.signal, error.message);
      return { kind: 'exited', code: NOT_EXECUTABLE };
    } finally {
      for (const file of files) file.release();
    }
  };
}

/** Says why no terminal can be opened, and what to do; `undefined` when one can. */
export async function terminalProblem(load: () => Promise<StartUnderTerminal>): Promise<string | undefined> {
  try {
    await load();
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `${reason}. Terminals on Node need the package ${TERMINAL_PACKAGE}: run "npm install ${TERMINAL_PACKAGE}" beside cloche`;
  }
}

/** Returns the terminal that a program has as input, output or error, where the machine controls it. */
function terminalOf({ descriptors }: SpawnRequest): Terminal | undefined {
  return [0, 1, 2]
    .map((descriptor) => descriptors.get(descriptor)?.terminal)
    .find((terminal) => terminal !== undefined);
}

interface Place {
  readonly terminal: Terminal;
  readonly startUnderTerminal: StartUnderTerminal;
  readonly connections: TerminalConnections;
}

async function run(
  running: RunningProcess,
  request: SpawnRequest,
  path: string,
  { terminal, startUnderTerminal, connections }: Place,
): Promise<ExitStatus> {
  const { redirections, stopFeeding, isReady, fed, drained } = connections;
  const ended = createDeferred<ProgramEnd>();
  let shown: Promise<void> | undefined;
  const program = withMask(request.umask, () =>
    startUnderTerminal({
      file: path,
      args: request.argv.slice(1),
      cwd: request.cwd,
      env: Object.fromEntries(request.env),
      ...terminal.size,
      echoesInput: true,
      addsCarriageReturns: true,
      givesBackInput: true,
      redirections,
      onReady() {
        isReady();
        signals.open();
      },
      onOutput(bytes) {
        shown = show(attachment, bytes, running.signal);
        return shown;
      },
      onExit: (exitCode, unread) => ended.resolve({ exitCode, unread }),
    }),
  );
  const signals = createSignalGate((signal) => signalGroup(program.pid, signal));
  const attachment = terminal.attach(innerTerminal(program, running.group, isInputOf(request, terminal)));
  running.handleSignal = (signal) => signal === 'SIGWINCH' || signals.send(signal);
  const onAbort = (): void => void signals.send(terminatingSignal(running.signal.reason) ?? 'SIGKILL');
  running.signal.addEventListener('abort', onAbort, { once: true });
  let unread: Uint8Array = NO_BYTES;
  try {
    const end = await ended.promise;
    unread = end.unread;
    isReady();
    stopFeeding();
    await fed;
    await shown;
    await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, LINGER_MS).unref())]);
    const status = statusOf(end.exitCode);
    // The terminal of the host has told its program; in the machine more may belong to the group.
    if (status.kind === 'signaled' && KEY_SIGNALS.includes(status.signal)) attachment.signalGroup(status.signal);
    return status;
  } finally {
    running.signal.removeEventListener('abort', onAbort);
    attachment.detach(unread);
  }
}

/** Holds signals back until the program is there: the shell before it takes none. Nothing holds SIGKILL. */
function createSignalGate(send: (signal: SignalName) => boolean): {
  send(signal: SignalName): boolean;
  open(): void;
} {
  let waiting: SignalName[] | undefined = [];
  return {
    send(signal) {
      if (!waiting || signal === 'SIGKILL') return send(signal);
      waiting.push(signal);
      return true;
    },
    open() {
      const due = waiting ?? [];
      waiting = undefined;
      for (const signal of due) send(signal);
    },
  };
}

interface ProgramEnd {
  readonly exitCode: number;
  readonly unread: Uint8Array;
}

function innerTerminal(program: RunningProgram, group: number, isInput: boolean): InnerTerminal {
  return {
    group,
    isInput,
    get heldBytes() {
      return program.heldBytes;
    },
    type: (bytes) => program.write(bytes),
    resize: ({ columns, rows }) => program.resize(columns, rows),
  };
}

function isInputOf({ descriptors }: SpawnRequest, terminal: Terminal): boolean {
  return descriptors.get(0)?.terminal === terminal;
}

/** Shows what a program has printed; where nobody looks any more, nowhere. */
function show(attachment: TerminalAttachment, bytes: Uint8Array, signal: AbortSignal): Promise<void> | undefined {
  try {
    return attachment.print(bytes, signal)?.catch(() => undefined);
  } catch {
    return undefined;
  }
}

/** Above 128 a shell's status names the signal that ended its program. */
function statusOf(exitCode: number): ExitStatus {
  const signal = SIGNAL_NAMES.find((name) => SIGNAL_STATUS + signalNumber(name) === exitCode);
  return signal ? { kind: 'signaled', signal } : { kind: 'exited', code: exitCode };
}

async function complain({ argv, descriptors }: SpawnRequest, signal: AbortSignal, reason: string): Promise<void> {
  await descriptors.get(2)?.write(encodeText(`${argv[0] ?? ''}: ${reason}\n`), signal);
}
