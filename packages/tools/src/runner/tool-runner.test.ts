import { describe, expect, test } from 'vitest';
import { resultText } from '../contract/tool-result.ts';
import { createTestWorkspace } from '../testing/test-workspace.ts';
import { createCallQueue } from './call-queue.ts';

describe('createToolRunner', () => {
  test('runs read-only tools and asks for the others when no policy says otherwise', async () => {
    const asked: string[] = [];
    const workspace = createTestWorkspace({
      policies: {},
      async answer({ tool }) {
        asked.push(tool.name);
        return { action: 'allow' };
      },
    });
    workspace.write('f', 'x');
    await workspace.say('read', { file_path: 'f' });
    await workspace.say('glob', { pattern: '*' });
    expect(asked).toEqual([]);
    await workspace.say('write', { file_path: 'f', content: 'y' });
    await workspace.say('bash', { command: 'true' });
    expect(asked).toEqual(['write', 'bash']);
  });

  test('refuses what must be asked when nobody is there', async () => {
    const workspace = createTestWorkspace({ policies: { read: 'always_ask' } });
    workspace.write('f', 'x');
    const { details, isError } = await workspace.run('read', { file_path: 'f' });
    expect([isError, details.code]).toEqual([true, 'approval_required']);
  });

  test('cancels a call that waits for a person', async () => {
    const controller = new AbortController();
    const workspace = createTestWorkspace({
      policies: {},
      answer: (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    const running = workspace.run('write', { file_path: 'f', content: 'x' }, { signal: controller.signal });
    await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort(new Error('enough'));
    expect((await running).details.code).toBe('cancelled');
    expect(workspace.files.readDirectory('/workspace')).toEqual([]);
  });

  test('refuses a second call under the id of one that runs', async () => {
    const workspace = createTestWorkspace({
      scripts: { wait: () => new Promise((resolve) => setTimeout(() => resolve(0), 20)) },
    });
    const first = workspace.run('bash', { command: 'wait' }, { id: 'same' });
    expect(resultText(await workspace.run('glob', { pattern: '*' }, { id: 'same' }))).toBe(
      'glob: a call with the id "same" is still running; give every call an id of its own',
    );
    expect((await first).isError).toBe(false);
    expect((await workspace.run('glob', { pattern: '*' }, { id: 'same' })).isError).toBe(false);
  });

  test('passes on a fault of the machine, and makes one of a bug, with its cause', async () => {
    const workspace = createTestWorkspace({
      scripts: {
        bug: () => {
          throw new TypeError('x is not a function');
        },
      },
    });
    await expect(workspace.run('bash', { command: 'bug' })).rejects.toMatchObject({
      name: 'ToolFault',
      code: 'internal',
      cause: { name: 'TypeError', message: 'x is not a function' },
    });
    expect(workspace.events.at(-1)).toMatchObject({ kind: 'faulted', message: 'bash: x is not a function' });
    expect(await workspace.say('write', { file_path: 'f', content: 'x' })).toBe('OK wrote 1 bytes to f');
  });

  test('commits before a result is released, and tells what decided', async () => {
    const workspace = createTestWorkspace();
    const { details, persistence } = await workspace.run('write', { file_path: 'f', content: 'x' });
    expect(workspace.commits.count).toBe(1);
    expect([details.decidedBy, persistence]).toEqual(['policy always_allow of write', { persisted: true }]);
    expect(workspace.events.map(({ kind }) => kind)).toEqual(['queued', 'prepared', 'running', 'finished']);
  });
});

describe('createCallQueue', () => {
  test('runs side by side what may be, and in order what may not', async () => {
    const queue = createCallQueue();
    const { signal } = new AbortController();
    const log: string[] = [];
    const call = async (name: string, scope: Parameters<typeof queue.enter>[0]): Promise<void> => {
      const leave = await queue.enter(scope, { signal });
      log.push(`+${name}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      log.push(`-${name}`);
      leave();
    };
    await Promise.all([
      call('read', { kind: 'shared' }),
      call('edit a', { kind: 'path', path: '/a' }),
      call('edit a again', { kind: 'path', path: '/a' }),
      call('edit b', { kind: 'path', path: '/b' }),
      call('bash', { kind: 'exclusive' }),
      call('late read', { kind: 'shared' }),
    ]);
    expect(log.slice(0, 4)).toEqual(['+read', '-read', '+edit a', '+edit b']);
    expect(log.indexOf('+edit a again')).toBeGreaterThan(log.indexOf('-edit a'));
    expect(log.indexOf('+bash')).toBeGreaterThan(log.indexOf('-edit a again'));
    expect(log.indexOf('+late read')).toBeGreaterThan(log.indexOf('-bash'));
  });

  test('runs two looks together, a change alone, and the look behind it after it', async () => {
    const queue = createCallQueue();
    const { signal } = new AbortController();
    const log: string[] = [];
    const call = async (name: string, scope: Parameters<typeof queue.enter>[0]): Promise<void> => {
      const leave = await queue.enter(scope, { signal });
      log.push(`+${name}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      log.push(`-${name}`);
      leave();
    };
    await Promise.all([
      call('1', { kind: 'shared' }),
      call('2', { kind: 'shared' }),
      call('3', { kind: 'path', path: '/a' }),
      call('4', { kind: 'shared' }),
    ]);
    expect(log).toEqual(['+1', '+2', '-1', '-2', '+3', '-3', '+4', '-4']);
  });

  test('never runs more than ten at once, and none twice', async () => {
    const queue = createCallQueue();
    const { signal } = new AbortController();
    let running = 0;
    let most = 0;
    let ended = 0;
    await Promise.all(
      Array.from({ length: 1000 }, async () => {
        const leave = await queue.enter({ kind: 'shared' }, { signal });
        most = Math.max(most, ++running);
        await Promise.resolve();
        running--;
        ended++;
        leave();
        leave();
      }),
    );
    expect([most, ended]).toEqual([10, 1000]);
  });

  test('lets a cancelled call go and starts what waited behind it', async () => {
    const queue = createCallQueue();
    const open = new AbortController();
    const leave = await queue.enter({ kind: 'shared' }, open);
    const cancelled = new AbortController();
    const bash = queue.enter({ kind: 'exclusive' }, cancelled);
    const read = queue.enter({ kind: 'shared' }, open);
    cancelled.abort(new Error('gone'));
    await expect(bash).rejects.toThrow('gone');
    await read;
    leave();
  });
});

describe('a session of the runner', () => {
  test('answers in the order of the calls, and a bug in one call is that call’s own', async () => {
    const workspace = createTestWorkspace({
      scripts: {
        slow: () => new Promise((resolve) => setTimeout(() => resolve(0), 20)),
        bug: () => {
          throw new Error('a bug');
        },
      },
    });
    const session = workspace.runner.session({ session: 's', loop: 'l' });
    const answers = await session.runAll(
      [
        { id: '1', name: 'bash', input: { command: 'slow' } },
        { id: '2', name: 'bash', input: { command: 'bug' } },
        { id: '3', name: 'write', input: { file_path: 'f', content: 'x' } },
        { id: '4', name: 'read', input: { file_path: 'f' } },
        { id: '4', name: 'read', input: { file_path: 'f' } },
      ],
      { signal: new AbortController().signal },
    );
    expect(answers.map((answer) => ('content' in answer ? resultText(answer) : answer.message))).toEqual([
      '',
      'bash: a bug',
      'wrote 1 bytes to f',
      'x',
      'read: a call with the id "4" is still running; give every call an id of its own',
    ]);
  });

  test('runs 500 calls of one turn, some under one id, and answers each', async () => {
    const workspace = createTestWorkspace();
    const calls = Array.from({ length: 500 }, (_, index) =>
      index % 50 === 49
        ? { id: `${index - 1}`, name: 'glob', input: { pattern: '*' } }
        : { id: `${index}`, name: 'write', input: { file_path: `f${index % 7}`, content: `${index}` } },
    );
    const answers = await workspace.runner.session().runAll(calls, { signal: new AbortController().signal });
    const failed = answers.flatMap((answer, index) => ('isError' in answer && !answer.isError ? [] : [index]));
    expect(failed).toEqual([49, 99, 149, 199, 249, 299, 349, 399, 449, 499]);
    expect(workspace.files.readDirectory('/workspace')).toHaveLength(7);
  });

  test('cancels what waits and what runs', async () => {
    const workspace = createTestWorkspace({
      scripts: { hang: ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(0))) },
    });
    const controller = new AbortController();
    const running = workspace.runner.session().runAll(
      [
        { id: '1', name: 'bash', input: { command: 'hang' } },
        { id: '2', name: 'write', input: { file_path: 'f', content: 'x' } },
        { id: '3', name: 'read', input: { file_path: 'f' } },
      ],
      controller,
    );
    await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort(new Error('enough'));
    expect((await running).map((answer) => ('details' in answer ? answer.details.code : 'fault'))).toEqual([
      'cancelled',
      'cancelled',
      'cancelled',
    ]);
    expect(workspace.files.readDirectory('/workspace')).toEqual([]);
  });
});
