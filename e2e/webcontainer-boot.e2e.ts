import { STRICT, type StandInServer } from '@cloche/webcontainer-stand-in';
import type { Page } from '@playwright/test';
import { expect } from './support/test.ts';
import { bootContainer, NOTHING_LEFT, openWebContainer, testWithStandIn as test } from './support/web-container.ts';

declare global {
  interface Window {
    outcome: Promise<string>;
  }
}

/** Begins to boot; says how that ended, or `pending` when it has not some time after the runtime's page was asked for. */
async function bootOrPending(page: Page, server: StandInServer | undefined): Promise<string> {
  const requests = server?.requests.length;
  await page.evaluate(() => {
    const ended = window.webcontainer.WebContainer.boot().then(
      (container) => {
        window.container = container;
        return 'booted';
      },
      (error: unknown) => String(error),
    );
    const waited = new Promise<string>((resolve) => setTimeout(resolve, 300, 'pending'));
    window.outcome = Promise.race([ended, waited]);
  });
  if (server) await expect.poll(() => server.requests.length).not.toBe(requests);
  return page.evaluate(() => window.outcome);
}

test.describe('starting the stock client', () => {
  test('a boot whose page is blocked never settles', async ({ page, site, standIn }) => {
    const server = await standIn({ boot: { isBlocked: true } });
    await openWebContainer(page, site.url('isolated'), server);
    expect(await bootOrPending(page, server)).toBe('pending');
  });

  for (const hangs of ['page', 'build'] as const) {
    test(`a boot that hangs in its ${hangs} never settles`, async ({ page, site, standIn }) => {
      const server = await standIn({ boot: { hangs } });
      await openWebContainer(page, site.url('isolated'), server);
      expect(await bootOrPending(page, server)).toBe('pending');
    });
  }

  test('a slow boot comes in the end', async ({ page, site, standIn }) => {
    const server = await standIn({ boot: { delayMs: 700 } });
    await openWebContainer(page, site.url('isolated'), server);
    expect(await bootOrPending(page, server)).toBe('pending');
    await page.waitForFunction(() => window.container !== undefined);
  });

  test('a key opens the page, another one does not', async ({ page, site, standIn }) => {
    const server = await standIn({ boot: { apiKeys: ['right'] } });
    for (const [key, outcome] of [
      ['wrong', 'pending'],
      ['right', 'booted'],
    ]) {
      await openWebContainer(page, site.url('isolated'), server);
      await page.evaluate((given) => window.webcontainer.configureAPIKey(given ?? ''), key);
      if (outcome === 'booted') await bootContainer(page, { coep: 'credentialless' });
      else expect(await bootOrPending(page, server)).toBe(outcome);
    }
    expect(server.requests.map(String)).toEqual([
      'client_id=wrong&version=1.6.4',
      'client_id=right&coep=credentialless&version=1.6.4',
    ]);
  });

  test('a person who has logged in gives the runtime their token', async ({ page, site, standIn }) => {
    const server = await standIn();
    await openWebContainer(page, site.url('isolated'), server);
    const status = await page.evaluate((origin) => {
      const expires = Date.now() + 3_600_000;
      localStorage.setItem('__wc_api_tokens__', JSON.stringify({ origin, refresh: 'r', access: 'token', expires }));
      return window.webcontainer.auth.init({ clientId: 'app', scope: '' });
    }, server.origin);
    expect(status).toEqual({ status: 'authorized' });
    await bootContainer(page);
    await expect
      .poll(() => server.runtimes()[0]?.credentials)
      .toEqual({ accessToken: 'token', editorOrigin: server.origin });
    expect(server.requests.map(String)).toEqual(['client_id=app&version=1.6.4']);
  });

  test('a page without isolation boots; one whose policy forbids the frame does not', async ({
    page,
    site,
    standIn,
  }) => {
    const server = await standIn();
    await openWebContainer(page, site.url('plain'), server);
    await bootContainer(page);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    await openWebContainer(page, site.url('strict'), server);
    expect(await bootOrPending(page, undefined)).toBe('pending');
    expect(server.requests.length).toBe(1);
  });

  test('a runtime that dies answers nothing; the client boots anew only when it is made to forget', async ({
    page,
    site,
    standIn,
  }) => {
    const server = await standIn(STRICT);
    await openWebContainer(page, site.url('isolated'), server);
    await bootContainer(page);
    await page.evaluate(() => window.container.fs.writeFile('a', 'b'));
    server.runtimes()[0]?.crash();
    const afterwards = await page.evaluate(async () => {
      const { WebContainer } = window.webcontainer;
      const settled: string[] = [];
      const watch = (name: string, promise: Promise<unknown>): void => {
        const note = (): number => settled.push(name);
        promise.then(note, note);
      };
      watch('readFile', window.container.fs.readFile('a'));
      watch('spawn', window.container.spawn('echo', ['x']));
      window.container.teardown();
      watch('boot', WebContainer.boot());
      await new Promise((resolve) => setTimeout(resolve, 300));
      const before = [...settled];
      Object.assign(WebContainer, { _teardownPromise: null, _instance: null });
      window.container = await WebContainer.boot({ workdirName: 'anew' });
      return { before, names: await window.container.fs.readdir('.') };
    });
    expect(afterwards).toEqual({ before: [], names: [] });
    expect(server.started().map(({ isTornDown }) => isTornDown)).toEqual([true, false]);
  });

  test('a page that is loaded again or closed leaves nothing behind', async ({ page, site, standIn }) => {
    const server = await standIn();
    for (const round of [1, 2]) {
      await openWebContainer(page, site.url('isolated'), server);
      await bootContainer(page);
      await page.evaluate(async () => {
        await window.container.spawn('node', ['-e', 'setInterval(() => {}, 1e6)']);
        window.container.fs.watch('.', () => undefined);
        await window.container.fs.readdir('.');
      });
      await expect
        .poll(() => server.counts())
        .toMatchObject({ connections: 1, runtimes: 1, processes: 1, watchers: 1 });
      expect(server.started().length).toBe(round);
    }
    expect(server.started()[0]?.isTornDown).toBe(true);
  });

  test('a hundred boots in one page leave nothing behind', async ({ page, site, standIn }) => {
    const server = await standIn();
    await openWebContainer(page, site.url('isolated'), server);
    await page.evaluate(async () => {
      for (let count = 0; count < 100; count++) {
        const container = await window.webcontainer.WebContainer.boot({ workdirName: `boot-${count}` });
        await container.fs.writeFile('a', 'b');
        container.fs.watch('.', () => undefined);
        container.on('port', () => undefined);
        if (count % 25 === 0) await container.spawn('cat');
        container.teardown();
      }
    });
    await expect.poll(() => server.counts()).toEqual({ ...NOTHING_LEFT, connections: 1 });
    expect(server.started().filter(({ isTornDown }) => isTornDown).length).toBe(100);
    expect(await page.evaluate(() => document.querySelectorAll('iframe').length)).toBe(1);
  });
});
