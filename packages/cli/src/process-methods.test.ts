import { decodeText, encodeText } from '@cloche/system';
import type { HostMethods } from '@cloche/tools';
import { afterEach, describe, expect, test } from 'vitest';
import { ENGINE_MACHINES, type EngineMachine, IS_CONTAINER } from './testing/engine-machines.ts';

const { signal } = new AbortController();
const owner = { session: 's', loop: 'l' };
const machines: EngineMachine[] = [];
afterEach(async () => {
  for (const machine of machines.splice(0)) {
    await machine.host.call('processes_close', {}, { signal });
    await machine.dispose();
  }
});

type Started = Extract<HostMethods['process_start']['result'], { kind: 'running' }>;

describe.each(Object.entries(ENGINE_MACHINES))('the methods for processes: %s', (kind, create) => {
  /** Tests that set limits of their own, or want so much that only a machine in this process is quick enough. */
  const testInProcess = test.skipIf(IS_CONTAINER);
  const open = async (options?: Parameters<typeof create>[0]): Promise<EngineMachine> => {
    const machine = await create(options);
    machines.push(machine);
    return machine;
  };
  const start = (
    { host }: EngineMachine,
    command: string,
    params: Partial<HostMethods['process_start']['params']> = {},
  ) =>
    host.call(
      'process_start',
      { ...owner, kind: 'command', command, waitMs: 0, mode: 'background', lifetimeMs: 0, ...params },
      { signal },
    );
  const begin = async (...args: Parameters<typeof start>): Promise<Started['process']> => {
    const started = await start(...args);
    if (started.kind !== 'running') throw new Error(JSON.stringify(started));
    return started.process;
  };
  const output = async (
    { host }: EngineMachine,
    id: string,
    params: Partial<HostMethods['process_output']['params']> = {},
  ) => {
    const { entries } = await host.call(
      'process_output',
      { owner, ids: [id], cursor: 0, limitBytes: 1_000_000, wait: 'all', timeoutMs: 0, ...params },
      { signal },
    );
    const [entry] = entries;
    if (!entry || 'error' in entry) throw new Error(JSON.stringify(entry));
    return { ...entry, text: decodeText(entry.bytes) };
  };
  const stop = (
    { host }: EngineMachine,
    id: string,
    mode: 'interrupt' | 'terminate' | 'kill' = 'terminate',
    graceMs = 5000,
  ) => host.call('process_stop', { owner, id, mode, graceMs }, { signal });
  const notices = async ({ host }: EngineMachine) => (await host.call('process_notices', owner, { signal })).notices;

  test('runs in the background, in the state of the session’s shell and without changing it', async () => {
    const machine = await open();
    const run = (command: string) =>
      start(machine, command, { mode: 'foreground', waitMs: 10_000 }).then((outcome) => outcome.kind);
    expect(await run('export WHO=me; mkdir -p in; cd in')).toBe('ended');
    const { id, state } = await begin(machine, 'echo $WHO; basename "$PWD"; cd /; export WHO=you; exit 3');
    expect(state).toBe('running');
    expect(await output(machine, id)).toMatchObject({
      text: 'me\nin\n',
      nextCursor: 6,
      process: { state: 'exited', exitCode: 3 },
    });
    expect((await output(machine, id, { cursor: 3 })).text).toBe('in\n');
    const again = await begin(machine, 'echo $WHO; basename "$PWD"');
    expect((await output(machine, again.id)).text).toBe('me\nin\n');
  });

  test('gives input, its end, and says when nobody reads it', async () => {
    const machine = await open();
    const { id } = await begin(machine, 'while read -r line; do echo "<$line>"; done; echo over');
    const give = (params: object) => machine.host.call('process_input', { owner, id, ...params }, { signal });
    expect(await give({ bytes: encodeText('one\ntwo\n') })).toMatchObject({ kind: 'given' });
    expect(await give({ size: { columns: 80, rows: 24 } })).toEqual({ kind: 'refused', code: 'pty_unavailable' });
    expect(await give({ bytes: encodeText('three\n'), eof: true })).toMatchObject({ kind: 'given' });
    expect((await output(machine, id)).text).toBe('<one>\n<two>\n<three>\nover\n');
    expect(await give({ bytes: encodeText('more') })).toEqual({ kind: 'refused', code: 'stdin_closed' });
    const deaf = await begin(machine, 'sleep 100');
    const shout = (bytes: number) =>
      machine.host.call('process_input', { owner, id: deaf.id, bytes: new Uint8Array(bytes) }, { signal });
    expect(await shout(1_048_577)).toEqual({ kind: 'refused', code: 'input_backpressure' });
    expect(await shout(1_000_000)).toMatchObject({ kind: 'given' });
    expect(await shout(1_000_000)).toEqual({ kind: 'refused', code: 'input_backpressure' });
  });

  test('stops the whole tree, whatever it ignores and starts meanwhile', async () => {
    const machine = await open();
    const { id } = await begin(
      machine,
      `trap 'echo no' TERM; trap '' INT
       (trap '' TERM; while :; do (trap '' TERM; sleep 100) & sleep 0.05; done) & echo up; while :; do sleep 0.1; done`,
    );
    await until(async () => (await output(machine, id, { wait: 'poll' })).text.includes('up'));
    const stopped = await stop(machine, id, 'terminate', 200);
    expect(stopped).toMatchObject({ kind: 'done', process: { state: 'killed', exitCode: 137, childrenRunning: 0 } });
    expect(machine.running?.() ?? []).toEqual([]);
    const { totalBytes } = (await output(machine, id)).process;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await output(machine, id)).process.totalBytes).toBe(totalBytes);
    expect(await stop(machine, id)).toEqual(stopped);
    expect(await notices(machine)).toEqual([]);
  });

  test('tells apart how a process ended', async () => {
    const machine = await open();
    const ended = async (command: string, mode: 'interrupt' | 'terminate' | 'kill') => {
      const { id } = await begin(machine, command);
      if (command.startsWith('trap'))
        await until(async () => (await output(machine, id, { wait: 'poll' })).text !== '');
      const outcome = await stop(machine, id, mode, 500);
      return outcome.kind === 'done' ? [outcome.process.state, outcome.process.exitCode] : outcome.code;
    };
    expect(await ended('sleep 100', 'interrupt')).toEqual(['interrupted', 130]);
    expect(await ended('sleep 100', 'terminate')).toEqual(['terminated', 143]);
    expect(await ended('sleep 100', 'kill')).toEqual(['killed', 137]);
    expect(await ended('trap "exit 5" TERM; echo up; while :; do sleep 0.02; done', 'terminate')).toEqual([
      'terminated',
      5,
    ]);
    expect(await ended('trap "echo no" INT; echo up; while :; do sleep 0.02; done', 'interrupt')).toEqual([
      'running',
      undefined,
    ]);
    const { id } = await begin(machine, 'sleep 100', { lifetimeMs: 50 });
    expect((await output(machine, id)).process).toMatchObject({ state: 'timed_out', exitCode: 143 });
    expect(await notices(machine)).toMatchObject([{ id, event: { kind: 'ended', state: 'timed_out' } }]);
    const by = await begin(machine, 'kill -SEGV $$');
    expect((await output(machine, by.id)).process).toMatchObject({ state: 'failed', reason: 'ended by SIGSEGV' });
  });

  test('says how many children go on when the shell has ended, and stops them', async () => {
    const machine = await open();
    const started = await start(machine, 'sleep 100 & sleep 100 & echo hi', { mode: 'foreground', waitMs: 10_000 });
    expect(started).toMatchObject({ kind: 'ended', process: { state: 'exited', exitCode: 0, childrenRunning: 2 } });
    if (started.kind !== 'ended') return;
    expect(await stop(machine, started.process.id)).toMatchObject({ process: { state: 'exited', childrenRunning: 0 } });
    expect(await notices(machine)).toEqual([]);
  });

  test('moves a command that outlasts its time to the background, with the shell as it was', async () => {
    const machine = await open();
    const heard: string[] = [];
    const outcome = await machine.host.call(
      'process_start',
      {
        ...owner,
        kind: 'command',
        command: 'cd /; for i in 1 2 3 4 5 6; do echo $i; sleep 0.05; done',
        waitMs: 120,
        mode: 'foreground',
        lifetimeMs: 0,
      },
      { signal, onOutput: ({ bytes }) => void heard.push(decodeText(bytes)) },
    );
    expect(outcome).toMatchObject({ kind: 'running', wasMoved: true });
    if (outcome.kind !== 'running') return;
    const atMove = heard.join('');
    expect(atMove).toMatch(/^1\n/);
    const { text, process } = await output(machine, outcome.process.id);
    expect(text).toBe('1\n2\n3\n4\n5\n6\n');
    const kept = await machine.host.call('read_file', { path: process.outputPath ?? '' }, { signal });
    expect(decodeText(kept.bytes)).toBe(text);
    expect(heard.join('')).toBe(atMove);
    expect(await notices(machine)).toHaveLength(1);
    const { cwd } = await machine.host.call('shell_facts', { session: owner.session }, { signal });
    expect(cwd).toBe(machine.workdir);
    expect(await start(machine, 'sleep 5', { mode: 'foreground_or_killed', waitMs: 50 })).toMatchObject({
      kind: 'timed_out',
      process: { state: 'killed' },
    });
    expect(machine.running?.() ?? []).toEqual([]);
  });

  test('runs at a terminal that answers keys', async () => {
    const machine = await open();
    const { id } = await begin(machine, 'tty; stty size; read -r x; echo "got $x"; sleep 100', {
      terminal: { columns: 90, rows: 30 },
    });
    const give = (params: object) => machine.host.call('process_input', { owner, id, ...params }, { signal });
    await until(async () => (await output(machine, id, { wait: 'poll' })).text.includes('30 90'));
    await give({ bytes: encodeText('abc\r') });
    await until(async () => (await output(machine, id, { wait: 'poll' })).text.includes('got abc'));
    await give({ bytes: Uint8Array.of(3) });
    expect((await output(machine, id)).process).toMatchObject({ state: 'interrupted', exitCode: 130 });
  });

  test.runIf(kind === 'node')('runs programs of the host at a terminal that they see too', async () => {
    const machine = await open();
    const code =
      'const o=process.stdout;console.log([o.isTTY,process.stdin.isTTY,o.columns].join());o.on("resize",()=>console.log("now"+o.columns));' +
      'setInterval(()=>0,1000)';
    const { id } = await begin(machine, `node -e '${code}'; echo after $?`, { terminal: { columns: 90, rows: 30 } });
    const give = (params: object) => machine.host.call('process_input', { owner, id, ...params }, { signal });
    const shows = (text: string) =>
      until(async () => (await output(machine, id, { wait: 'poll' })).text.includes(text));
    await shows('true,true,90');
    await give({ size: { columns: 120, rows: 40 } });
    await shows('now120');
    await give({ bytes: Uint8Array.of(3) });
    expect((await output(machine, id)).process).toMatchObject({ state: 'interrupted', exitCode: 130 });
    const single = await begin(machine, 'node --version', { terminal: { columns: 90, rows: 30 }, isReplaced: true });
    expect((await output(machine, single.id)).text).toBe(`${process.version}\r\n`);
    const piped = await begin(machine, `node -p '"x".repeat(200000)' | tail -c 5; echo $?`, {
      terminal: { columns: 90, rows: 30 },
    });
    expect((await output(machine, piped.id)).text).toBe('xxxx\r\n0\r\n');
  });

  testInProcess('says why there are no terminals', async () => {
    const machine = await open({ terminalProblem: 'install one' });
    const terminal = { columns: 90, rows: 30 };
    expect(await start(machine, 'true', { terminal })).toEqual({
      kind: 'refused',
      code: 'pty_unavailable',
      text: 'install one',
    });
    await expect(machine.host.call('terminal', { id: 't', ...terminal }, { signal })).rejects.toMatchObject({
      code: 'pty_unavailable',
      message: 'install one',
    });
    expect(await start(machine, 'true', { waitMs: 5000 })).toMatchObject({ kind: 'ended' });
  });

  testInProcess('bounds what runs and what is remembered', async () => {
    const machine = await open({ limits: { maxRunningInLoop: 2, maxRunningInSession: 3, maxFinished: 2 } });
    const first = await begin(machine, 'sleep 100');
    await begin(machine, 'sleep 100');
    expect(await start(machine, 'sleep 100')).toMatchObject({ kind: 'refused', code: 'process_quota_exceeded' });
    await begin(machine, 'sleep 100', { loop: 'other' });
    expect(await start(machine, 'true', { loop: 'third' })).toMatchObject({ code: 'process_quota_exceeded' });
    expect(await start(machine, 'sleep 5', { mode: 'foreground', waitMs: 20 })).toMatchObject({ kind: 'timed_out' });
    await stop(machine, first.id, 'kill');
    for (let index = 0; index < 4; index++) await output(machine, (await begin(machine, 'true')).id);
    const { processes } = await machine.host.call('process_list', { owner }, { signal });
    expect(processes.map(({ state }) => state)).toEqual(['running', 'exited', 'exited']);
    const foreign = { ids: [first.id], cursor: 0, limitBytes: 10, wait: 'all', timeoutMs: 0 } as const;
    const asked = await machine.host.call(
      'process_output',
      { ...foreign, owner: { session: 'x', loop: 'l' } },
      { signal },
    );
    expect(asked.entries).toEqual([{ id: first.id, error: 'not_found' }]);
  });

  testInProcess(
    '500 commands that print and end at once lose no byte',
    async () => {
      const machine = await open({ limits: { maxRunningInLoop: 500, maxRunningInSession: 500, maxFinished: 500 } });
      const command = kind === 'node' ? '/bin/sh -c "printf %05000d 7"' : 'printf %05000d 7';
      let lost = 0;
      const rounds = kind === 'node' ? 25 : 5;
      for (let round = 0; round < rounds; round++) {
        const started = await Promise.all(Array.from({ length: 500 / rounds }, () => begin(machine, command)));
        for (const { id } of started) lost += 5000 - (await output(machine, id)).bytes.length;
      }
      expect(lost).toBe(0);
    },
    60_000,
  );

  testInProcess(
    'keeps the newest of very much output, with cursors that are exact',
    async () => {
      const machine = await open();
      const bytes = 2 ** 30;
      const { id } = await begin(machine, `yes 0123456789abcdefghijklmnopqrst | head -c ${bytes}`);
      const heldBytes = (): number => process.memoryUsage().arrayBuffers;
      const before = heldBytes();
      let most = before;
      const watch = setInterval(() => (most = Math.max(most, heldBytes())), 20);
      const ended = await output(machine, id, { cursor: 0, limitBytes: 62 });
      clearInterval(watch);
      // The ring, once more while it is cut, and what nobody has collected yet.
      expect(most - before).toBeLessThan(5 * 2 ** 26);
      expect(ended.process).toMatchObject({ state: 'exited', totalBytes: bytes });
      expect(ended.hasGap).toBe(true);
      const { firstByte } = ended.process;
      expect(bytes - firstByte).toBeGreaterThanOrEqual(2 ** 25);
      expect(bytes - firstByte).toBeLessThanOrEqual(2 ** 26);
      const period = '0123456789abcdefghijklmnopqrst\n';
      for (const cursor of [firstByte, firstByte + 12_345_678, bytes - 31]) {
        const { text, startCursor } = await output(machine, id, { cursor, limitBytes: 31 });
        expect(startCursor).toBe(cursor);
        expect(text).toBe((period + period).slice(cursor % 31, (cursor % 31) + text.length));
      }
      await expect(output(machine, id, { cursor: bytes + 1 })).rejects.toThrow('cursor_ahead');
    },
    120_000,
  );

  testInProcess(
    'tells each end once, in 1,000 races with the move to the background',
    async () => {
      const machine = await open({ limits: { maxFinished: 10 } });
      let inline = 0;
      let told = 0;
      let moved = 0;
      for (let index = 0; index < 1000; index++) {
        const outcome = await start(machine, 'sleep 0.003', { mode: 'foreground', waitMs: index % 7 });
        if (outcome.kind === 'ended') inline++;
        else if (outcome.kind === 'running') {
          moved++;
          await output(machine, outcome.process.id);
          const due = await notices(machine);
          if (due.length === 1 && due[0]?.id === outcome.process.id) told++;
        }
        expect(await notices(machine)).toEqual([]);
      }
      expect([inline + moved, told]).toEqual([1000, moved]);
      expect(moved).toBeGreaterThan(0);
      expect(inline).toBeGreaterThan(0);
    },
    60_000,
  );
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
}
