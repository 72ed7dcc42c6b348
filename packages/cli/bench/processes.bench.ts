import { afterAll, bench, describe } from 'vitest';
import { ENGINE_MACHINES, type EngineMachine } from '../src/testing/engine-machines.ts';

const { signal } = new AbortController();
const owner = { session: 's', loop: 'l' };
const RUNS = { iterations: 200, time: 0, warmupIterations: 20, warmupTime: 0 };
const limits = { maxRunningInLoop: 1000, maxRunningInSession: 1000 };

const start = ({ host }: EngineMachine, command: string, mode: 'background' | 'foreground') =>
  host.call(
    'process_start',
    { ...owner, kind: 'command', command, waitMs: mode === 'background' ? 0 : 60_000, mode, lifetimeMs: 0 },
    { signal },
  );

// Wanted: a builtin is started in 5 ms at the median, and beside 64 processes echo answers within 20 ms at the 95th percentile.
describe.each(Object.entries(ENGINE_MACHINES))('processes: %s', async (_, create) => {
  const quiet = await create({ limits });
  const busy = await create({ limits });
  const started = Promise.all(
    Array.from({ length: 64 }, () => start(busy, 'while :; do echo tick; sleep 0.1; done', 'background')),
  );
  afterAll(async () => {
    for (const machine of [quiet, busy]) {
      await machine.host.call('processes_close', {}, { signal });
      await machine.dispose();
    }
  });
  bench('start of a builtin in the background', async () => void (await start(quiet, ':', 'background')), RUNS);
  bench(
    'echo beside 64 processes that print',
    async () => {
      await started;
      await start(busy, 'echo hi', 'foreground');
    },
    RUNS,
  );
});
