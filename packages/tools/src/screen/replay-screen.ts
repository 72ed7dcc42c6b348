// oxlint-disable-next-line typescript/triple-slash-reference -- a declaration that no import can name
/// <reference path="./xterm-headless.d.ts" />
import type { ReplayScreen } from '../host/processes/process-data.ts';

/** Returns what a terminal shows after it got some output: xterm's own emulation, without a display. */
export const replayScreen: ReplayScreen = async (output, { columns, rows }) => {
  const { Terminal } = await import('@xterm/headless/lib-headless/xterm-headless.mjs');
  const terminal = new Terminal({ cols: columns, rows, scrollback: 0, allowProposedApi: true });
  try {
    await new Promise<void>((resolve) => terminal.write(output, resolve));
    const { active } = terminal.buffer;
    const lines = Array.from(
      { length: rows },
      (_, row) => active.getLine(active.viewportY + row)?.translateToString(true) ?? '',
    );
    return { lines, cursor: { row: active.cursorY, column: active.cursorX } };
  } finally {
    terminal.dispose();
  }
};
