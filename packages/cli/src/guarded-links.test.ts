import { afterEach, describe, expect, test } from 'vitest';
import { ENGINE_MACHINES, type EngineMachine } from './testing/engine-machines.ts';
import { createEngineRunner } from './testing/engine-runner.ts';

const machines: EngineMachine[] = [];
afterEach(async () => {
  for (const machine of machines.splice(0)) await machine.dispose();
});

/** As workspaces of packages have them: names that link to other places, which `..` goes up from. */
const SET_UP =
  'mkdir -p packages/a/node_modules packages/b secrets keep inside && ln -s ../../b packages/a/node_modules/b && ' +
  'ln -s ../secrets packages/s && echo KEY > secrets/key && echo TOKEN > .env && echo lock > lock.json && ' +
  'echo x > keep/x && mkdir -p "$OUT" && echo "echo OUTSIDE" > "$OUT/run.sh" && ln -s "$OUT" out && ' +
  'echo "echo mine" > inside/run.sh && chmod +x inside/run.sh "$OUT/run.sh" && ln -s inside in';

describe.each(Object.entries(ENGINE_MACHINES))('rules and links: %s', (_, create) => {
  const open = async (rules: readonly string[]) => {
    const machine = await create();
    machines.push(machine);
    const out = `/tmp/out-${crypto.randomUUID()}`;
    const files = createEngineRunner(machine, {});
    const setUp = await files.run('bash', { command: `OUT=${out}; ${SET_UP}` });
    expect(setUp.isError, JSON.stringify(setUp.content)).toBe(false);
    const runner = createEngineRunner(machine, { asks: true, rules, answer: () => ({ action: 'deny' }) });
    return {
      run: async (command: string) => (await runner.run('bash', { command })).details.code ?? 'ran',
      clean: () => files.run('bash', { command: `rm -rf ${out}` }),
    };
  };

  test('`..` behind a link is where the system goes, for files that are read and changed', async () => {
    const { run, clean } = await open([
      'deny read(.env)',
      'deny read(secrets/**)',
      'deny edit(lock.json)',
      'deny edit(keep/**)',
      'allow edit(packages/**)',
      ...['cat', 'cp', 'echo', 'tee', 'rm', 'ls', 'cd'].map((name) => `allow bash(${name}:*)`),
    ]);
    for (const command of [
      'cat packages/a/node_modules/b/../../.env',
      'cat packages/a/node_modules/b/../../.env > packages/b/e',
      'cp packages/a/node_modules/b/../../.env packages/b/e',
      'cat < packages/a/node_modules/b/../../.env',
      'cat packages/s/../secrets/key',
      'cat packages/s/../secrets/*',
      'cat packages/s/../[.]env',
      'echo pwn > packages/a/node_modules/b/../../lock.json',
      'echo pwn | tee packages/a/node_modules/b/../../lock.json',
      'cp packages/b/e packages/a/node_modules/b/../../keep/x',
      'rm packages/a/node_modules/b/../../keep/x',
      'ls packages/a/node_modules/b/../../secrets',
    ])
      expect([command, await run(command)]).toEqual([command, 'denied']);
    expect(await run('echo mine > packages/a/node_modules/b/../b/mine && cat packages/b/mine')).toBe('ran');
    await clean();
  });

  test('a script of the directory is not run where a link leads out of the workspace', async () => {
    const { run, clean } = await open(['allow bash(./run.sh:*)', 'allow bash(cd:*)', 'allow bash(pushd:*)']);
    for (const command of [
      'cd out && ./run.sh',
      '(cd out; ./run.sh)',
      'pushd out; ./run.sh',
      'cd in/../out; ./run.sh',
      'cd -P in/.. && ./run.sh',
    ])
      expect([command, await run(command)]).toEqual([command, 'denied']);
    for (const command of ['cd inside && ./run.sh', 'cd in && ./run.sh'])
      expect([command, await run(`(${command})`)]).toEqual([command, 'ran']);
    await clean();
  });
});
