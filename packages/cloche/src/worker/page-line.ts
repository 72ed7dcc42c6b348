import { createOutputWindow, type OutputChunk, TERMINAL_WINDOW_BYTES } from '@cloche/tools';
import type { TerminalMessage, TerminalOutput } from '../wire/runner-api.ts';

/** What a page wants of what it shows. */
export interface PageLineListener {
  readonly onType: (bytes: Uint8Array) => void;
  readonly onResize: (size: { readonly columns: number; readonly rows: number }) => void;
  readonly onClose: () => void;
}

/** The runner's end of a line to a page that shows a terminal or a process. */
export interface PageLine {
  /** Sends output; a promise means that the page is behind: wait for it. */
  onOutput(chunk: Pick<OutputChunk, 'bytes'>): undefined | Promise<void>;
  /** Says that this was all, and closes the line. */
  end(): void;
}

/** Serves a line through a port whose other end `openTerminalPort` has. */
export function servePageLine(port: MessagePort, { onType, onResize, onClose }: PageLineListener): PageLine {
  const window = createOutputWindow(TERMINAL_WINDOW_BYTES);
  port.onmessage = ({ data }: MessageEvent<TerminalMessage>) => {
    switch (data.kind) {
      case 'type':
        onType(data.bytes);
        return;
      case 'resize':
        onResize({ columns: data.columns, rows: data.rows });
        return;
      case 'shown':
        window.taken(data.bytes);
        return;
      case 'close':
        onClose();
        return;
    }
  };
  return {
    onOutput({ bytes }) {
      const { length } = bytes;
      port.postMessage(bytes satisfies TerminalOutput, [bytes.buffer]);
      return window.sent(length);
    },
    end() {
      port.postMessage(null satisfies TerminalOutput);
      port.close();
    },
  };
}
