import { describe, expect, test } from 'vitest';
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
    expect((await workspace.run('glob', { pattern: '*' }, { id: 'same' })).content[0]?.text).toBe(
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
    expect(log.slice(0, 3)).toEqual(['+read', '+edit a', '+edit b']);
    expect(log.indexOf('+edit a again')).toBeGreaterThan(log.indexOf('-edit a'));
    expect(log.indexOf('+bash')).toBeGreaterThan(log.indexOf('-edit a again'));
    expect(log.indexOf('+late read')).toBeGreaterThan(log.indexOf('-bash'));
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
