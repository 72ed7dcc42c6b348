import { randomBytes } from 'node:crypto';
import type * as NodePty from '@lydell/node-pty';
import { sendSignal } from './process-table.ts';
import { createSupervisedOutput, superviseCommand, type TerminalSettings } from './terminal-supervisor.ts';
import { createTerminalWriter } from './terminal-writer.ts';

/** What a program is started with. Paths are the host's. */
export interface TerminalProgram extends TerminalSettings {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly columns: number;
  readonly rows: number;
  /** Gets what appears on the terminal, as it comes. */
  readonly onOutput: (bytes: Uint8Array) => void;
  /** Runs once, after the last output: what a shell would have as `$?`. */
  readonly onExit: (exitCode: number) => void;
}

/** A program under a terminal. */
export interface RunningProgram {
  /** The shell that leads the session; the program is its only child. */
  readonly pid: number;
  write(text: string): void;
  resize(columns: number, rows: number): void;
}

/** Starts programs under pseudo-terminals. */
export type StartUnderTerminal = (program: TerminalProgram) => RunningProgram;

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
  const nonce = randomBytes(12).toString('hex');
  const [shell = '', ...shellArgs] = superviseCommand(file, args, program, nonce);
  const output = createSupervisedOutput(nonce);
  const terminal = pty.spawn(shell, shellArgs, {
    name: 'xterm-256color',
    cols: columns,
    rows,
    cwd,
    env: { ...env },
    encoding: null,
  });
  const write = createTerminalWriter(terminal);
  const typedAhead: string[] = [];
  let hasEnded = false;
  const end = (exitCode: number): void => {
    if (hasEnded) return;
    hasEnded = true;
    onExit(exitCode);
  };
  terminal.onData((data: string | Uint8Array) => {
    if (hasEnded) return;
    const own = output.push(typeof data === 'string' ? Buffer.from(data) : data);
    if (own.length > 0) onOutput(own);
    if (output.isReady()) for (const text of typedAhead.splice(0)) write(text);
    const exitCode = output.exitCode();
    if (exitCode === undefined) return;
    sendSignal(terminal.pid, 'SIGKILL');
    end(exitCode);
  });
  terminal.onExit(({ exitCode, signal }) => end(signal ? 128 + signal : exitCode));
  return {
    pid: terminal.pid,
    write: (text) => (output.isReady() ? write(text) : void typedAhead.push(text)),
    resize: (newColumns, newRows) => (hasEnded ? undefined : terminal.resize(newColumns, newRows)),
  };
}
