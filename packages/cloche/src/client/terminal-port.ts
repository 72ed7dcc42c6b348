import { createDeferred } from '@cloche/system';
import type { TerminalMessage, TerminalOutput } from '../wire/runner-api.ts';

/** Shows bytes as a terminal does; the next ones wait for its promise. */
type ShowBytes = (bytes: Uint8Array) => Promise<void> | undefined;

/** The page's end of a line to a terminal or a process. */
interface TerminalControls {
  /** Passes on what the person typed or pasted; nothing happens after the end. */
  type(text: string | Uint8Array): void;
  /** Tells the programs of a new size, in characters. */
  resize(size: { readonly columns: number; readonly rows: number }): void;
  close(): void;
}

/** Opens a line on which bytes are shown and said to be shown; `port` is for the runner. */
export function openTerminalPort(onOutput: ShowBytes): {
  readonly port: MessagePort;
  readonly controls: TerminalControls;
  /** Resolves when all output has been given to `onOutput`. */
  readonly drained: Promise<void>;
} {
  const { port1, port2 } = new MessageChannel();
  const post = (message: TerminalMessage): void => port1.postMessage(message);
  const drained = createDeferred<void>();
  port1.onmessage = async ({ data }: MessageEvent<TerminalOutput>) => {
    if (data === null) {
      drained.resolve();
      return;
    }
    const { length } = data;
    try {
      await onOutput(data);
    } finally {
      post({ kind: 'shown', bytes: length });
    }
  };
  return {
    port: port2,
    drained: drained.promise,
    controls: {
      type: (text) => post({ kind: 'type', bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text }),
      resize: ({ columns, rows }) => post({ kind: 'resize', columns, rows }),
      close: () => post({ kind: 'close' }),
    },
  };
}
