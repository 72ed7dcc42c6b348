import { decodeMessage, encodeMessage, ToolFault } from '@cloche/tools';

/** A machine elsewhere, which `cloche serve` serves. */
export interface RemoteMachine {
  /** `ws:` or `wss:` address. */
  readonly remote: string | URL;
  /** What the server asks for. */
  readonly token: string;
}

/** A machine that is connected. */
export interface RemoteConnection {
  /** The port of its tool host. */
  readonly port: MessagePort;
  /** Directory that holds the files, absolute, on that machine. */
  readonly root: string;
  /** Resolves with the reason when the line is gone. */
  readonly failed: Promise<string>;
  dispose(): void;
}

const PROTOCOL = 'cloche.1';
const GREETING_VERSION = 1;
const CONNECT_TIMEOUT_MS = 10_000;

/** Connects to a machine. Rejects with a `ToolFault` (`machine_failed`) that says what to do, or with `signal.reason`. */
export async function connectRemoteMachine(
  { remote, token }: RemoteMachine,
  { signal }: { signal: AbortSignal },
): Promise<RemoteConnection> {
  signal.throwIfAborted();
  const url = new URL(remote);
  if (url.protocol !== 'ws:' && url.protocol !== 'wss:') {
    throw new ToolFault('machine_failed', `${url.href}: a remote machine has a ws: or wss: address`);
  }
  const socket = new WebSocket(url, [PROTOCOL, `token.${base64url(token)}`]);
  socket.binaryType = 'arraybuffer';
  const { port1, port2 } = new MessageChannel();
  let fail: (reason: string) => void = () => undefined;
  const failed = new Promise<string>((resolve) => {
    fail = resolve;
  });
  const dispose = (): void => {
    socket.close();
    port1.close();
  };
  const root = await new Promise<string>((resolve, reject) => {
    const give = (reason: unknown): void => {
      dispose();
      reject(reason);
    };
    const refuse = (message: string): void => give(new ToolFault('machine_failed', message));
    const timer = setTimeout(
      () => refuse(`${url.origin}: the machine does not answer; is cloche serve running?`),
      CONNECT_TIMEOUT_MS,
    );
    const onAbort = (): void => give(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    let isGreeted = false;
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = data instanceof ArrayBuffer ? decode(new Uint8Array(data)) : undefined;
      if (message === undefined) {
        socket.close();
        return;
      }
      if (isGreeted) {
        port1.postMessage(message);
        return;
      }
      isGreeted = true;
      settle();
      const greeting = greetingOf(message);
      if (typeof greeting === 'string') refuse(greeting);
      else resolve(greeting.root);
    };
    socket.onclose = ({ code, reason }) => {
      settle();
      const why = reason || (code === 1006 ? 'the line broke, or the token is wrong' : `code ${code}`);
      refuse(`${url.origin}: the machine closed the line (${why})`);
      fail(`the remote machine closed the line: ${why}`);
    };
  });
  port1.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(encodeMessage(data));
  };
  return { port: port2, root, failed, dispose };
}

function decode(bytes: Uint8Array): unknown {
  try {
    return decodeMessage(bytes);
  } catch {
    return undefined;
  }
}

function greetingOf(message: unknown): { readonly root: string } | string {
  if (typeof message !== 'object' || message === null) return 'the machine said something else than a greeting';
  const version = 'version' in message ? message.version : undefined;
  const root = 'root' in message ? message.root : undefined;
  if (version !== GREETING_VERSION)
    return `the machine speaks version ${String(version)}; take the same version of Cloche`;
  return typeof root === 'string' && root.startsWith('/') ? { root } : 'the machine did not say where its files are';
}

function base64url(text: string): string {
  const binary = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
