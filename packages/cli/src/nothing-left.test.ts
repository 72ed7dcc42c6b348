import { connect } from 'node:net';
import { decodeText, encodeText } from '@cloche/system';
import type { HostMethods } from '@cloche/tools';
import { afterEach, describe, expect, test } from 'vitest';
import { countWhatIsLeft, type LeftOver } from './testing/count-what-is-left.ts';
import { ENGINE_MACHINES, type EngineMachine, IS_CONTAINER } from './testing/engine-machines.ts';

const owner = { session: 's', loop: 'l' };
const terminal = { columns: 80, rows: 24 };
const SETTLE_MS = 5000;
const machines: EngineMachine[] = [];
afterEach(async () => {
  for (const machine of machines.splice(0)) {
    await machine.host.call('processes_close', {}, { signal: new AbortController().signal });
    await machine.dispose();
  }
});

type StartParams = HostMethods['process_start']['params'];

/** One machine with one signal for all calls, as a conversation that lasts. */
async function open(kind: string) {
  const create = ENGINE_MACHINES[kind];
  if (!create) throw new Error(`no machine ${kind}`);
  const machine = await create({ limits: { maxFinished: 5 } });
  machines.push(machine);
  const { signal } = new AbortController();
  const { call } = machine.host;
  const start = (command: string, params: Partial<StartParams> = {}) =>
    call(
      'process_start',
      { ...owner, kind: 'command', command, waitMs: 0, mode: 'background', lifetimeMs: 60_000, ...params },
      { signal, onOutput: () => undefined },
    );
  const begin = async (command: string, params: Partial<StartParams> = {}): Promise<string> => {
    const started = await start(command, params);
    if (started.kind !== 'running') throw new Error(JSON.stringify(started));
    return started.process.id;
  };
  const ended = (id: string) =>
    call(
      'process_output',
      { owner, ids: [id], cursor: 0, limitBytes: 1000, wait: 'all', timeoutMs: 60_000 },
      { signal },
    );
  const stop = (id: string, mode: 'kill' | 'terminate' | 'interrupt' = 'kill') =>
    call('process_stop', { owner, id, mode }, { signal });
  const give = (id: string, text: string) => call('process_input', { owner, id, bytes: encodeText(text) }, { signal });
  return { machine, signal, call, start, begin, ended, stop, give };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Ways in which work begins and ends. */
const CYCLES: readonly ((opened: Opened, sleep: string) => Promise<unknown>)[] = [
  async ({ begin, stop }, sleep) => stop(await begin(sleep)),
  async ({ begin, stop }, sleep) => stop(await begin(sleep), 'terminate'),
  async ({ begin, stop }, sleep) => stop(await begin(`${sleep} & ${sleep} | cat`)),
  async ({ begin, stop }, sleep) => stop(await begin(sleep, { kind: 'monitor', patterns: ['never'] })),
  async ({ begin, stop }, sleep) => stop(await begin(sleep, { kind: 'terminal', terminal }), 'interrupt'),
  async ({ begin, ended, give }) => {
    const id = await begin('read -r line; echo "$line"');
    await give(id, 'word\n');
    await ended(id);
  },
  async ({ start }) => start('echo quick', { mode: 'foreground', waitMs: 60_000 }),
  async ({ start }, sleep) => start(sleep, { mode: 'foreground_or_killed', waitMs: 5 }),
];

describe.skipIf(IS_CONTAINER).each(Object.keys(ENGINE_MACHINES))('what is over: %s', (kind) => {
  test('1,000 starts and stops leave no process, timer, listener, worker or open file', {
    timeout: 120_000,
  }, async () => {
    const opened = await open(kind);
    const { machine, signal, call, start } = opened;
    const run = (command: string) => start(command, { mode: 'foreground', waitMs: 60_000 });
    // By this name a shell is the host's.
    await run('ln -s /bin/sh host-sh');
    const sleeps = ['sleep 100', 'sleep 100', kind === 'node' ? "./host-sh -c 'exec sleep 100'" : 'cat'];
    const cycle = async (index: number): Promise<void> => {
      await CYCLES[index % CYCLES.length]?.(opened, sleeps[Math.floor(index / CYCLES.length) % sleeps.length] ?? '');
      await call('process_notices', owner, { signal });
    };
    const left = countWhatIsLeft();
    try {
      for (let index = 0; index < 3 * CYCLES.length; index++) await cycle(index);
      await untilSteady(() => left.count());
      const before = left.count();
      for (let index = 0; index < 1000; index++) await cycle(index);
      const after = await untilEqual(() => left.count(), before);
      expect(after).toEqual(before);
      expect(before['abort listeners']).toBe(0);
    } finally {
      left.stop();
    }
    expect(machine.running?.() ?? []).toEqual([]);
    expect(machine.timers?.() ?? 0).toBe(0);
    expect((await call('process_list', {}, { signal })).processes).toHaveLength(5);
  });
});

describe.runIf('node' in ENGINE_MACHINES)('a port', () => {
  const server = (port: number): string =>
    `node -e 'const s=require("net").createServer();s.listen(${port},"127.0.0.1",()=>console.log("port "+s.address().port))'`;

  test.each([
    ['of a server', 'kill', {}],
    ['of a server that may say good-bye', 'terminate', {}],
    ['of a server at a terminal', 'interrupt', { terminal }],
    ['of a server of a script', 'kill', { isScript: true }],
  ] as const)('%s is free when that was stopped', async (_, mode, how) => {
    const { begin, stop, call, signal } = await open('node');
    const listen = async (wanted: number): Promise<[string, number]> => {
      const command = 'isScript' in how ? `(${server(wanted)} & wait)` : server(wanted);
      const id = await begin(command, 'terminal' in how ? { terminal: how.terminal } : {});
      for (;;) {
        const params = { owner, ids: [id], cursor: 0, limitBytes: 1000, wait: 'poll', timeoutMs: 0 } as const;
        const [entry] = (await call('process_output', params, { signal })).entries;
        const text = entry && 'bytes' in entry ? decodeText(entry.bytes) : '';
        const port = /port (\d+)/.exec(text)?.[1];
        if (port !== undefined) return [id, Number(port)];
        if (!entry || 'error' in entry || entry.process.state !== 'running') throw new Error(text);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    const [first, port] = await listen(0);
    await stop(first, mode);
    for (let round = 0; round < 3; round++) {
      const [id, again] = await listen(port);
      expect(again).toBe(port);
      expect(await answers(port)).toBe(true);
      expect(await stop(id, mode)).toMatchObject({ kind: 'done' });
      expect(await answers(port)).toBe(false);
    }
  });
});

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (isThere: boolean): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}

/** Waits until two counts, one after the other, are the same. */
async function untilSteady(count: () => LeftOver): Promise<void> {
  let last = '';
  for (let now = JSON.stringify(count()); now !== last; now = JSON.stringify(count())) {
    last = now;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/** Returns the counts when they are as expected, or what they are in the end. */
async function untilEqual(count: () => LeftOver, expected: LeftOver): Promise<LeftOver> {
  const isEqual = (counts: LeftOver): boolean =>
    [...Object.keys(counts), ...Object.keys(expected)].every((key) => counts[key] === expected[key]);
  for (const giveUpAt = Date.now() + SETTLE_MS; ; ) {
    const counts = count();
    if (isEqual(counts) || Date.now() >= giveUpAt) return counts;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
