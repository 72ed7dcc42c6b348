import type { ChildProcess } from 'node:child_process';
import { encodeText, openFileOf, type ProcessHost, ROOT_PID } from '@cloche/system';
import { describeProcessHost } from '@cloche/system/conformance';
import { describe, expect, test } from 'vitest';
import { createNodePlatform } from './compose.ts';
import { createNodeFileSystem } from './node-file-system.ts';
import { createNodeProcessHost } from './node-process-host.ts';
import { createHostStarter, type StartHostProcess } from './start-host-process.ts';
import { createPipedStarter } from './start-piped-process.ts';

/** Only the host's programs. */
const noPrograms = { has: () => false, names: () => [], load: () => () => 127 };

const create = (starter: StartHostProcess): ProcessHost =>
  createNodeProcessHost({ ...createNodePlatform(), files: createNodeFileSystem() }, noPrograms, starter);

describeProcessHost('the host, over FIFOs', () => ({ processes: create(createHostStarter()), cwd: '/' }), {
  describe,
  test,
  expect,
});
describeProcessHost('the host, over pipes', () => ({ processes: create(createPipedStarter()), cwd: '/' }), {
  describe,
  test,
  expect,
});

describe('createPipedStarter', () => {
  test('leaves what a program has not read of a file', async () => {
    const files = createNodeFileSystem();
    const path = `/tmp/cloche-input-${process.pid}`;
    files.writeFile(path, encodeText('one\ntwo\n'));
    const input = openFileOf(files.open(path, { read: true }), { canRead: true, canWrite: false });
    const { exited } = create(createPipedStarter()).spawn({
      argv: ['head', '-c', '4'],
      parent: ROOT_PID,
      env: new Map([['PATH', '/usr/bin:/bin']]),
      cwd: '/',
      umask: 0o022,
      descriptors: new Map([[0, input]]),
    });
    await exited;
    expect(Buffer.from(await input.read(100, new AbortController().signal)).toString()).toBe('two\n');
    input.release();
    files.unlink(path);
  });

  test('gives up a process whose end does not come after a kill', async () => {
    const children: ChildProcess[] = [];
    const sendSignal = (child: ChildProcess): boolean => children.push(child) > 0;
    const processes = create(createPipedStarter({ killLimitMs: 20, sendSignal }));
    const child = processes.spawn({
      argv: ['sleep', '30'],
      parent: ROOT_PID,
      env: new Map([['PATH', '/usr/bin:/bin']]),
      cwd: '/',
      umask: 0o022,
      descriptors: new Map(),
    });
    child.kill('SIGKILL');
    expect(await child.exited).toEqual({ kind: 'signaled', signal: 'SIGKILL' });
    expect(children[0]?.exitCode).toBe(null);
    children[0]?.kill('SIGKILL');
  });
});
