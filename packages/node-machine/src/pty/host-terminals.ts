import { randomBytes } from 'node:crypto';
import type * as NodePty from '@lydell/node-pty';
import { createSupervisedOutput, superviseCommand, type TerminalSettings } from './supervise-command.ts';
import { createTerminalWriter } from './terminal-writer.ts';

/** What a program is started with. Paths are the host's. */
export interface TerminalProgram extends TerminalSettings {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly columns: number;
  readonly rows: number;
  /** Runs once, when the program is about to start and has its descriptors. */
  readonly onReady?: () => void;
  /** Gets what appears on the terminal, as it comes; the terminal is not read while a promise is open. */
  readonly onOutput: (bytes: Uint8Array) => undefined | Promise<void>;
  /** Runs once, after the last output: what a shell would have as `$?`, and what was typed and not read. */
  readonly onExit: (exitCode: number, unread: Uint8Array) => void;
}

/** A program under a terminal. */
export interface RunningProgram {
  /** The shell that leads the session; the program is its only child. */
  readonly pid: number;
  /** Types; what does not fit waits, and no caller does. */
  write(typed: string | Uint8Array): void;
  /** Bytes that were typed and that wait here. */
  readonly heldBytes: number;
  resize(columns: number, rows: number): void;
}

/** Starts programs under terminals of the host. */
export type StartUnderTerminal = (program: TerminalProgram) => RunningProgram;

/** The package that opens terminals; prebuilt, so that nothing is compiled where it is installed. */
export const TERMINAL_PACKAGE = '@lydell/node-pty';

/** How long it may take to give back what a program has not read. */
const GIVE_BACK_MS = 200;

/** Returns what starts programs under terminals of the host. Rejects with the reason in one line where the host cannot. */
export async function loadHostTerminals(): Promise<StartUnderTerminal> {
  let pty: typeof NodePty;
  try {
    pty = await import('@lydell/node-pty');
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new Error(`no pseudo-terminals on this host: ${TERMINAL_PACKAGE} does not load: ${reason}`, { cause: error });
  }
  return (program) => start(pty, program);
}

function start(pty: typeof NodePty, program: TerminalProgram): RunningProgram {
  const { file, args, cwd, env, columns, rows, givesBackInput } = program;
  const nonce = randomBytes(12).toString('hex');
  const [shell = '', ...shellArgs] = superviseCommand(file, args, program, nonce);
  const output = createSupervisedOutput(nonce);
  const terminal = pty.spawn(shell, shellArgs, {
    name: env['TERM'] ?? 'xterm-256color',
    cols: columns,
    rows,
    cwd,
    env: { ...env },
    encoding: null,
  });
  const writer = createTerminalWriter(terminal);
  const typedAhead: (string | Uint8Array)[] = [];
  let hasTyped = false;
  let isReady = false;
  let hasEnded = false;
  let lateEnd: NodeJS.Timeout | undefined;
  const write = (typed: string | Uint8Array): void => {
    hasTyped = true;
    writer.write(typed);
  };
  const end = (exitCode: number): void => {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(lateEnd);
    killNow(terminal.pid);
    program.onExit(exitCode, Buffer.concat([output.unreadInput() ?? Buffer.alloc(0), writer.takeBack()]));
  };
  terminal.onData((data: string | Uint8Array) => {
    if (hasEnded) return;
    const own = output.push(typeof data === 'string' ? Buffer.from(data) : data);
    const taken = own.length > 0 ? program.onOutput(own) : undefined;
    if (taken) {
      terminal.pause();
      void taken.finally(() => terminal.resume());
    }
    if (output.isReady() && !isReady) {
      isReady = true;
      program.onReady?.();
      for (const typed of typedAhead.splice(0)) write(typed);
    }
    const exitCode = output.exitCode();
    if (exitCode === undefined) return;
    if (!givesBackInput || !hasTyped || output.unreadInput()) end(exitCode);
    else lateEnd ??= setTimeout(() => end(exitCode), GIVE_BACK_MS);
  });
  terminal.onExit(({ exitCode, signal }) => end(output.exitCode() ?? (signal ? 128 + signal : exitCode)));
  return {
    pid: terminal.pid,
    write: (typed) => (isReady ? write(typed) : void typedAhead.push(typed)),
    get heldBytes() {
      return typedAhead.reduce((sum, { length }) => sum + length, writer.heldBytes);
    },
    resize: (newColumns, newRows) => (hasEnded ? undefined : terminal.resize(newColumns, newRows)),
  };
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone.
  }
}
