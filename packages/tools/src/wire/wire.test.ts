import { createDeferred } from '@cloche/system';
import { describe, expect, test } from 'vitest';
import { ToolFault, toolFaultCode } from '../contract/tool-fault.ts';
import type { ToolHost } from '../host/tool-host.ts';
import { createTestWorkspace } from '../testing/test-workspace.ts';
import { codingTools } from '../toolset/coding-tools.ts';
import { connectToolHost, type ToolHostConnection } from './connect-tool-host.ts';
import { channelOfPort } from './port-channel.ts';
import { serveToolHost } from './serve-tool-host.ts';

const after = (ms: number, callback: () => void): (() => void) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

function connect(host: ToolHost, options: { silenceLimitMs?: number } = {}): ToolHostConnection {
  const { port1, port2 } = new MessageChannel();
  serveToolHost(host, channelOfPort(port1));
  return connectToolHost(channelOfPort(port2), { after, onFilesChanged: () => undefined, ...options });
}

describe('the wire', () => {
  const { signal } = new AbortController();

  test('carries calls, bytes and errors with their codes', async () => {
    const workspace = createTestWorkspace();
    workspace.write('f', Uint8Array.of(0, 255, 1));
    const { host, ready, lose } = connect(workspace.host);
    await ready;
    expect((await host.call('read_file', { path: '/workspace/f' }, { signal })).bytes).toEqual(
      Uint8Array.of(0, 255, 1),
    );
    expect(workspace.files.readFile('/workspace/f')).toEqual(Uint8Array.of(0, 255, 1));
    await expect(host.call('read_file', { path: '/no' }, { signal })).rejects.toMatchObject({
      name: 'SystemError',
      code: 'ENOENT',
      path: '/no',
    });
    lose('the test is over');
  });

  test('carries everything that the coding tools ask of a machine', async () => {
    const connections: ToolHostConnection[] = [];
    const workspace = createTestWorkspace({
      tools: codingTools,
      scripts: { long: ({ stdout }) => (stdout('y'.repeat(200_000)), 0) },
      around(host) {
        const connection = connect(host);
        connections.push(connection);
        return connection.host;
      },
    });
    const { say } = workspace;
    workspace.write('p.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a));
    const image = await workspace.run('read', { file_path: 'p.png' });
    expect(image.content[1]).toMatchObject({ type: 'image', data: 'iVBORw0KGgo=' });
    expect(await say('write', { file_path: 'd/f', content: 'one\n' })).toBe('OK wrote d/f (4 bytes)');
    expect(await say('edit', { file_path: 'd/f', old_string: 'one', new_string: 'two' })).toMatch(/^OK edited d\/f/);
    expect(await say('copy', { source: 'd/f', destination: 'g' })).toBe('OK copied "d/f" to "g"');
    expect(await say('grep', { pattern: 'two' })).toBe('OK d/f\ng');
    expect(await say('list_dir', {})).toBe('OK d/\ng\t4 bytes\np.png\t8 bytes\n');
    expect(await say('bash', { command: 'long' })).toMatch(/omitted 167232 of 200000 bytes/);
    for (const { lose } of connections) lose('the test is over');
  });

  test('streams output and cancels', async () => {
    const workspace = createTestWorkspace({
      scripts: {
        hang: ({ stdout, signal: stopped }) => {
          void stdout('one');
          return new Promise((resolve) => stopped.addEventListener('abort', () => resolve(0)));
        },
      },
    });
    const { host, lose } = connect(workspace.host);
    const heard = createDeferred<string>();
    const controller = new AbortController();
    const running = host.call(
      'bash',
      { session: 's', command: 'hang', timeoutMs: 60_000 },
      {
        signal: controller.signal,
        onOutput({ bytes }) {
          heard.resolve(new TextDecoder().decode(bytes));
          return undefined;
        },
      },
    );
    expect(await heard.promise).toBe('one');
    controller.abort();
    expect((await running).kind).toBe('cancelled');
    lose('the test is over');
  });

  test('holds a command back while its listener is behind, and goes on when it has caught up', async () => {
    let written = 0;
    const workspace = createTestWorkspace({
      scripts: {
        flood: async ({ stdout, signal: stopped }) => {
          while (!stopped.aborted && written < 400) {
            await stdout('x'.repeat(65_536));
            written++;
          }
          return 0;
        },
      },
    });
    const { host, lose } = connect(workspace.host);
    const gate = createDeferred<void>();
    const running = host.call(
      'bash',
      { session: 's', command: 'flood', timeoutMs: 60_000 },
      { signal, onOutput: () => gate.promise },
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(written).toBeLessThan(40);
    gate.resolve();
    expect((await running).kind).toBe('exited');
    expect(written).toBe(400);
    lose('the test is over');
  });

  test('rejects every pending and later call when the machine is lost', async () => {
    const { host, lose, lost } = connect({ call: () => new Promise(() => undefined) });
    const pending = host.call('ping', {}, { signal });
    lose('its worker ended');
    await expect(pending).rejects.toMatchObject({ name: 'ToolFault', code: 'machine_lost' });
    await expect(host.call('ping', {}, { signal })).rejects.toThrow('its worker ended');
    expect(toolFaultCode(await lost)).toBe('machine_lost');
  });

  test('gives up a machine that stays silent', async () => {
    const { port2 } = new MessageChannel();
    const channel = channelOfPort(port2);
    const { host, lost } = connectToolHost(channel, { after, onFilesChanged: () => undefined, silenceLimitMs: 2000 });
    const pending = host.call('ping', {}, { signal });
    pending.catch(() => undefined);
    expect((await lost).message).toMatch(/has not answered for 2 seconds/);
    await expect(pending).rejects.toBeInstanceOf(ToolFault);
  });
});
