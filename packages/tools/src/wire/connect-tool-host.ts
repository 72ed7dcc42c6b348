import { createDeferred, NO_NETWORK } from '@cloche/system';
import { ToolFault } from '../contract/tool-fault.ts';
import type { HostCallOptions, HostMethod, HostMethods, ToolHost } from '../host/tool-host.ts';
import { copyBytes } from './copy-bytes.ts';
import { type Channel, type MachineMessage, WIRE_VERSION } from './messages.ts';
import type { AppServer } from './network-methods.ts';
import { restoreError, transferError } from './transferred-error.ts';

/** A machine at the other end of a channel. */
export interface ToolHostConnection {
  readonly host: ToolHost;
  /** Resolves when the machine has said hello; rejects with a `ToolFault` when it does not in time. */
  readonly ready: Promise<void>;
  /** Resolves with the reason when the machine is gone. */
  readonly lost: Promise<ToolFault>;
  /** Declares the machine gone: every pending call rejects with a `ToolFault`, and so does every later one. */
  lose(reason: string): void;
}

/** How a connection watches over its machine. */
export interface ConnectOptions {
  /** Calls back after this many milliseconds, and returns what cancels it. */
  readonly after: (ms: number, callback: () => void) => () => void;
  /** The machine said that files changed. */
  readonly onFilesChanged: () => void;
  /** Answers what the machine asks of the app; without it the machine hears that the app has nothing. */
  readonly app?: AppServer;
  /** Longest wait for the first message. Default 20,000. */
  readonly startLimitMs?: number;
  /** Longest silence while calls are open, after which the machine counts as lost. Default 20,000. */
  readonly silenceLimitMs?: number;
}

interface PendingCall {
  resolve(value: HostMethods[HostMethod]['result']): void;
  reject(error: unknown): void;
  readonly onOutput: HostCallOptions['onOutput'];
}

const PING_EVERY_MS = 2000;

/** Connects to the host behind a channel. A machine that stays silent while it is asked something is given up. */
export function connectToolHost(channel: Channel, options: ConnectOptions): ToolHostConnection {
  const pending = new Map<number, PendingCall>();
  const asked = new Map<number, AbortController>();
  const silenceLimitMs = options.silenceLimitMs ?? 20_000;
  let nextId = 1;
  let fault: ToolFault | undefined;
  let heardSincePing = true;
  let silentMs = 0;
  let stopWatching: (() => void) | undefined;
  const ready = createDeferred<void>();
  const lost = createDeferred<ToolFault>();
  ready.promise.catch(() => undefined);

  const lose = (reason: string): void => {
    if (fault) return;
    fault = new ToolFault('machine_lost', `the machine is gone: ${reason}`);
    stopWatching?.();
    cancelStart();
    for (const asking of asked.values()) asking.abort(fault);
    options.app?.close();
    for (const call of pending.values()) call.reject(fault);
    pending.clear();
    ready.reject(fault);
    lost.resolve(fault);
    channel.close();
  };
  const cancelStart = options.after(options.startLimitMs ?? 20_000, () => lose('it did not start in time'));

  const watch = (): void => {
    if (stopWatching || fault) return;
    heardSincePing = true;
    silentMs = 0;
    const ping = (): void => {
      stopWatching = undefined;
      if (pending.size === 0 || fault) return;
      silentMs = heardSincePing ? 0 : silentMs + PING_EVERY_MS;
      if (silentMs >= silenceLimitMs) {
        lose(`it has not answered for ${silenceLimitMs / 1000} seconds`);
        return;
      }
      heardSincePing = false;
      channel.post({ kind: 'call', id: 0, method: 'ping', params: {} }, []);
      stopWatching = options.after(PING_EVERY_MS, ping);
    };
    stopWatching = options.after(PING_EVERY_MS, ping);
  };

  const passOutput = async ({ id, stream, bytes }: Extract<MachineMessage, { kind: 'output' }>): Promise<void> => {
    const { length } = bytes;
    try {
      await pending.get(id)?.onOutput?.({ stream, bytes });
    } finally {
      if (!fault) channel.post({ kind: 'output_taken', id, bytes: length }, []);
    }
  };

  const answer = async ({ id, method, params }: Extract<MachineMessage, { kind: 'ask' }>): Promise<void> => {
    const controller = new AbortController();
    asked.set(id, controller);
    try {
      if (!options.app) throw new Error(NO_NETWORK);
      const given = await options.app.answer(method, params, controller);
      const { value, transfer } = copyBytes(given);
      if (!fault) channel.post({ kind: 'answer', id, value }, transfer);
    } catch (error) {
      if (!fault) channel.post({ kind: 'refusal', id, error: transferError(error) }, []);
    } finally {
      asked.delete(id);
    }
  };

  channel.listen((received) => {
    if (!isMachineMessage(received) || fault) return;
    heardSincePing = true;
    switch (received.kind) {
      case 'hello':
        cancelStart();
        if (received.version === WIRE_VERSION) ready.resolve();
        else
          lose(
            `it speaks version ${received.version} of the wire, not ${WIRE_VERSION}: reload the page to get files of one version`,
          );
        return;
      case 'files_changed':
        options.onFilesChanged();
        return;
      case 'ask':
        void answer(received);
        return;
      case 'ask_cancel':
        asked.get(received.id)?.abort(new Error('the machine does not want it any more'));
        return;
      case 'output':
        void passOutput(received);
        return;
      case 'result':
        pending.get(received.id)?.resolve(received.value);
        pending.delete(received.id);
        return;
      case 'error':
        pending.get(received.id)?.reject(restoreError(received.error));
        pending.delete(received.id);
        return;
    }
  });

  const host: ToolHost = {
    call<Method extends HostMethod>(
      method: Method,
      params: HostMethods[Method]['params'],
      { signal, onOutput }: HostCallOptions,
    ) {
      return new Promise<HostMethods[Method]['result']>((resolve, reject) => {
        if (fault) {
          reject(fault);
          return;
        }
        const id = nextId++;
        const cancel = (): void => channel.post({ kind: 'cancel', id }, []);
        signal.addEventListener('abort', cancel, { once: true });
        const settled = (): void => signal.removeEventListener('abort', cancel);
        pending.set(id, {
          resolve(value) {
            settled();
            resolve(value);
          },
          reject(error) {
            settled();
            reject(error);
          },
          onOutput,
        });
        const { value, transfer } = copyBytes(params);
        channel.post({ kind: 'call', id, method, params: value }, transfer);
        if (signal.aborted) cancel();
        watch();
      });
    },
  };
  return { host, ready: ready.promise, lost: lost.promise, lose };
}

function isMachineMessage(message: unknown): message is MachineMessage {
  return typeof message === 'object' && message !== null && 'kind' in message;
}
