import { spawn } from 'node:child_process';
import { closeSync, unlinkSync } from 'node:fs';
import {
  type ExitStatus,
  type OpenFile,
  type RunningProcess,
  type SpawnRequest,
  terminatingSignal,
} from '@cloche/system';
import { endOf, killGroup } from './child-process.ts';
import { type InputChannel, type OutputChannel, openInputChannel, openOutputChannel } from './fifo-channel.ts';
import { createFifoPool, type FifoPool } from './fifo-pool.ts';
import { pumpIn, pumpOut } from './fifo-pumps.ts';
import { isHostOpenFile } from './host-descriptor.ts';
import { type LentInput, lendInput } from './lent-input.ts';
import { withMask } from './process-mask.ts';

/** How long output is awaited after a process ended whose own children still hold its streams. */
const LINGER_MS = 100;

/** How one descriptor reaches the child. */
type Connection =
  | { readonly kind: 'closed' }
  | { readonly kind: 'inherited'; readonly descriptor: number }
  | { readonly kind: 'input'; readonly file: OpenFile; readonly channel: InputChannel }
  | { readonly kind: 'output'; readonly file: OpenFile; readonly channel: OutputChannel }
  /** The rest of an input whose unread part goes back to `file` when the child has ended. */
  | { readonly kind: 'lent'; readonly input: LentInput };

/** Runs an executable of the host as a process: streams piped with back-pressure, its own group, its true end. */
export type StartHostProcess = (running: RunningProcess, request: SpawnRequest, path: string) => Promise<ExitStatus>;

/** Creates what starts the host's executables. */
export function createHostStarter(): StartHostProcess {
  const fifos = createFifoPool();
  return async (running, request, path) => {
    const files = [...request.descriptors.values()];
    for (const file of files) file.retain();
    const connections = await connect(request, fifos, running.signal);
    try {
      running.signal.throwIfAborted();
      return await runChild(running, request, path, connections);
    } finally {
      for (const connection of connections) if (connection.kind === 'lent') connection.input.takeBack();
      for (const file of files) file.release();
    }
  };
}

async function runChild(
  running: RunningProcess,
  request: SpawnRequest,
  path: string,
  connections: readonly Connection[],
): Promise<ExitStatus> {
  const [argv0 = path, ...args] = request.argv;
  const child = withMask(request.umask, () =>
    spawn(path, args, {
      argv0,
      cwd: request.cwd,
      env: Object.fromEntries(request.env),
      stdio: connections.map(stdioOf),
      detached: true,
    }),
  );
  running.handleSignal = (signal) => killGroup(child, signal);
  const onAbort = (): void => void killGroup(child, terminatingSignal(running.signal.reason) ?? 'SIGKILL');
  running.signal.addEventListener('abort', onAbort, { once: true });
  const ended = new AbortController();
  const pumps = startPumps(connections, { running: running.signal, ended: ended.signal });
  try {
    const status = await endOf(child);
    ended.abort('the process has ended');
    await pumps.fed;
    await Promise.race([pumps.drained, new Promise((resolve) => setTimeout(resolve, LINGER_MS).unref())]);
    return status;
  } finally {
    ended.abort('the process could not start');
    running.signal.removeEventListener('abort', onAbort);
  }
}

async function connect(request: SpawnRequest, fifos: FifoPool, signal: AbortSignal): Promise<Connection[]> {
  const highest = Math.max(2, ...request.descriptors.keys());
  const connections: Connection[] = [];
  for (let descriptor = 0; descriptor <= highest; descriptor++) {
    const file = request.descriptors.get(descriptor);
    const shared = connections.find((other) => other.kind === 'output' && other.file === file);
    connections.push(shared ?? (file ? await connectFile(file, descriptor, { fifos, signal }) : { kind: 'closed' }));
  }
  return connections;
}

async function connectFile(
  file: OpenFile,
  descriptor: number,
  { fifos, signal }: { fifos: FifoPool; signal: AbortSignal },
): Promise<Connection> {
  if (isHostOpenFile(file) && (file.buffered === 0 || !file.canRead))
    return { kind: 'inherited', descriptor: file.hostDescriptor };
  const isDevice = file.kind === 'device';
  if (!file.canRead || (isDevice && file.canWrite && descriptor > 0))
    return { kind: 'output', file, channel: openUnnamed(fifos, openOutputChannel) };
  const isWholeThere = file.kind === 'file' || (isHostOpenFile(file) && file.buffered > 0) || descriptor > 2;
  return isWholeThere && !isDevice
    ? { kind: 'lent', input: await lendInput(file, signal) }
    : { kind: 'input', file, channel: openUnnamed(fifos, openInputChannel) };
}

/** Opens a FIFO that has no name any more: the child inherits it. */
function openUnnamed<Channel>(fifos: FifoPool, open: (path: string) => Channel): Channel {
  const path = fifos.take();
  try {
    return open(path);
  } finally {
    unlinkSync(path);
  }
}

function stdioOf(connection: Connection): 'ignore' | number {
  switch (connection.kind) {
    case 'closed':
      return 'ignore';
    case 'input':
    case 'output':
      return connection.channel.childDescriptor;
    case 'inherited':
      return connection.descriptor;
    case 'lent':
      return connection.input.descriptor;
  }
}

/** `fed` resolves when inputs have their unread part back, `drained` when all output was passed on. */
function startPumps(
  connections: readonly Connection[],
  signals: { running: AbortSignal; ended: AbortSignal },
): { fed: Promise<unknown>; drained: Promise<unknown> } {
  const fed: Promise<void>[] = [];
  const drained: Promise<void>[] = [];
  for (const connection of new Set(connections)) {
    if (connection.kind !== 'input' && connection.kind !== 'output') continue;
    closeSync(connection.channel.childDescriptor);
    if (connection.kind === 'output') drained.push(pumpOut(connection.channel, connection.file, signals.running));
    else fed.push(pumpIn(connection.channel, connection.file, signals.ended));
  }
  return { fed: Promise.all(fed), drained: Promise.all(drained) };
}
