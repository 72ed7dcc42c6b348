import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import {
  concatBytes,
  type ExitStatus,
  isSignalName,
  type OpenFile,
  type RunningProcess,
  type SpawnRequest,
  terminatingSignal,
} from '@cloche/system';
import { isHostOpenFile } from './host-descriptor.ts';

const READ_BYTES = 65_536;
/** How long output is awaited after a process ended whose own children still hold its streams. */
const LINGER_MS = 100;

/** How one descriptor reaches the child. */
type Connection =
  | { readonly kind: 'closed' }
  | { readonly kind: 'inherited'; readonly descriptor: number }
  | { readonly kind: 'input' | 'output'; readonly file: OpenFile }
  /** The rest of an input whose unread part goes back to `file` when the child has ended. */
  | { readonly kind: 'lent'; readonly file: OpenFile; readonly descriptor: number };

/** Runs an executable of the host as a process: streams piped with back-pressure, its own group, its true end. */
export async function startHostProcess(running: RunningProcess, request: SpawnRequest, path: string): Promise<ExitStatus> {
  const files = [...request.descriptors.values()];
  for (const file of files) file.retain();
  const connections = await connect(request, running.signal);
  try {
    return await runChild(running, request, path, connections);
  } finally {
    for (const connection of connections) if (connection.kind === 'lent') takeBack(connection);
    for (const file of files) file.release();
  }
}

async function runChild(
  running: RunningProcess,
  request: SpawnRequest,
  path: string,
  connections: readonly Connection[],
): Promise<ExitStatus> {
  const [argv0 = path, ...args] = request.argv;
  const child = spawn(path, args, {
    argv0,
    cwd: request.cwd,
    env: Object.fromEntries(request.env),
    stdio: connections.map(stdioOf),
    detached: true,
  });
  running.handleSignal = (signal) => killGroup(child, signal);
  const onAbort = (): void => void killGroup(child, terminatingSignal(running.signal.reason) ?? 'SIGKILL');
  running.signal.addEventListener('abort', onAbort, { once: true });
  const pumps = startPumps(child, connections, running.signal);
  try {
    const status = await endOf(child);
    await Promise.race([Promise.all(pumps), new Promise((resolve) => setTimeout(resolve, LINGER_MS).unref())]);
    return status;
  } finally {
    running.signal.removeEventListener('abort', onAbort);
  }
}

async function connect(request: SpawnRequest, signal: AbortSignal): Promise<Connection[]> {
  const highest = Math.max(2, ...request.descriptors.keys());
  const connections: Connection[] = [];
  for (let descriptor = 0; descriptor <= highest; descriptor++) {
    const file = request.descriptors.get(descriptor);
    connections.push(file ? await connectFile(file, descriptor, signal) : { kind: 'closed' });
  }
  return connections;
}

async function connectFile(file: OpenFile, descriptor: number, signal: AbortSignal): Promise<Connection> {
  if (isHostOpenFile(file) && (file.buffered === 0 || !file.canRead)) return { kind: 'inherited', descriptor: file.hostDescriptor };
  if (!file.canRead) return { kind: 'output', file };
  if (file.kind === 'device') return file.canWrite && descriptor > 0 ? { kind: 'output', file } : { kind: 'input', file };
  const isWholeThere = file.kind === 'file' || (isHostOpenFile(file) && file.buffered > 0) || descriptor > 2;
  return isWholeThere ? { kind: 'lent', file, descriptor: await spool(file, signal) } : { kind: 'input', file };
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

function stdioOf(connection: Connection): 'ignore' | 'pipe' | number {
  if (connection.kind === 'closed') return 'ignore';
  return connection.kind === 'inherited' || connection.kind === 'lent' ? connection.descriptor : 'pipe';
}

function startPumps(child: ChildProcess, connections: readonly Connection[], signal: AbortSignal): Promise<void>[] {
  const pumps: Promise<void>[] = [];
  connections.forEach((connection, index) => {
    const stream = child.stdio[index];
    if (!stream) return;
    if (connection.kind === 'output' && isReadable(stream)) pumps.push(pumpOut(stream, connection.file, signal));
    if (connection.kind === 'input' && isWritable(stream)) void pumpIn(connection.file, stream, child);
  });
  return pumps;
}

function isReadable(stream: Readable | Writable): stream is Readable {
  return 'read' in stream;
}

function isWritable(stream: Readable | Writable): stream is Writable {
  return 'write' in stream;
}

/** Copies a child's output; a reader that is gone closes the stream, so that the child gets SIGPIPE. */
async function pumpOut(stream: Readable, file: OpenFile, signal: AbortSignal): Promise<void> {
  file.retain();
  try {
    for await (const chunk of stream) await file.write(chunk, signal);
  } catch {
    stream.destroy();
  } finally {
    file.release();
  }
}

/** Copies input to a child until it or the input ends. */
async function pumpIn(file: OpenFile, stream: Writable, child: ChildProcess): Promise<void> {
  const ended = new AbortController();
  const stop = (): void => ended.abort('the process has ended');
  child.once('exit', stop);
  child.once('error', stop);
  stream.on('error', stop);
  file.retain();
  try {
    while (!ended.signal.aborted) {
      const bytes = await file.read(READ_BYTES, ended.signal);
      if (bytes.length === 0) break;
      if (!stream.write(bytes)) await drained(stream, ended.signal);
    }
  } catch {
    stream.destroy();
  } finally {
    stream.end();
    file.release();
  }
}

function drained(stream: Writable, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    stream.once('drain', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
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
