import type { ToolHost } from '../host/tool-host.ts';
import { copyBytes } from './copy-bytes.ts';
import { type Channel, type RunnerMessage, WIRE_VERSION } from './messages.ts';
import type { AppMethod, AppMethods, AskApp } from './network-methods.ts';
import { createOutputWindow, OUTPUT_WINDOW_BYTES, type OutputWindow, TERMINAL_WINDOW_BYTES } from './output-window.ts';
import { restoreError, transferError } from './transferred-error.ts';

/** A tool host that answers over a channel. */
export interface ServedToolHost {
  /** Tells the runner that files changed. */
  filesChanged(): void;
  /** Asks the app at the other end. */
  readonly askApp: AskApp;
  /** The channel is gone: what runs is cancelled. */
  close(): void;
}

/** Answers the runner's calls over a channel until it closes. */
export function serveToolHost(host: ToolHost, channel: Channel): ServedToolHost {
  const running = new Map<number, RunningCall>();
  const asking = new Map<number, Asking>();
  let nextAskId = 1;
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
      case 'answer':
        asking.get(message.id)?.resolve(message.value);
        return;
      case 'refusal':
        asking.get(message.id)?.reject(restoreError(message.error));
        return;
      case 'output_taken':
        running.get(message.id)?.window.taken(message.bytes);
        return;
    }
  });
  channel.post({ kind: 'hello', version: WIRE_VERSION }, []);
  return {
    askApp<Method extends AppMethod>(
      method: Method,
      params: AppMethods[Method]['params'],
      { signal }: { readonly signal: AbortSignal },
    ) {
      return new Promise<AppMethods[Method]['result']>((resolve, reject) => {
        signal.throwIfAborted();
        const id = nextAskId++;
        const onAbort = (): void => {
          channel.post({ kind: 'ask_cancel', id }, []);
          asking.get(id)?.reject(signal.reason);
        };
        const settle = (): void => {
          asking.delete(id);
          signal.removeEventListener('abort', onAbort);
        };
        asking.set(id, {
          resolve(value) {
            settle();
            resolve(value);
          },
          reject(error) {
            settle();
            reject(error);
          },
        });
        signal.addEventListener('abort', onAbort, { once: true });
        const { value, transfer } = copyBytes(params);
        channel.post({ kind: 'ask', id, method, params: value }, transfer);
      });
    },
    close() {
      for (const each of asking.values()) each.reject(new Error('the runner is gone'));
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

interface Asking {
  resolve(value: AppMethods[AppMethod]['result']): void;
  reject(error: unknown): void;
}

function isRunnerMessage(message: unknown): message is RunnerMessage {
  return typeof message === 'object' && message !== null && 'kind' in message && 'id' in message;
}
