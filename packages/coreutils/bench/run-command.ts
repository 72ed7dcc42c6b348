import { createCommandTable } from '@cloche/coreutils';
import {
  createClock,
  createInProcessHost,
  createPipe,
  createYielder,
  type MemoryFileSystem,
  type OpenFile,
  type Process,
} from '@cloche/system';

const clock = createClock({
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
});

/** A command at work, and what it prints, in pieces. */
export interface RunningCommand {
  readonly process: Process;
  readonly printed: Promise<readonly Uint8Array[]>;
}

/** Starts a command over files in memory; what it prints is only kept, so that little but the command is measured. */
export function startCommand(argv: readonly string[], files: MemoryFileSystem): RunningCommand {
  const processes = createInProcessHost({
    files,
    clock,
    random: (length) => new Uint8Array(length),
    yieldIfDue: createYielder(clock, () => new Promise((resolve) => setImmediate(resolve))),
    programs: createCommandTable(),
    programDirectories: ['/bin'],
  });
  const input = createPipe();
  const output = createPipe();
  const process = processes.spawn({
    argv: [...argv],
    env: new Map([['PATH', '/bin']]),
    cwd: '/',
    umask: 0o022,
    parent: 1,
    descriptors: new Map([
      [0, input.reader],
      [1, output.writer],
      [2, output.writer],
    ]),
  });
  for (const file of [input.reader, input.writer, output.writer]) file.release();
  return { process, printed: drain(output.reader) };
}

/** Runs a command to its end and returns what it printed. */
export async function runCommand(argv: readonly string[], files: MemoryFileSystem): Promise<readonly Uint8Array[]> {
  const { process, printed } = startCommand(argv, files);
  await process.exited;
  return printed;
}

async function drain(file: OpenFile): Promise<readonly Uint8Array[]> {
  const { signal } = new AbortController();
  const pieces: Uint8Array[] = [];
  for (;;) {
    const bytes = await file.read(1 << 20, signal);
    if (bytes.length === 0) return pieces;
    pieces.push(bytes);
  }
}
