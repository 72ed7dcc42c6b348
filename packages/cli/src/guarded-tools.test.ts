import { agentToolset20260401, fileTools } from '@cloche/tools';
import { afterEach, describe, expect, test } from 'vitest';
import { ENGINE_MACHINES, type EngineMachine } from './testing/engine-machines.ts';
import { addRules, createEngineRunner, type EngineRunner } from './testing/engine-runner.ts';

const machines: EngineMachine[] = [];
afterEach(async () => {
  for (const machine of machines.splice(0)) await machine.dispose();
});

/** Opens a runner in which nobody allows anything but opening a shell, unless `answer` does. */
type Open = (options: Parameters<typeof createEngineRunner>[1]) => Promise<EngineRunner & { workdir: string }>;

describe.each(Object.entries(ENGINE_MACHINES))('rules and the tools beside bash: %s', (_, create) => {
  const open: Open = async (options = {}) => {
    const machine = await create();
    machines.push(machine);
    const files = createEngineRunner(machine, {});
    const setUp = await files.run('bash', {
      command:
        'mkdir secrets src src/keep real && echo KEY1 > secrets/key && echo "  TOKEN=abc" > .env && echo a > src/keep/a && ' +
        'echo x > real/x && ln -s real conf && echo victim > victim && echo old > old',
    });
    expect(setUp.isError).toBe(false);
    const isStart = /^(?:Open a|Run a command in the background|Start)|background/i;
    const runner = createEngineRunner(machine, {
      asks: true,
      answer: ({ subject }) => (isStart.test(subject.summary) ? { action: 'allow' } : { action: 'deny' }),
      ...options,
    });
    return { ...runner, workdir: machine.workdir };
  };
  const shell = async (runner: EngineRunner, command = 'bash'): Promise<string> => {
    const { session_id: id } = await runner.json('shell_open', { command });
    return String(id);
  };
  const isDenied = async (runner: EngineRunner, name: string, input: object): Promise<void> => {
    const result = await runner.run(name, input);
    expect(result.details.code, JSON.stringify([name, input, result.content])).toBe('denied');
  };

  test.each<[string, object]>([
    ['what an escape hides', { text: 'echo hi\u001b]0;rm victim;\u001b\\', submit: true }],
    ['parameters of an escape', { text: 'echo hi \u001b[;rm victim', submit: true }],
    ['keys that erase', { text: 'echo hi\u007f\u007f', submit: true }],
    ['erasing alone', { keys: ['backspace'] }],
    ['a return alone', { keys: ['enter'] }],
    ['a return before it', { text: '\necho hi', submit: true }],
    ['the very words', { text: 'echo hi', submit: true }],
    ['bytes', { hex: ['0x0d'] }],
  ])('a rule for a command does not permit typing: %s', async (_name, input) => {
    const runner = await open({ rules: ['allow bash(echo hi)'] });
    const id = await shell(runner);
    await isDenied(runner, 'shell_send', { session_id: id, quiet_ms: 50, ...input });
    const card = runner.asked.at(-1);
    expect(JSON.stringify(card?.subject.detail)).toContain(
      'text' in input && input.text === 'echo hi\u001b]0;rm victim;\u001b\\' ? 'rm victim' : '',
    );
  });

  test.each([
    ['deny read(.env)', 'cat .e'],
    ['deny read(secrets/**)', 'cat key'],
    ['deny edit(src/**)', 'x'],
    ['deny bash(rm:*)', 'm -rf x'],
    ['deny web_fetch(host:evil.example)', 'x'],
  ])('under %s every typed text asks, though bash is allowed', async (rule, text) => {
    const runner = await open({ rules: ['allow bash', rule] });
    const id = await shell(runner);
    await isDenied(runner, 'shell_send', { session_id: id, text, quiet_ms: 50 });
  });

  test('a line that was typed before and not sent is part of the next question, and of what rules deny', async () => {
    const runner = await open({ rules: ['deny bash(rm:*)'], answer: () => ({ action: 'allow' }) });
    const id = await shell(runner);
    const type = (input: object): Promise<unknown> =>
      runner.run('shell_send', { session_id: id, quiet_ms: 50, ...input });
    await type({ text: 'echo a' });
    await type({ keys: ['enter'] });
    await type({ text: 'r' });
    const commands = runner.asked.flatMap(({ subject: { detail } }) =>
      detail.kind === 'command' ? [detail.command] : [],
    );
    expect(commands.slice(1)).toEqual(['echo a', '[in the line already]echo a[typed now][enter]', 'r']);
    await isDenied(runner, 'shell_send', { session_id: id, text: 'm victim', submit: true, quiet_ms: 50 });
    await isDenied(runner, 'process_input', { process_id: id, data: 'm victim\n' });
    await type({ keys: ['ctrl+c'] });
    await type({ text: 'm', submit: true });
    expect(runner.asked.at(-1)?.subject.detail).toMatchObject({ command: 'm' });
  });

  test('input to a shell without a terminal goes on with the line before', async () => {
    const runner = await open({ rules: ['deny bash(rm:*)'], answer: () => ({ action: 'allow' }) });
    const { process_id: id } = await runner.json('bash', { command: 'cat | bash', run_in_background: true });
    await runner.json('process_input', { process_id: id, data: 'ls\nr' });
    await isDenied(runner, 'process_input', { process_id: id, data: 'm victim\n' });
    await runner.json('process_stop', { process_id: id });
  });

  test('without a rule that guards, bash permits typing too', async () => {
    const runner = await open({ rules: ['allow bash', 'allow edit(src/**)'] });
    const id = await shell(runner);
    const sent = await runner.run('shell_send', { session_id: id, text: 'echo hi', submit: true, quiet_ms: 100 });
    expect(sent.isError).toBe(false);
  });

  test.each([
    '$SHELL',
    'ba\\sh',
    '. /dev/stdin',
    'eval "$(cat)"',
    'while read -r l; do $l; done',
    'cat > s; . ./s',
    './x',
  ])('input to %j is a command', async (command) => {
    const runner = await open({ rules: ['deny bash(rm:*)'] });
    const { process_id: id } = await runner.json('bash', { command, run_in_background: true });
    await isDenied(runner, 'process_input', { process_id: id, data: 'rm -f victim\n' });
    await isDenied(runner, 'process_input', { process_id: id, data: '\r' });
    await runner.json('process_stop', { process_id: id });
  });

  test('input to programs that take it for text needs nothing', async () => {
    const runner = await open({ rules: ['deny bash(rm:*)'] });
    const { process_id: id } = await runner.json('bash', { command: 'cat | sort', run_in_background: true });
    const given = await runner.run('process_input', { process_id: id, data: 'rm -f victim\n', eof: true });
    expect(given.isError).toBe(false);
  });

  test('rules and policies of the tool that is called count beside those of bash', async () => {
    const denied = await open({ rules: ['allow bash', 'deny monitor(rm:*)'] });
    await isDenied(denied, 'monitor', { command: 'rm -rf victim' });
    const asking = await open({ rules: ['allow bash', 'ask monitor'], answer: () => ({ action: 'deny' }) });
    await isDenied(asking, 'monitor', { command: 'true' });
    const policies = { bash: 'always_allow', shell_open: 'always_ask' } as const;
    const byPolicy = await open({ policies, answer: () => ({ action: 'deny' }) });
    await isDenied(byPolicy, 'shell_open', { command: 'bash' });
    const allowed = await open({ rules: ['allow monitor(echo:*)'], answer: () => ({ action: 'deny' }) });
    expect((await allowed.run('monitor', { command: 'echo hi' })).details.decidedBy).toContain('allow monitor(echo:*)');
  });

  test.each<[string, string, object]>([
    ['deny read(.env)', 'move', { source: '.env', destination: 'e' }],
    ['deny read(secrets/**)', 'move', { source: 'secrets', destination: 's' }],
    ['deny read(secrets/key)', 'move', { source: 'secrets', destination: 's' }],
    ['deny edit(src/keep/**)', 'move', { source: 'src', destination: 's' }],
    ['deny edit(src/keep/a)', 'move', { source: 'src', destination: 's' }],
    ['deny edit(conf/**)', 'write', { file_path: 'conf/new', content: 'x' }],
    ['deny edit(secrets)', 'write', { file_path: 'secrets/new', content: 'x' }],
    ['deny edit(secrets/)', 'write', { file_path: 'secrets/new', content: 'x' }],
    ['deny edit(caf\u00e9)', 'write', { file_path: 'cafe\u0301', content: 'x' }],
    ['deny read(secrets/**)', 'glob', { pattern: 'secrets/*' }],
    ['deny read(secrets/**)', 'glob', { pattern: '../secrets/*', path: 'src' }],
    ['deny read(secrets)', 'list_dir', { path: 'secrets' }],
  ])('under %s: %s %j', async (rule, name, input) => {
    const runner = await open({
      rules: ['allow edit(/**)', 'allow *', rule],
      answer: () => ({ action: 'deny' }),
    });
    await isDenied(runner, name, input);
  });

  test('the glob of the files toolset is held by the rules too', async () => {
    const runner = await open({ tools: fileTools, rules: ['deny read(secrets/**)'] });
    await isDenied(runner, 'glob', { pattern: 'secrets/*' });
  });

  test.each(['deny read(.env)', 'deny edit(.env)'])(
    'under %s an edit tells nothing of what the file holds',
    async (rule) => {
      const runner = await open({ tools: agentToolset20260401, rules: ['allow edit(/**)', rule] });
      const said = await runner.say('edit', { file_path: '.env', old_string: 'TOKEN = abc', new_string: 'y' });
      const found = await runner.run('edit', { file_path: '.env', old_string: 'TOKEN=abc', new_string: 'y' });
      expect(found.details.code).toBe('denied');
      if (rule.startsWith('deny read')) expect(said).toContain('denied');
      expect(rule.startsWith('deny read') && said.includes('TOKEN=abc')).toBe(false);
    },
  );

  test('a link that leads elsewhere after the question is asked about again', async () => {
    const files: { runner?: EngineRunner } = {};
    let asked = 0;
    const runner = await open({
      rules: ['ask edit(other/**)'],
      async answer({ isChanged, problem }) {
        asked++;
        if (isChanged) {
          expect(problem).toContain('has changed since it was asked');
          return { action: 'deny' };
        }
        await files.runner?.run('bash', { command: 'mkdir -p other; ln -sfn other conf' });
        return { action: 'allow' };
      },
    });
    const [machine] = machines.slice(-1);
    if (machine) files.runner = createEngineRunner(machine, {});
    await isDenied(runner, 'write', { file_path: 'conf/new', content: 'x' });
    expect(asked).toBe(2);
  });

  test('a denial that is stored while a call waits counts', async () => {
    const root = { path: '' };
    const runner = await open({
      async answer(_request, rules) {
        await addRules(rules, ['deny bash(rm:*)'], root.path);
        return { action: 'allow' };
      },
    });
    await isDenied(runner, 'bash', { command: 'rm -f victim' });
    expect(await runner.say('read', { file_path: 'victim' })).toContain('victim');
  });

  test('an answer to a cancelled call permits nothing', async () => {
    const cancel = new AbortController();
    const runner = await open({
      answer() {
        cancel.abort(new Error('cancelled'));
        return { action: 'allow' };
      },
    });
    const call = { id: 'c', name: 'remove', input: { path: 'old' } };
    const result = await runner.session().run(call, { signal: cancel.signal });
    expect(result.details.code).toBe('cancelled');
    expect(await runner.say('read', { file_path: 'old' })).toContain('old');
  });

  test('removing says that it deletes, and is asked about each time', async () => {
    const runner = await open({});
    await isDenied(runner, 'remove', { path: 'old' });
    expect(runner.asked[0]?.risks).toEqual([{ kind: 'deletes', text: 'Deletes files (old)' }]);
    expect(runner.asked[0]?.offers).toEqual([]);
  });

  test.each<[string, object]>([
    ['remove', { path: '' }],
    ['remove', { path: '.' }],
    ['move', { source: '.', destination: 'z' }],
    ['move', { source: 'src', destination: 'src/in' }],
    ['move', { source: 'src', destination: '../out' }],
    ['copy', { source: '', destination: 'z' }],
  ])('nobody is asked about what cannot be: %s %j', async (name, input) => {
    const runner = await open({});
    const result = await runner.run(name, input);
    expect(result.isError).toBe(true);
    expect(runner.asked).toEqual([]);
  });

  test('copying and moving offer rules that then hold', async () => {
    const runner = await open({
      answer: ({ offers }) => ({ action: 'allow', always: { rules: offers.at(-1)?.rules ?? [], scope: 'workspace' } }),
    });
    for (const [from, to] of [
      ['src/keep/a', 'src/b'],
      ['src/keep/a', 'src/c'],
    ])
      expect((await runner.run('copy', { source: from, destination: to })).isError).toBe(false);
    expect(runner.asked).toHaveLength(1);
  });

  test('accepting edits is about files of the workspace, not of git', async () => {
    const runner = await open({ mode: 'acceptEdits', answer: () => ({ action: 'deny' }) });
    expect((await runner.run('write', { file_path: 'src/new', content: 'x' })).isError).toBe(false);
    await isDenied(runner, 'write', { file_path: '.git/hooks/pre-commit', content: 'x' });
    await isDenied(runner, 'write', { file_path: '/tmp/cloche-outside', content: 'x' });
  });

  test.each<[string, string, object]>([
    ['deny read(secrets/**)', 'bash', { command: 'grep -r KEY1 .' }],
    ['deny read(secrets/**)', 'grep', { pattern: 'KEY1' }],
    ['deny edit(src/keep/**)', 'bash', { command: 'rm -rf src' }],
    ['deny bash(rm:*)', 'bash', { command: '$x victim' }],
  ])('without questions what %s may deny is asked about all the same: %s %j', async (rule, name, input) => {
    const runner = await open({ mode: 'bypass', rules: [rule], answer: () => ({ action: 'deny' }) });
    await isDenied(runner, name, input);
    expect((await runner.run('bash', { command: 'echo fine' })).isError).toBe(false);
  });

  test('an answer keeps no rules that have nothing to do with the call', async () => {
    const problems: (string | undefined)[] = [];
    const runner = await open({
      answer({ problem }) {
        problems.push(problem);
        if (problems.length > 2) return { action: 'deny' };
        const rules = problems.length === 1 ? ['edit(src/q)', 'bash(ls:*)'] : [];
        return { action: 'allow', always: { rules, scope: 'workspace' } };
      },
    });
    await isDenied(runner, 'write', { file_path: 'src/q', content: 'x' });
    expect(problems).toEqual([
      undefined,
      'bash(ls:*) has nothing to do with this call',
      'there is no rule in the answer',
    ]);
  });
});
