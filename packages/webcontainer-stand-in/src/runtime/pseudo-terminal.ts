import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import type * as NodePty from '@lydell/node-pty';
import { createTerminalWriter } from './terminal-writer.ts';

/** What a program is started with. Paths are the host's. */
export interface TerminalProgram {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly columns: number;
  readonly rows: number;
  readonly echoesInput: boolean;
  readonly addsCarriageReturns: boolean;
  /** Gets what appears on the terminal, as it comes. */
  readonly onOutput: (bytes: Uint8Array) => void;
  /** Runs once, after the last output: what a shell would have as `$?`. */
  readonly onExit: (exitCode: number) => void;
}

/** A program under a terminal; its process leads a session and a process group. */
export interface RunningProgram {
  readonly pid: number;
  write(text: string): void;
  resize(columns: number, rows: number): void;
}

/** Starts programs under pseudo-terminals. */
export type StartUnderTerminal = (program: TerminalProgram) => RunningProgram;

const STTY = ['/bin/stty', '/usr/bin/stty'].find((path) => existsSync(path)) ?? 'stty';
/** Says that the settings of the terminal are in force; it never reaches the host. */
const READY = 0x06;

/** Returns what starts programs under pseudo-terminals. Rejects with the reason in one line where the host cannot. */
export async function loadPseudoTerminals(): Promise<StartUnderTerminal> {
  let pty: typeof NodePty;
  try {
    pty = await import('@lydell/node-pty');
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new Error(`no pseudo-terminals on this host: @lydell/node-pty does not load: ${reason}`, { cause: error });
  }
  return (program) => start(pty, program);
}

function start(pty: typeof NodePty, program: TerminalProgram): RunningProgram {
  const { file, args, cwd, env, columns, rows, onOutput, onExit } = program;
  const settings = [...(program.echoesInput ? [] : ['-echo']), ...(program.addsCarriageReturns ? [] : ['-onlcr'])].join(
    ' ',
  );
  const [realFile, ...realArgs] =
    settings === ''
      ? [file, ...args]
      : ['/bin/sh', '-c', `${STTY} ${settings}; printf '\\006'; exec "$0" "$@"`, file, ...args];
  const terminal = pty.spawn(realFile ?? file, realArgs, {
    name: 'xterm-256color',
    cols: columns,
    rows,
    cwd,
    env: { ...env },
    encoding: null,
  });
  drainBeforeClose(terminal);
  // What is typed before the settings are in force would be echoed.
  let typedAhead: string[] | undefined = settings === '' ? undefined : [];
  const write = createTerminalWriter(terminal);
  terminal.onData((data: string | Uint8Array) => {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    if (!typedAhead) return onOutput(bytes);
    const ready = bytes.indexOf(READY);
    if (ready === -1) return;
    const waiting = typedAhead;
    typedAhead = undefined;
    for (const text of waiting) write(text);
    if (ready + 1 < bytes.length) onOutput(bytes.subarray(ready + 1));
  });
  terminal.onExit(({ exitCode, signal }) => onExit(signal ? 128 + signal : exitCode));
  return {
    pid: terminal.pid,
    write: (text) => (typedAhead ? void typedAhead.push(text) : write(text)),
    resize: (newColumns, newRows) => terminal.resize(newColumns, newRows),
  };
}

/** How long a terminal whose program has ended may stay quiet before it is closed; its children may hold it open for ever. */
const QUIET_MS = 50;

/**
 * Lets a terminal be closed only when it is quiet. node-pty closes it a fixed time after its program's end, which loses the
 * last kilobytes when this process was busy for as long.
 */
function drainBeforeClose(terminal: NodePty.IPty): void {
  const socket: unknown = Reflect.get(terminal, '_socket');
  if (!(socket instanceof Readable))
    throw new Error('node-pty has another inside: its terminal has no _socket to read from');
  const destroy = socket.destroy.bind(socket);
  let heardSince = true;
  socket.on('data', () => {
    heardSince = true;
  });
  const closeWhenQuiet = (): void => {
    if (socket.destroyed) return;
    if (!heardSince) {
      destroy();
      return;
    }
    heardSince = false;
    // What there is to read is read between a timer and what it sets for the end of its round.
    setTimeout(() => setImmediate(closeWhenQuiet), QUIET_MS);
  };
  socket.destroy = (error) => {
    if (error) return destroy(error);
    closeWhenQuiet();
    return socket;
  };
}
