import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  concatBytes,
  type ExitStatus,
  isSignalName,
  NO_BYTES,
  type OpenFile,
  type RunningProcess,
  type SpawnRequest,
  SystemError,
  terminatingSignal,
} from '@cloche/system';
import { type InputChannel, type OutputChannel, openInputChannel, openOutputChannel } from './fifo-channel.ts';
import { createFifoPool, type FifoPool } from './fifo-pool.ts';
import { isHostOpenFile } from './host-descriptor.ts';
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
  | { readonly kind: 'lent'; readonly file: OpenFile; readonly descriptor: number };

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
      for (const connection of connections) if (connection.kind === 'lent') takeBack(connection);
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
    ? { kind: 'lent', file, descriptor: await spool(file, signal) }
    : { kind: 'input', file, channel: openInputChannel(takeFifo(fifos)) };
}

function takeFifo(fifos: FifoPool): string {
  const path = fifos.take();
  if (path === undefined) throw new SystemError('ENOSYS', 'mkfifo');
  return path;
}

/** Copies the rest of an input into an unnamed file and returns its descriptor, at the start. */
async function spool(file: OpenFile, signal: AbortSignal): Promise<number> {
  const chunks: Uint8Array[] = [];
  for (;;) {
    const bytes = await file.read(READ_BYTES, signal);
    if (bytes.length === 0) break;
    chunks.push(bytes);
  }
  const folder = mkdtempSync(join(tmpdir(), 'cloche-input-'));
  try {
    const name = join(folder, 'input');
    writeFileSync(name, concatBytes(chunks), { mode: 0o600 });
    return openSync(name, 'r');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Gives what the child has left of a lent input back; child and host share the position. */
function takeBack({ file, descriptor }: Connection & { kind: 'lent' }): void {
  const chunks: Uint8Array[] = [];
  for (;;) {
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    const count = readSync(descriptor, buffer, 0, READ_BYTES, null);
    if (count === 0) break;
    chunks.push(buffer.subarray(0, count));
  }
  closeSync(descriptor);
  if (chunks.length > 0) file.unread(concatBytes(chunks));
}

function stdioOf(connection: Connection): 'ignore' | number {
  switch (connection.kind) {
    case 'closed':
      return 'ignore';
    case 'input':
    case 'output':
      return connection.channel.childDescriptor;
    default:
      return connection.descriptor;
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

function endOf(child: ChildProcess): Promise<ExitStatus> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (signal !== null && isSignalName(signal)) resolve({ kind: 'signaled', signal });
      else resolve({ kind: 'exited', code: code ?? 1 });
    });
  });
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): boolean {
  if (child.pid === undefined) return false;
  try {
    process.kill(-child.pid, signal);
    return true;
  } catch {
    return false;
  }
}
