import { type Clock, createPipe } from '@cloche/system';
import type { HostShell } from './host-shell.ts';
import { createOutputRelay } from './output-relay.ts';
import { createOutputSink, type OutputSink } from './output-sink.ts';
import { quoteForShell } from './quote-for-shell.ts';
import type { BashOutcome, BashParams, HostCallOptions } from './tool-host.ts';

/** Bytes that are kept of each stream. */
const MAX_STREAM_BYTES = 1_048_576;

/** Runs a command in a session's shell until it ends, its time is over, or the call is cancelled. */
export async function runBash(
  shell: HostShell,
  { command, timeoutMs, keepBytes = MAX_STREAM_BYTES, cwd }: Omit<BashParams, 'session'>,
  clock: Clock,
  { signal, onOutput }: HostCallOptions,
): Promise<BashOutcome> {
  const stop = new AbortController();
  const timer = new AbortController();
  const relay = createOutputRelay(onOutput ?? (() => undefined), clock);
  const sinkOf = (stream: 'stdout' | 'stderr'): OutputSink =>
    createOutputSink(keepBytes, (bytes, writer) => relay.write({ stream, bytes }, writer));
  const stdout = sinkOf('stdout');
  const stderr = sinkOf('stderr');
  const stdin = createPipe();
  stdin.writer.release();
  let reason: 'timed_out' | 'cancelled' = 'cancelled';
  const onCancel = (): void => stop.abort(new Error('cancelled'));
  signal.addEventListener('abort', onCancel, { once: true });
  if (signal.aborted) onCancel();
  const timeout = clock.sleep(timeoutMs, { signal: timer.signal }).then(
    () => {
      if (stop.signal.aborted) return;
      reason = 'timed_out';
      stop.abort(new Error('timed out'));
    },
    () => undefined,
  );
  try {
    const descriptors = new Map([
      [0, stdin.reader],
      [1, stdout.file],
      [2, stderr.file],
    ]);
    const end = await runIn(cwd, shell, command, { descriptors, signal: stop.signal });
    return {
      kind: end.kind === 'aborted' ? reason : 'exited',
      exitCode: end.kind === 'aborted' ? 0 : end.exitCode,
      stdout: stdout.bytes(),
      stderr: stderr.bytes(),
      lostBytes: stdout.lostBytes + stderr.lostBytes,
    };
  } finally {
    signal.removeEventListener('abort', onCancel);
    timer.abort(new Error('ended'));
    await timeout;
    relay.end();
    stdin.reader.release();
  }
}

type ShellEnd = Awaited<ReturnType<HostShell['run']>>;

/** Runs a command in `cwd`, when one is given, and takes the shell back to where it was. */
async function runIn(
  cwd: string | undefined,
  shell: HostShell,
  command: string,
  options: Parameters<HostShell['run']>[1],
): Promise<ShellEnd> {
  if (cwd === undefined) return shell.run(command, options);
  const before = shell.cwd;
  const entered = await shell.run(`cd -- ${quoteForShell(cwd)}`, options);
  if (entered.kind !== 'exited' || entered.exitCode !== 0) return entered;
  try {
    return await shell.run(command, options);
  } finally {
    await shell.run(`cd -- ${quoteForShell(before)}`, { ...options, signal: new AbortController().signal });
  }
}
