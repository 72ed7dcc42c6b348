import type { ToolHost } from '../host/tool-host.ts';
import { copyBytes } from './copy-bytes.ts';
import { type Channel, type RunnerMessage, WIRE_VERSION } from './messages.ts';
import { createOutputWindow, OUTPUT_WINDOW_BYTES, type OutputWindow, TERMINAL_WINDOW_BYTES } from './output-window.ts';
import { transferError } from './transferred-error.ts';

/** A tool host that answers over a channel. */
export interface ServedToolHost {
  /** Tells the runner that files changed. */
  filesChanged(): void;
  /** The channel is gone: what runs is cancelled. */
  close(): void;
}

/** Answers the runner's calls over a channel until it closes. */
export function serveToolHost(host: ToolHost, channel: Channel): ServedToolHost {
  const running = new Map<number, RunningCall>();
  let toldOfChanges = false;

  const answer = async ({ id, method, params }: Extract<RunnerMessage, { kind: 'call' }>): Promise<void> => {
    const controller = new AbortController();
    const window = createOutputWindow(method === 'terminal' ? TERMINAL_WINDOW_BYTES : OUTPUT_WINDOW_BYTES);
    running.set(id, { controller, window });
    if (method === 'take_changes') toldOfChanges = false;
    try {
      const result = await host.call(method, params, {
        signal: controller.signal,
        onOutput({ stream, bytes }) {
          const own = copyBytes(bytes);
          channel.post({ kind: 'output', id, stream, bytes: own.value }, own.transfer);
          return window.sent(bytes.length);
        },
      });
      const { value, transfer } = copyBytes(result);
      channel.post({ kind: 'result', id, value }, transfer);
    } catch (error) {
      channel.post({ kind: 'error', id, error: transferError(error) }, []);
    } finally {
      running.delete(id);
    }
  };

  channel.listen((message) => {
    if (!isRunnerMessage(message)) return;
    switch (message.kind) {
      case 'call':
        void answer(message);
        return;
      case 'cancel':
        running.get(message.id)?.controller.abort(new Error('cancelled'));
        return;
      case 'output_taken':
        running.get(message.id)?.window.taken(message.bytes);
        return;
    }
  });
  channel.post({ kind: 'hello', version: WIRE_VERSION }, []);
  return {
    close() {
      for (const { controller } of running.values()) controller.abort(new Error('the runner is gone'));
    },
    filesChanged() {
      if (toldOfChanges) return;
      toldOfChanges = true;
      channel.post({ kind: 'files_changed' }, []);
    },
  };
}

interface RunningCall {
  readonly controller: AbortController;
  readonly window: OutputWindow;
}

function isRunnerMessage(message: unknown): message is RunnerMessage {
  return typeof message === 'object' && message !== null && 'kind' in message && 'id' in message;
}
