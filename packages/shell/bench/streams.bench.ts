import { createPipe, encodeText } from '@cloche/system';
import { bench, describe } from 'vitest';
import { createSession, runIn } from '../conformance/session-on-memory.ts';
import { Samples } from './samples.ts';

const session = createSession();

const ENDLESS: Readonly<Record<string, string>> = {
  'a loop': 'while :; do :; done',
  'a loop in a subshell': 'x=$(while :; do ((i++)); done)',
  'a pipeline': 'yes | cat | cat >/dev/null',
  'a loop of functions': 'f() { local a=$1; }; while :; do f x; done',
  'a read': 'yes | while read -r line; do :; done',
};
const BACKGROUND =
  '{ while :; do :; done; } & p=$!; for ((i = 0; i < 2000; i++)); do :; done; kill -KILL $p; wait $p; echo $?';

describe('streams', () => {
  measure('yes | head -n 3', 50, (samples) => samples.measure(() => runIn(session, 'yes | head -n 3')));
  measure('start, kill and wait', 20, (samples) => samples.measure(() => runIn(session, BACKGROUND)));
  for (const [name, script] of Object.entries(ENDLESS))
    measure(`cancel ${name}`, 20, (samples) => cancel(script, samples));
  const grown = new Samples();
  measure(
    '100 MB through cat | cat | wc -c',
    3,
    (samples) => samples.measure(() => pump(100_000_000, grown)),
    () => {
      process.stdout.write(`memory above idle: at most ${(grown.quantile(1) / 1e6).toFixed(0)} MB\n`);
    },
  );
});

/** Declares a benchmark that prints its median and 95th percentile. */
function measure(
  name: string,
  iterations: number,
  run: (samples: Samples) => Promise<void>,
  finish: () => void = () => undefined,
): void {
  const samples = new Samples();
  const teardown = (_: unknown, mode: unknown): void => {
    if (mode !== 'run') return;
    process.stdout.write(`${name}: ${samples.describe()}\n`);
    finish();
  };
  bench(name, () => run(samples), { iterations, time: 0, warmupIterations: 0, warmupTime: 0, teardown });
}

/** Measures from the abort to the end of the run. */
async function cancel(script: string, samples: Samples): Promise<void> {
  const controller = new AbortController();
  let abortedAt = 0;
  setTimeout(() => {
    abortedAt = performance.now();
    controller.abort(new Error('cancelled'));
  }, 50);
  await runIn(session, script, controller.signal);
  samples.add(performance.now() - abortedAt);
}

/** Feeds bytes to a pipeline and keeps the highest growth of the process's memory, in bytes. */
async function pump(bytes: number, grown: Samples): Promise<void> {
  const { signal } = new AbortController();
  const input = createPipe();
  const output = createPipe();
  const descriptors = new Map([
    [0, input.reader],
    [1, output.writer],
    [2, output.writer],
  ]);
  const idle = process.memoryUsage();
  const run = session.run('cat | cat | wc -c', { descriptors, signal });
  const block = new Uint8Array(65_536).fill(97);
  for (let sent = 0; sent < bytes; sent += block.length) {
    await input.writer.write(block.subarray(0, Math.min(block.length, bytes - sent)), signal);
    const now = process.memoryUsage();
    grown.add(now.heapUsed + now.arrayBuffers - idle.heapUsed - idle.arrayBuffers);
  }
  input.writer.release();
  await run;
  await output.writer.write(encodeText('\n'), signal);
}
