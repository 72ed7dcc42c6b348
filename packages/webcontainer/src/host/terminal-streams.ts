import type { ContainerProcess } from './container.ts';

/** A process's terminal as text in both directions. */
export interface TerminalStreams {
  /** Writes soon; what is written meanwhile goes along, so that one write is under way at a time. */
  write(text: string): void;
  /** Lets go of the input; what still comes out is passed over. */
  close(): void;
}

/** What hears a process's terminal. */
export interface TerminalListeners {
  readonly onText: (text: string) => void;
  /** The terminal is gone. */
  readonly onEnd: (reason: string) => void;
}

/** Takes a process's streams over. */
export function openTerminalStreams(process: ContainerProcess, { onText, onEnd }: TerminalListeners): TerminalStreams {
  const writer = process.input.getWriter();
  const reader = process.output.getReader();
  let pending = '';
  let isWriting = false;
  let isClosed = false;
  const fail = (error: unknown): void => {
    if (!isClosed) onEnd(error instanceof Error ? error.message : String(error));
  };

  const writePending = async (): Promise<void> => {
    isWriting = true;
    try {
      while (pending !== '' && !isClosed) {
        const text = pending;
        pending = '';
        await writer.write(text);
      }
    } finally {
      isWriting = false;
    }
  };
  const readAll = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!isClosed) onText(value);
    }
    fail('its output ended');
  };
  readAll().catch(fail);

  return {
    write(text) {
      pending += text;
      if (!isWriting && !isClosed) writePending().catch(fail);
    },
    close() {
      // Nothing is cancelled: the client goes on to push what comes, and would throw.
      isClosed = true;
      writer.releaseLock();
    },
  };
}
