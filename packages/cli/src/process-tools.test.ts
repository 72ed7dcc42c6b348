import { describeTools, presetTools } from '@cloche/tools';
import { afterEach, describe, expect, test } from 'vitest';
import { ENGINE_MACHINES, type EngineMachine, IS_CONTAINER } from './testing/engine-machines.ts';
import { createEngineRunner, type EngineRunner } from './testing/engine-runner.ts';

const { signal } = new AbortController();
const machines: EngineMachine[] = [];
afterEach(async () => {
  for (const machine of machines.splice(0)) {
    await machine.host.call('processes_close', {}, { signal });
    await machine.dispose();
  }
});

describe.each(Object.entries(ENGINE_MACHINES))('the tools for processes: %s', (_, create) => {
  const testInProcess = test.skipIf(IS_CONTAINER);
  const open = async (
    options?: Parameters<typeof create>[0] & Parameters<typeof createEngineRunner>[1],
  ): Promise<EngineRunner & { machine: EngineMachine }> => {
    const machine = await create(options);
    machines.push(machine);
    return { ...createEngineRunner(machine, options), machine };
  };
  const start = async ({ json }: EngineRunner, command: string, more: object = {}): Promise<string> =>
    String((await json('bash', { command, run_in_background: true, ...more }))['process_id']);
  const ended = ({ json }: EngineRunner, id: string) => json('process_output', { process_id: id, wait: 'all' });
  const texts = async ({ session }: EngineRunner, loop?: string): Promise<string[]> =>
    (await session(loop).nextTurn()).map(({ text }) => text);

  test('a foreground command that outlasts its time is moved; one that only sleeps is killed', async () => {
    const runner = await open();
    const { say, json } = runner;
    expect(await say('bash', { command: 'sleep 5', timeout_ms: 200 })).toMatch(/^E \[command timed out after 200ms/);
    expect(await json('process_list', {})).toEqual({ processes: [] });
    const moved = await say('bash', { command: 'while :; do echo t; sleep .1; done', timeout_ms: 300 });
    expect(moved).toMatch(/^OK t\n(?:t\n)*\[command still runs after 300ms and was moved to background as [\w-]{22}: /);
    expect(await json('process_stop', {})).toMatchObject({ message: 'Stopped 1 running process(es).', stopped: 1 });
  });

  test('bash answers a process that ends in time without an id, and refuses what does not go together', async () => {
    const runner = await open();
    const { json, say } = runner;
    const quick = await json('bash', { command: 'echo hi', yield_time_ms: 5000 });
    expect(quick).toMatchObject({ status: 'exited', output: 'hi\n', exit_code: 0 });
    expect(quick).not.toHaveProperty('process_id');
    expect(await texts(runner)).toEqual([]);
    expect(await json('bash', { command: 'echo no; sleep 9', yield_time_ms: 300 })).toMatchObject({
      status: 'running',
      output: 'no\n',
      next_cursor: 3,
      backgrounded: true,
    });
    const refused = async (input: object): Promise<string> => say('bash', { command: 'true', ...input });
    expect(await refused({ tty: true })).toMatch(/^E bash: tty needs run_in_background or yield_time_ms/);
    expect(await refused({ timeout_ms: 0 })).toMatch(/^E bash: timeout_ms 0/);
    for (const command of ['sleep 9 &', 'nohup sleep 9', '(setsid sleep 9)', 'sleep 9 & disown'])
      expect(await refused({ command, run_in_background: true })).toMatch(/^E bash: leave out/);
    expect(await say('bash', { command: 'true && true', yield_time_ms: 5000 })).toMatch(/^OK/);
  });

  test('an end is told once, without output, and never for what was stopped', async () => {
    const runner = await open();
    const id = await start(runner, 'expr 6 \\* 7');
    expect(await ended(runner, id)).toMatchObject({ output: '42\n', exit_code: 0 });
    const told = await texts(runner);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('<output-file>/tmp/process_outputs/');
    expect(told[0]).toContain(`<task-id>${id}</task-id>`);
    expect(told[0]).not.toMatch(/^42$/m);
    expect(await texts(runner)).toEqual([]);
    const killed = await start(runner, 'sleep 99');
    expect(await runner.json('process_stop', { process_id: killed })).toMatchObject({
      status: 'terminated',
      exit_code: 143,
    });
    await ended(runner, await start(runner, 'true'));
    await start(runner, 'sleep 99');
    await start(runner, 'sleep 99');
    expect(await runner.json('process_stop', {})).toMatchObject({ stopped: 2 });
    expect(await texts(runner)).toHaveLength(1);
  });

  test('output is read on from a cursor, and what is wrong with the question has a code', async () => {
    const runner = await open();
    const { json } = runner;
    const id = await start(runner, 'printf "\\033[1mone\\033[0m\\n"; printf "\\342\\202\\254"; exit 3');
    const all = await ended(runner, id);
    expect(all).toMatchObject({ status: 'exited', exit_code: 3, output: 'one\n€', normalized: true, total_bytes: 15 });
    const next = await json('process_output', { process_id: id, cursor: all['next_cursor'] });
    expect(next).toMatchObject({ output: '', start_cursor: 15, next_cursor: 15 });
    expect(await json('process_output', { process_id: id, limit_bytes: 13 })).toMatchObject({ next_cursor: 12 });
    expect(await json('process_output', { process_id: id, encoding: 'base64', cursor: 12 })).toMatchObject({
      output: '4oKs',
      encoding: 'base64',
    });
    const code = async (input: object, loop?: string) => (await json('process_output', input, loop))['error'];
    expect(await code({ process_id: id, cursor: 16 })).toBe('cursor_ahead');
    expect(await code({ process_id: id, cursor: -1 })).toBe('invalid_arguments');
    expect(await code({ process_id: id, process_ids: [id] })).toBe('invalid_arguments');
    expect(await code({ process_ids: [id, id] })).toBe('invalid_arguments');
    expect(await code({ process_ids: [''] })).toBe('invalid_arguments');
    expect(await code({ process_id: id }, 'another')).toBe('not_found');
    expect(await json('process_output', { process_ids: ['nobody', id], wait: 'all' })).toMatchObject({
      results: [
        { process_id: 'nobody', error: 'not_found' },
        { process_id: id, status: 'exited' },
      ],
    });
  });

  test('a small ring says what is gone', async () => {
    const runner = await open();
    const id = await start(runner, 'seq 1 300000', { max_output_bytes: 100_000 });
    expect(await ended(runner, id)).toMatchObject({ gap: true, total_bytes: 1_988_895 });
  });

  test('input goes in, and what cannot has a code', async () => {
    const runner = await open();
    const { json } = runner;
    const id = await start(runner, 'read -r a; echo "<$a>"; cat');
    const give = async (input: object) => json('process_input', { process_id: id, ...input });
    expect(await give({ data: 'x\n', yield_time_ms: 200 })).toMatchObject({ status: 'running', output: '<x>\n' });
    expect((await give({ rows: 10 }))['error']).toBe('invalid_arguments');
    expect((await give({ rows: 10, cols: 10 }))['error']).toBe('pty_unavailable');
    expect((await give({}))['error']).toBe('invalid_arguments');
    await give({ data: 'end', eof: true });
    expect(await ended(runner, id)).toMatchObject({ status: 'exited', output: '<x>\nend' });
    expect((await give({ data: 'more' }))['error']).toBe('stdin_closed');
    const deaf = await start(runner, 'sleep 99');
    const data = 'x'.repeat(10_000_000);
    expect((await json('process_input', { process_id: deaf, data }))['error']).toBe('input_backpressure');
  });

  test('a monitor tells of each pattern once, and of the end', async () => {
    const runner = await open();
    const { json } = runner;
    const refused = await json('monitor', { command: 'true', patterns: ['(a)\\1'] });
    expect(refused['error']).toBe('invalid_arguments');
    const { process_id: id } = await json('monitor', {
      command: 'echo "listening on 80"; echo "listening on 81"; (echo listening) >/dev/null; echo oops >&2',
      patterns: ['listening on \\d+$', '(a+)+b', '^oops'],
    });
    await ended(runner, String(id));
    const told = await texts(runner);
    expect(told.map((text) => /<summary>(.*)<\/summary>/.exec(text)?.[1])).toEqual([
      expect.stringContaining('matched "listening on \\\\d+$"'),
      expect.stringContaining('matched "^oops"'),
      expect.stringContaining('ended with exit code 0'),
    ]);
  });

  test('children that a command leaves behind are said, and stopped', async () => {
    const runner = await open();
    const { say, run, json, machine } = runner;
    const { content, details } = await run('bash', { command: 'sleep 99 & echo hi' });
    expect(content[0]?.text).toMatch(
      /^hi\n\[shell exited, 1 child still running; process_id [\w-]{22} stops them\]\n\[exit code: 0\]$/,
    );
    await json('process_stop', { process_id: details.processId });
    expect(machine.running?.() ?? []).toEqual([]);
    expect(await say('bash', { command: 'echo "$PWD"' })).toContain(machine.workdir);
  });

  test('a shell is talked to', async () => {
    const runner = await open();
    const { json } = runner;
    const opened = await json('shell_open', { command: 'bash', mode: 'interactive', quiet_ms: 3000 });
    expect(opened).toMatchObject({ state: 'running', done_by: 'prompt', running: true });
    const id = opened['session_id'];
    const send = (input: object) => json('shell_send', { session_id: id, ...input });
    const answer = await send({ text: 'X=5; echo $((X * 2))', submit: true });
    expect(answer).toMatchObject({ done_by: 'prompt', running: true });
    expect(answer['output']).toMatch(/\n10\n/);
    await send({ text: 'sleep 99', submit: true, wait: false });
    expect(await send({ keys: ['ctrl+c'] })).toMatchObject({ done_by: 'prompt' });
    expect((await send({ keys: ['bogus'] }))['error']).toBe('invalid_arguments');
    expect((await send({}))['error']).toBe('invalid_arguments');
    expect((await send({ hex: ['0x1b', '5b', '0x41'], keys: ['enter'], quiet_ms: 300 }))['error']).toBeUndefined();
    await send({ keys: ['ctrl+c'] });
    await json('shell_read', { session_id: id, drain: true });
    await send({ text: 'echo new', submit: true });
    const read = await json('shell_read', { session_id: id });
    expect(read['output']).toMatch(/echo new\nnew\n/);
    expect(await json('shell_read', { session_id: id })).toMatchObject({ output: '' });
    await send({ text: 'clear; printf "\\033[3;5Hhere"; read -r x', submit: true, prompt_regex: 'here$' });
    const screen = await json('shell_read', { session_id: id, view: 'screen' });
    expect(String(screen['screen']).split('\n')[2]).toBe('    here');
    expect(screen).toMatchObject({ rows: 24, cols: 80, cursor: { row: 2, col: 8 } });
    expect(await json('shell_list', {})).toMatchObject({
      sessions: [{ session_id: id, command: 'bash', state: 'running' }],
    });
    expect(await json('shell_close', { session_id: id })).toMatchObject({ closed: true });
    expect((await send({ text: 'x' }))['error']).toBe('stdin_closed');
    expect(await texts(runner)).toEqual([]);
  });

  test('a program that asks is answered when it is quiet, and tells its end', async () => {
    const runner = await open();
    const { json } = runner;
    const { session_id: id } = await json('shell_open', {
      command: 'read -r -p "name= " n; echo "hello $n"; sleep 0.3',
      mode: 'monitor',
      watch: ['hello \\w+'],
    });
    const answer = await json('shell_send', {
      session_id: id,
      text: 'me',
      submit: true,
      prompt_regex: 'hello me$',
      quiet_ms: 5000,
    });
    expect(answer['done_by']).toBe('exited');
    expect(answer['output']).toContain('hello me');
    expect(await texts(runner)).toHaveLength(2);
  });

  test('starting asks as bash does, what goes on is said, and reading and stopping ask nothing', async () => {
    const runner = await open({ asks: true });
    const { asked, json } = runner;
    const id = await start(runner, 'sleep 99');
    expect(asked[0]).toMatchObject({
      tool: { name: 'bash' },
      subject: { summary: expect.stringContaining('goes on running') },
    });
    await json('process_output', { process_id: id });
    await json('process_list', {});
    await json('process_input', { process_id: id, data: 'x\n' });
    await json('process_stop', { process_id: id });
    expect(asked).toHaveLength(1);
    const summaryOf = async (input: object): Promise<string | undefined> => {
      await runner.say('bash', input);
      return asked.splice(1)[0]?.subject.summary;
    };
    expect(await summaryOf({ command: 'true', timeout_ms: 1500 })).toContain('after 1.5s goes on running');
    expect(await summaryOf({ command: 'true', yield_time_ms: 60_000 })).toContain('after 1m goes on running');
    expect(await summaryOf({ command: 'sleep 0.01' })).toBe('Run a command');
    expect(await summaryOf({ restart: true })).toBe('Restart the shell');
    await json('monitor', { command: 'true' });
    const { session_id: shell } = await json('shell_open', { command: 'bash' });
    expect(asked.slice(1).map(({ tool }) => tool.name)).toEqual(['monitor', 'shell_open']);
    await json('shell_send', { session_id: shell, text: 'rm -rf x', submit: true, quiet_ms: 200 });
    expect(asked[3]).toMatchObject({
      tool: { name: 'shell_send' },
      subject: { detail: { kind: 'command', command: 'rm -rf x' } },
    });
    await json('shell_send', { session_id: shell, keys: ['ctrl+c'], quiet_ms: 200 });
    await json('shell_read', { session_id: shell });
    expect(asked).toHaveLength(4);
    const python = await start(runner, 'bash -i');
    await json('process_input', { process_id: python, data: 'ls\n' });
    expect(asked).toHaveLength(6);
    await json('shell_close', { session_id: shell });
    expect(asked).toHaveLength(6);
  });

  test('rules for commands decide on a shell, whatever its mode, and on a monitor', async () => {
    const rules = ['allow bash(seq:*)', 'deny bash(sleep:*)'];
    const { asked, json, say } = await open({ asks: true, rules });
    const opened = await json('shell_open', { command: 'seq 3', mode: 'dispatch' });
    expect(opened).toMatchObject({ state: 'running' });
    await json('monitor', { command: 'seq 3' });
    expect(asked).toEqual([]);
    for (const mode of ['dispatch', 'interactive', 'hands-free', 'monitor'])
      expect(await say('shell_open', { command: 'sleep 9', mode, watch: ['x'] })).toMatch(/^E .*bash\(sleep/s);
    expect(await say('monitor', { command: 'sleep 9' })).toMatch(/^E .*bash\(sleep/s);
    expect(asked).toEqual([]);
    await json('shell_open', { command: 'seq 3; uname', mode: 'dispatch' });
    expect(asked).toMatchObject([{ tool: { name: 'shell_open' } }]);
  });

  testInProcess('shells that have ended are kept as processes are, and dispatched ones are told of', async () => {
    const runner = await open({ limits: { maxFinished: 3 } });
    const { json } = runner;
    const shells: string[] = [];
    for (let index = 0; index < 3; index++) {
      const opened = await json('shell_open', { command: `echo shell ${index}`, mode: 'dispatch' });
      shells.push(String(opened['session_id']));
      await ended(runner, shells.at(-1) ?? '');
    }
    expect(await texts(runner)).toHaveLength(3);
    expect(await json('shell_list', {})).toMatchObject({ sessions: shells.map((id) => ({ session_id: id })) });
    const [first = '', second = ''] = shells;
    // What is read stays longer.
    expect(await json('shell_read', { session_id: first })).toMatchObject({ output: 'shell 0\n', running: false });
    await ended(runner, await start(runner, 'true'));
    expect(await json('shell_list', {})).toMatchObject({
      sessions: [{ session_id: first }, { session_id: shells[2] }],
    });
    expect(await json('shell_read', { session_id: second })).toMatchObject({ error: 'not_found' });
  });

  test('what ran when the machine was left is lost, and said once', async () => {
    const runner = await open();
    const running = await start(runner, 'sleep 99');
    const done = await start(runner, 'true');
    await ended(runner, done);
    await until(() => runner.heard.at(-1)?.some(({ state }) => state === 'exited') === true);
    const machine = await create();
    machines.push(machine);
    const next = createEngineRunner(machine, { loops: JSON.parse(JSON.stringify(runner.runner.loopStates())) });
    expect(next.runner.processes()).toMatchObject([{ id: running, state: 'lost_on_restore' }]);
    expect(await next.json('process_output', { process_id: running })).toMatchObject({ error: 'lost_on_restore' });
    expect(await next.json('process_stop', { process_id: running })).toMatchObject({ error: 'lost_on_restore' });
    expect(await next.json('process_list', {})).toMatchObject({ processes: [{ process_id: running }] });
    const told = await texts(next);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('lost_on_restore');
    expect(await texts(next)).toEqual([]);
  });
});

describe('codingTools without processes', () => {
  test('have none of the tools, and none of the fields of bash', () => {
    const tools = describeTools(presetTools('codingTools', { processes: false }));
    expect(tools.map(({ name }) => name).filter((name) => /process|shell|monitor/.test(name))).toEqual([]);
    const fields = Object.keys(Object(tools[0]?.inputSchema['properties']));
    expect(fields).toEqual([
      'command',
      'description',
      'workdir',
      'restart',
      'timeout_ms',
      'access',
      'max_output_bytes',
    ]);
  });
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}
