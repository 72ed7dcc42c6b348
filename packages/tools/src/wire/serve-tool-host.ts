import type { ToolHost } from '../host/tool-host.ts';
import { copyBytes } from './copy-bytes.ts';
import { type Channel, type RunnerMessage, WIRE_VERSION } from './messages.ts';
import { transferError } from './transferred-error.ts';

/** Answers the runner's calls over a channel until it closes. Returns what tells the runner that files changed. */
export function serveToolHost(host: ToolHost, channel: Channel): { filesChanged(): void } {
  const running = new Map<number, AbortController>();
  let toldOfChanges = false;

  const answer = async ({ id, method, params }: Extract<RunnerMessage, { kind: 'call' }>): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    if (method === 'take_changes') toldOfChanges = false;
    try {
      const result = await host.call(method, params, {
        signal: controller.signal,
        onOutput({ stream, bytes }) {
          const own = copyBytes(bytes);
          channel.post({ kind: 'output', id, stream, bytes: own.value }, own.transfer);
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
    if (message.kind === 'cancel') running.get(message.id)?.abort(new Error('cancelled'));
    else void answer(message);
  });
  channel.post({ kind: 'hello', version: WIRE_VERSION }, []);
  return {
    filesChanged() {
      if (toldOfChanges) return;
      toldOfChanges = true;
      channel.post({ kind: 'files_changed' }, []);
    },
  };
}

function isRunnerMessage(message: unknown): message is RunnerMessage {
  return typeof message === 'object' && message !== null && 'kind' in message && 'id' in message;
}
