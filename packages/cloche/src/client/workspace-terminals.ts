import * as Comlink from 'comlink';
import type { TerminalEnd, TerminalRequest } from '../wire/runner-api.ts';
import type { RunnerLink } from './runner-link.ts';
import { openTerminalPort } from './terminal-port.ts';

/** How a terminal is opened. */
export interface TerminalOptions extends TerminalRequest {
  /**
   * Shows bytes as a terminal does (xterm's `write`), UTF-8 with escape sequences, cut anywhere. Once a mebibyte waits to
   * be shown, the programs wait for the promise.
   */
  readonly onOutput: (bytes: Uint8Array) => Promise<void> | undefined;
}

/** A terminal of the machine with a program at it. */
export interface WorkspaceTerminal {
  /** Passes on what the person typed or pasted; nothing happens after the end. */
  type(text: string | Uint8Array): void;
  /** Tells the programs of a new size, in characters. */
  resize(size: { readonly columns: number; readonly rows: number }): void;
  /** Hangs up: the programs get SIGHUP, and are killed when they stay. */
  close(): void;
  /**
   * Resolves when the program has ended and all its output was given to `onOutput`. Rejects with a `ToolFault` (`machine_lost`)
   * when the machine ends first, and with the code `pty_unavailable` where the machine opens no terminals: the message says what
   * to install.
   */
  readonly ended: Promise<TerminalEnd>;
}

/**
 * The person's own terminals. What is typed at them is not a tool call: nothing asks. They do not survive a reload, the
 * files that they changed do.
 */
export class WorkspaceTerminals {
  readonly #link: RunnerLink;

  constructor(link: RunnerLink) {
    this.#link = link;
  }

  /** Opens a terminal; its output begins when the machine is there. */
  open({ onOutput, ...request }: TerminalOptions): WorkspaceTerminal {
    const { port, controls, drained } = openTerminalPort(onOutput);
    // The end comes by another way than the output, and may overtake it.
    const ended = this.#link
      .use((runner) => runner.openTerminal(request, Comlink.transfer(port, [port])))
      .then((end) => drained.then(() => end));
    ended.catch(() => undefined);
    return { ...controls, ended };
  }
}
