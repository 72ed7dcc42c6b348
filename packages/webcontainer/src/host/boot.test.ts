import { existsSync } from 'node:fs';
import { whyNoStandIn } from '@cloche/webcontainer-stand-in';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildGuest } from '../testing/build-guest.ts';
import { createStandInClient, type StandInClient } from '../testing/stand-in-client.ts';
import { never, openTestMachine, type TestMachine, testPlatform } from '../testing/test-machine.ts';
import { bootWebContainer, type WebContainerOptions } from './boot-webcontainer.ts';
import type { Container, ContainerClient } from './container.ts';

const reason = await whyNoStandIn();

let light: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  light = await buildGuest('../testing/light-guest.ts');
}, 60_000);

const opened: TestMachine[] = [];
afterEach(async () => {
  for (const machine of opened.splice(0)) await machine.dispose();
});

const boot = (client: ContainerClient, options: Partial<WebContainerOptions> = {}) =>
  bootWebContainer({
    loadGuest: async () => light,
    loadClient: async () => client,
    signal: never,
    platform: testPlatform,
    ...options,
  });

/** A client whose boots go as a test says. */
function clientOf(bootOne: () => Promise<Container>): ContainerClient {
  return { boot: bootOne, configureKey: () => undefined, settle: async () => undefined };
}

const source = (text: string): Partial<WebContainerOptions> => ({
  loadGuest: async () => Uint8Array.from(Buffer.from(text)),
});

/** Waits for the end of all containers, and looks at what they have left. */
async function expectNothingLeft({ runtimes }: StandInClient): Promise<void> {
  for (const { whenTornDown, state } of runtimes) {
    await whenTornDown;
    expect(existsSync(state.root)).toBe(false);
    expect(state.counts()).toEqual({ processes: 0, watchers: 0, listeners: 0 });
  }
}

describe.skipIf(reason !== undefined)(`bootWebContainer${reason === undefined ? '' : ` (${reason})`}`, () => {
  test('says what it is doing, and gives a port with a tool host', async () => {
    const said: string[] = [];
    const machine = await openTestMachine(createStandInClient(), light, { onProgress: ({ kind }) => said.push(kind) });
    opened.push(machine);
    expect(said).toEqual(['loading_client', 'booting', 'starting_guest', 'ready']);
    expect(machine.connection).toMatchObject({ exclude: [], nodeVersion: process.versions.node });
  });

  test.each([
    [
      'no isolation',
      { platform: { ...testPlatform, isIsolated: false } },
      'not_isolated',
      'Cross-Origin-Embedder-Policy',
    ],
    ['no network', { platform: { ...testPlatform, isOnline: false } }, 'no_network', 'there is no network'],
  ] as const)('refuses with %s', async (_, options, code, text) => {
    await expect(boot(createStandInClient(), options)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(text),
    });
  });

  test('boots without isolation when the app says that it has none', async () => {
    const platform = { ...testPlatform, isIsolated: false };
    opened.push(await openTestMachine(createStandInClient(), light, { platform, coep: 'none' }));
  });

  test('gives up a boot that hangs, and tears down what comes late', async () => {
    let finish: (container: Container) => void = () => undefined;
    const hanging = new Promise<Container>((resolve) => {
      finish = resolve;
    });
    await expect(
      boot(
        clientOf(() => hanging),
        { bootLimitMs: 20 },
      ),
    ).rejects.toMatchObject({
      code: 'no_answer',
      message: expect.stringContaining('reload the page'),
    });
    const client = createStandInClient();
    finish(await client.boot({}));
    await expectNothingLeft(client);
  });

  test('stops waiting when it is told to', async () => {
    const controller = new AbortController();
    const booting = boot(
      clientOf(() => new Promise(() => undefined)),
      { signal: controller.signal },
    );
    controller.abort(new Error('go offline now'));
    await expect(booting).rejects.toThrow('go offline now');
  });

  test('names a second container of the page, and what else the client says', async () => {
    const client = createStandInClient();
    opened.push(await openTestMachine(client, light));
    await expect(boot(client)).rejects.toMatchObject({ code: 'webcontainer_busy' });
    await expect(boot(clientOf(async () => Promise.reject(new Error('no way'))))).rejects.toMatchObject({
      code: 'boot_failed',
      message: 'WebContainer did not boot: no way',
    });
  });

  test('sets the key before the first boot, and not again', async () => {
    const keys: string[] = [];
    const client: ContainerClient = {
      ...createStandInClient(),
      configureKey(key) {
        if (keys.length > 0) throw new Error('`configureAPIKey` should always be called before `WebContainer.boot`');
        keys.push(key);
      },
    };
    for (let count = 0; count < 2; count++) await (await boot(client, { apiKey: 'key' })).dispose();
    expect(keys).toEqual(['key']);
  });

  test.each([
    ['ends', 'console.log("no such thing"); process.exit(3)', 'the guest ended with code 3. It printed: no such thing'],
    ['throws', 'throw new Error("broken")', 'broken'],
  ])('says what a guest printed that %s at once', async (_, text, message) => {
    const client = createStandInClient();
    await expect(boot(client, source(text))).rejects.toMatchObject({
      code: 'guest_failed',
      message: expect.stringContaining(message),
    });
    await expectNothingLeft(client);
  });

  test('refuses a program that is not what was put there', async () => {
    const platform = { ...testPlatform, hash: async () => '00' };
    await expect(boot(createStandInClient(), { platform })).rejects.toMatchObject({
      code: 'guest_failed',
      message: expect.stringContaining('is not the one that was put there'),
    });
  });

  test('says that node could not be started', async () => {
    const client = createStandInClient();
    const broken = clientOf(async () => {
      const container = await client.boot({});
      return {
        ...container,
        spawn: async () => Promise.reject(new Error('ENOENT: no such file or directory, spawn node')),
      };
    });
    await expect(boot(broken)).rejects.toMatchObject({
      code: 'guest_failed',
      message: expect.stringContaining('ENOENT'),
    });
    await expectNothingLeft(client);
  });

  test('leaves nothing behind after 100 boots', async () => {
    let timers = 0;
    const platform = {
      ...testPlatform,
      after(ms: number, callback: () => void) {
        timers++;
        let isOpen = true;
        const close = (): void => {
          if (isOpen) timers--;
          isOpen = false;
        };
        const timer = setTimeout(() => {
          close();
          callback();
        }, ms);
        return () => {
          close();
          clearTimeout(timer);
        };
      },
    };
    const boots = async (count: number): Promise<void> => {
      const client = createStandInClient();
      for (let boot = 0; boot < count; boot++) {
        const machine = await openTestMachine(client, light, { platform });
        machine.connection.watchFiles(() => undefined);
        await machine.dispose();
      }
      expect(client.runtimes.length).toBe(count);
      await expectNothingLeft(client);
    };
    await Promise.all([boots(25), boots(25), boots(25), boots(25)]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(timers).toBe(0);
    const resources = process.getActiveResourcesInfo();
    expect(resources.filter((name) => name === 'MessagePort' || name === 'FSWatcher' || name === 'FSEvent')).toEqual(
      [],
    );
  }, 120_000);
});
