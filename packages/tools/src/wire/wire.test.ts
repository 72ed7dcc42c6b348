import { createDeferred } from '@cloche/system';
import { describe, expect, test } from 'vitest';
import { ToolFault, toolFaultCode } from '../contract/tool-fault.ts';
import type { ToolHost } from '../host/tool-host.ts';
import { createTestWorkspace } from '../testing/test-workspace.ts';
import { connectToolHost, type ToolHostConnection } from './connect-tool-host.ts';
import type { Channel } from './messages.ts';
import { serveToolHost } from './serve-tool-host.ts';

const after = (ms: number, callback: () => void): (() => void) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

function channelOf(port: MessagePort): Channel {
  return {
    post: (message, transfer) => port.postMessage(message, transfer),
    listen(onMessage) {
      port.onmessage = ({ data }) => onMessage(data);
    },
    close: () => port.close(),
  };
}

function connect(host: ToolHost, options: { silenceLimitMs?: number } = {}): ToolHostConnection {
  const { port1, port2 } = new MessageChannel();
  serveToolHost(host, channelOf(port1));
  return connectToolHost(channelOf(port2), { after, onFilesChanged: () => undefined, ...options });
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
    const channel = channelOf(port2);
    const { host, lost } = connectToolHost(channel, { after, onFilesChanged: () => undefined, silenceLimitMs: 2000 });
    const pending = host.call('ping', {}, { signal });
    pending.catch(() => undefined);
    expect((await lost).message).toMatch(/has not answered for 2 seconds/);
    await expect(pending).rejects.toBeInstanceOf(ToolFault);
  });
});
