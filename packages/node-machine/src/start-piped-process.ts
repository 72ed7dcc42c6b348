import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { ExitStatus, OpenFile, RunningProcess, SpawnRequest } from '@cloche/system';
import { terminatingSignal } from '@cloche/system';
import { endOf, killGroup } from './child-process.ts';
import { type LentInput, lendInput } from './lent-input.ts';
import { withMask } from './process-mask.ts';
import type { StartHostProcess } from './start-host-process.ts';

const READ_BYTES = 65_536;
/** How long output is awaited after a process ended whose own children still hold its streams. */
const LINGER_MS = 100;
/** How long the end of a process is awaited that was killed: some runtimes cannot end a loop that never waits. */
const KILL_LIMIT_MS = 2000;

/**
 * Creates what starts the host's executables where there are neither FIFOs nor descriptors above 2: standard input, output
 * and error are pipes. Other descriptors do not reach the program. What it has not read of an input that is no file is lost,
 * and the order between output and error is not kept.
 */
export function createPipedStarter({
  killLimitMs = KILL_LIMIT_MS,
  sendSignal = (child, signal) => killGroup(child, signal) || child.kill(signal),
}: Partial<Killing> = {}): StartHostProcess {
  return async (running, request, path) => {
    const files = [0, 1, 2].map((descriptor) => request.descriptors.get(descriptor)?.retain());
    const [input] = files;
    const lent = input?.kind === 'file' && input.canRead ? await lendInput(input, running.signal) : undefined;
    try {
      running.signal.throwIfAborted();
      return await runChild(running, startChild(request, path, { files, lent }), {
        files,
        lent,
        killLimitMs,
        sendSignal,
      });
    } finally {
      lent?.takeBack();
      for (const file of files) file?.release();
    }
  };
}

/** How processes are ended. */
interface Killing {
  readonly killLimitMs: number;
  readonly sendSignal: (child: ChildProcess, signal: NodeJS.Signals) => boolean;
}

interface Streams {
  readonly files: readonly (OpenFile | undefined)[];
  readonly lent: LentInput | undefined;
}

function startChild(request: SpawnRequest, path: string, { files, lent }: Streams): ChildProcess {
  const [argv0 = path, ...args] = request.argv;
  const [input, output, error] = files;
  return withMask(request.umask, () =>
    spawn(path, args, {
      argv0,
      cwd: request.cwd,
      env: Object.fromEntries(request.env),
      stdio: [lent?.descriptor ?? (input ? 'pipe' : 'ignore'), output ? 'pipe' : 'ignore', error ? 'pipe' : 'ignore'],
      detached: true,
    }),
  );
}

async function runChild(
  running: RunningProcess,
  child: ChildProcess,
  { files, lent, killLimitMs, sendSignal }: Streams & Killing,
): Promise<ExitStatus> {
  const [input, output, error] = files;
  const ended = new AbortController();
  const killed = createKillLimit(killLimitMs);
  const signalGroup = (signal: NodeJS.Signals): boolean => {
    if (signal === 'SIGKILL') killed.begin();
    return sendSignal(child, signal);
  };
  running.handleSignal = signalGroup;
  const onAbort = (): void => void signalGroup(terminatingSignal(running.signal.reason) ?? 'SIGKILL');
  running.signal.addEventListener('abort', onAbort, { once: true });
  const fed = input && !lent && child.stdin ? pumpIn(input, child.stdin, ended.signal) : undefined;
  const drained = Promise.all([
    pumpOut(child.stdout, output, running.signal),
    pumpOut(child.stderr, error, running.signal),
  ]);
  try {
    const status = await Promise.race([endOf(child), killed.over]);
    ended.abort('the process has ended');
    await fed;
    await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, LINGER_MS).unref())]);
    // What a runtime reports of a kill is its own affair.
    return killed.isAsked ? { kind: 'signaled', signal: 'SIGKILL' } : status;
  } finally {
    killed.cancel();
    ended.abort('the process could not start');
    running.signal.removeEventListener('abort', onAbort);
  }
}

/** Gives a killed process up when its end does not come. */
function createKillLimit(limitMs: number): {
  begin(): void;
  cancel(): void;
  readonly isAsked: boolean;
  readonly over: Promise<ExitStatus>;
} {
  let timer: NodeJS.Timeout | undefined;
  let giveUp: (status: ExitStatus) => void = () => undefined;
  const over = new Promise<ExitStatus>((resolve) => {
    giveUp = resolve;
  });
  return {
    begin() {
      timer ??= setTimeout(() => giveUp({ kind: 'signaled', signal: 'SIGKILL' }), limitMs);
    },
    cancel: () => clearTimeout(timer),
    get isAsked() {
      return timer !== undefined;
    },
    over,
  };
}

/** Copies a child's output; a reader that is gone closes the stream, so that the child gets SIGPIPE. */
async function pumpOut(stream: Readable | null, file: OpenFile | undefined, signal: AbortSignal): Promise<void> {
  if (!stream || !file) return;
  file.retain();
  try {
    for await (const chunk of stream) await file.write(chunk, signal);
  } catch {
    stream.destroy();
  } finally {
    file.release();
  }
}

/** Copies input to a child until it, the child or the input ends. */
async function pumpIn(file: OpenFile, stream: Writable, ended: AbortSignal): Promise<void> {
  file.retain();
  const closed = new Promise<void>((resolve) => stream.once('close', resolve).once('error', () => resolve()));
  try {
    while (!ended.aborted && !stream.destroyed) {
      const bytes = await file.read(READ_BYTES, ended);
      if (bytes.length === 0) break;
      if (!stream.write(bytes)) {
        await Promise.race([new Promise<void>((resolve) => stream.once('drain', resolve)), closed]);
      }
    }
    stream.end();
  } catch {
    stream.destroy();
  } finally {
    file.release();
  }
}
