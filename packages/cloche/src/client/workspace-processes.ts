import type { ProcessView, StopMode } from '@cloche/tools';
import * as Comlink from 'comlink';
import type { ProcessInput, ProcessPiece } from '../wire/runner-api.ts';
import type { RunnerLink } from './runner-link.ts';
import { openTerminalPort } from './terminal-port.ts';

/** A view of a process that goes along with it. */
export interface ProcessAttachment {
  /** Gives input; at a terminal as if it were typed. */
  type(text: string | Uint8Array): void;
  /** Tells the process of a new size of its terminal, in characters. */
  resize(size: { readonly columns: number; readonly rows: number }): void;
  /** Looks away; the process goes on. */
  close(): void;
  /**
   * Resolves when the process and all it started has ended and all its output was given to `onOutput`; rejects with a
   * `ToolFault` when the machine is lost first.
   */
  readonly ended: Promise<ProcessView>;
}

/** Bytes that `read` returns unless asked for others. */
const DEFAULT_READ_BYTES = 65_536;

/**
 * The processes in the background, of all sessions: for the person, whom nothing asks. Every change is a `processes`
 * event. They do not survive a reload; afterwards they are listed as `lost_on_restore`.
 */
export class WorkspaceProcesses {
  readonly #link: RunnerLink;

  constructor(link: RunnerLink) {
    this.#link = link;
  }

  /** Returns the processes that run, and those that have ended and can still be read. */
  list(): Promise<readonly ProcessView[]> {
    return this.#link.use((runner) => runner.listProcesses());
  }

  /** Returns raw output from a cursor on. Rejects with the code `not_found` or `cursor_ahead`. */
  read(id: string, options: { cursor?: number; limitBytes?: number } = {}): Promise<ProcessPiece> {
    const { cursor = 0, limitBytes = DEFAULT_READ_BYTES } = options;
    return this.#link.use((runner) => runner.readProcess({ id, cursor, limitBytes }));
  }

  /** Gives input, its end, or a size. Rejects with the code `stdin_closed`, `input_backpressure` or `pty_unavailable`. */
  input(id: string, input: Omit<ProcessInput, 'id'>): Promise<void> {
    return this.#link.use((runner) => runner.giveProcess({ id, ...input }));
  }

  /** Stops a process with all that it started, and resolves when it has ended. Rejects with the code `not_found`. */
  stop(id: string, mode: StopMode = 'terminate'): Promise<ProcessView> {
    return this.#link.use((runner) => runner.stopProcess(id, mode));
  }

  /**
   * Shows a process from the oldest output that is kept on, raw.
   *
   * @param onOutput  shows bytes; the next ones wait for its promise, and the process never does
   */
  attach(id: string, onOutput: (bytes: Uint8Array) => Promise<void> | undefined): ProcessAttachment {
    const { port, controls, drained } = openTerminalPort(onOutput);
    // The end comes by another way than the output, and may overtake it.
    const ended = this.#link
      .use((runner) => runner.attachProcess(id, Comlink.transfer(port, [port])))
      .then((end) => drained.then(() => end));
    ended.catch(() => undefined);
    return { ...controls, ended };
  }
}
