import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import {
  concatBytes,
  type ExitStatus,
  NO_BYTES,
  type OpenFile,
  type RunningProcess,
  type SpawnRequest,
  SystemError,
  terminatingSignal,
} from '@cloche/system';
import { endOf, killGroup } from './child-process.ts';
import { type InputChannel, type OutputChannel, openInputChannel, openOutputChannel } from './fifo-channel.ts';
import { createFifoPool, type FifoPool } from './fifo-pool.ts';
import { isHostOpenFile } from './host-descriptor.ts';
import { type LentInput, lendInput } from './lent-input.ts';
import { withMask } from './process-mask.ts';

const READ_BYTES = 65_536;
const RETRY_MS = 2;
const RELEASE_MS = 20;
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
    return { kind: 'output', file, channel: openOutputChannel(takeFifo(fifos)) };
  const isWholeThere = file.kind === 'file' || (isHostOpenFile(file) && file.buffered > 0) || descriptor > 2;
  return isWholeThere && !isDevice
    ? { kind: 'lent', input: await lendInput(file, signal) }
    : { kind: 'input', file, channel: openInputChannel(takeFifo(fifos)) };
}

function takeFifo(fifos: FifoPool): string {
  const path = fifos.take();
  if (path === undefined) throw new SystemError('ENOSYS', 'mkfifo');
  return path;
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

/** Copies a child's output; a reader that is gone closes the stream, so that the child gets SIGPIPE. */
async function pumpOut({ stream }: OutputChannel, file: OpenFile, signal: AbortSignal): Promise<void> {
  file.retain();
  try {
    for await (const chunk of stream) await file.write(chunk, signal);
  } catch {
    stream.destroy();
  } finally {
    file.release();
  }
}

/** Copies input to a child until it or the input ends; what the child has not read goes back to the file. */
async function pumpIn(channel: InputChannel, file: OpenFile, ended: AbortSignal): Promise<void> {
  file.retain();
  let rest: Uint8Array = NO_BYTES;
  try {
    while (!ended.aborted) {
      const bytes = await file.read(READ_BYTES, ended);
      if (bytes.length === 0) {
        channel.endWriting();
        break;
      }
      const done = await writeAll(channel, bytes, ended);
      rest = bytes.subarray(done);
    }
    await releaseUntil(channel, ended);
  } catch {
    channel.endWriting();
  } finally {
    const left = concatBytes([channel.takeBack(), rest]);
    if (left.length > 0) file.unread(left);
    file.release();
  }
}

function releaseUntil(channel: InputChannel, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => channel.releaseOpeners(), RELEASE_MS);
    const stop = (): void => {
      clearInterval(timer);
      resolve();
    };
    if (ended.aborted) stop();
    else ended.addEventListener('abort', stop, { once: true });
  });
}

/** Writes as the child makes room, and returns how much was written when it has ended meanwhile. */
async function writeAll(channel: InputChannel, bytes: Uint8Array, ended: AbortSignal): Promise<number> {
  let done = 0;
  while (done < bytes.length && !ended.aborted) {
    const count = channel.write(bytes, done);
    done += count;
    if (count === 0) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  return done;
}
