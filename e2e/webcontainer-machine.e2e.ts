import { PLAIN, STRICT, type StandInServer } from '@cloche/webcontainer-stand-in';
import type { Page } from '@playwright/test';
import type { MachineFacts, OpenWorkspaceOptions } from 'cloche';
import { call, expect, openClient } from './support/test.ts';
import { testWithStandIn as test } from './support/web-container.ts';

type Wish = Pick<OpenWorkspaceOptions, 'runtime' | 'network'> & {
  readonly webcontainer?: true | { bootLimitMs?: number };
};

/** Opens the test workspace in a page whose runtimes come from a stand-in; says which machine runs. */
async function open(page: Page, url: string, server: StandInServer, wish: Wish): Promise<MachineFacts> {
  await openClient(page, url);
  return page.evaluate(
    async ([origin, given]) => {
      window.WEBCONTAINER_API_IFRAME_URL = origin;
      window.workspace = await window.openTest(given);
      await window.workspace.files.list(window.workspace.root);
      for (const event of window.events.toReversed()) {
        if (event.kind === 'machine' && event.state.kind === 'running') return event.state.facts;
      }
      throw new Error('no machine runs');
    },
    [server.origin, wish] as const,
  );
}

for (const [name, behaviour] of [
  ['plain', PLAIN],
  ['strict', STRICT],
] as const) {
  test.describe(`a workspace on WebContainer (stand-in, ${name})`, () => {
    test('runs the tools beside a real Node, and has its files after a reload', async ({ page, site, standIn }) => {
      const server = await standIn(behaviour);
      const url = site.url('isolated');
      const facts = await open(page, url, server, { webcontainer: true });
      expect(facts).toMatchObject({ kind: 'webcontainer', network: 'open', isIsolated: true });
      expect(facts.notStored).toContain('node_modules');
      const root = await page.evaluate(() => window.workspace.root);
      await call(page, 'write', { file_path: 'src/a.js', content: 'console.log(process.argv[2] * 2)\n' });
      expect(await call(page, 'bash', { command: "node src/a.js 21 | sed 's/^/= /'; cd src; export A=kept" })).toBe(
        'OK = 42\n',
      );
      expect(await call(page, 'edit', { file_path: 'src/a.js', old_string: '* 2', new_string: '* 3' })).toContain('OK');
      expect(await call(page, 'grep', { pattern: 'argv' })).toContain('src/a.js');
      await page.reload();
      await open(page, url, server, { webcontainer: true });
      expect(await call(page, 'bash', { command: 'node a.js 2; echo $A; pwd' })).toMatch(
        /^OK 6\nkept\n.*\/workspace\/src\n$/,
      );
      expect(await page.evaluate(() => window.workspace.root)).toMatch(/\/workspace$/);
      expect(root).toMatch(/\/workspace$/);
      await page.evaluate(() => window.workspace.close());
    });

    test('starts afresh with the stored files when the runtime dies in the middle of a call', async ({
      page,
      site,
      standIn,
    }) => {
      const server = await standIn(behaviour);
      await open(page, site.url('isolated'), server, { runtime: 'webcontainer' });
      await call(page, 'write', { file_path: 'kept.txt', content: 'kept' });
      const pending = page.evaluate(() =>
        window.workspace
          .session()
          .run({ name: 'bash', input: { command: 'echo running; sleep 60' } })
          .then(
            () => 'answered',
            (error: Error & { code?: string }) => error.code,
          ),
      );
      await page.waitForFunction(() => window.events.some((event) => event.kind === 'output'));
      server.runtimes()[0]?.crash();
      expect(await pending).toBe('machine_lost');
      expect(await call(page, 'bash', { command: 'cat kept.txt' })).toBe('OK kept');
      await page.evaluate(() => window.workspace.close());
    });
  });
}

test.describe('the choice of a machine', () => {
  test('a runtime that does not answer is given up for the offline machine, which says why', async ({
    page,
    site,
    standIn,
  }) => {
    const server = await standIn({ boot: { isBlocked: true } });
    const facts = await open(page, site.url('isolated'), server, { webcontainer: { bootLimitMs: 300 } });
    expect(facts).toMatchObject({ kind: 'offline', network: 'none' });
    expect(facts.reason).toContain('WebContainer did not answer in 0.3 seconds');
    expect(await call(page, 'bash', { command: 'pwd' })).toBe('OK /workspace\n');
  });

  test('a page without isolation, and an app that wants no network, have the offline machine', async ({
    page,
    site,
    standIn,
  }) => {
    const server = await standIn();
    expect((await open(page, site.url('plain'), server, { webcontainer: true })).reason).toContain(
      'cross-origin isolation',
    );
    const facts = await open(page, site.url('isolated'), server, { webcontainer: true, network: 'none' });
    expect(facts).toMatchObject({ kind: 'offline', reason: 'the app wants no network' });
    expect(server.requests).toEqual([]);
  });

  test('a person who does not want to wait goes on offline', async ({ page, site, standIn }) => {
    const server = await standIn({ boot: { hangs: 'build' } });
    await openClient(page, site.url('isolated'));
    const reason = await page.evaluate(async (origin) => {
      window.WEBCONTAINER_API_IFRAME_URL = origin;
      const skip = new AbortController();
      const onEvent = (event: (typeof window.events)[number]): void => {
        window.events.push(event);
        if (event.kind !== 'machine' || event.state.kind !== 'starting') return;
        if (event.state.progress?.kind === 'booting') skip.abort(new Error('go offline now'));
      };
      window.workspace = await window.openTest({ webcontainer: { skip: skip.signal }, onEvent });
      await window.workspace.files.list(window.workspace.root);
      return window.events.flatMap((event) =>
        event.kind === 'machine' && event.state.kind === 'running' ? [event.state.facts.reason] : [],
      );
    }, server.origin);
    expect(reason).toEqual(['WebContainer did not start: go offline now']);
  });

  test('a server in the machine is told to the app, and is in its preview', async ({ page, site, standIn }) => {
    const server = await standIn();
    await open(page, site.url('isolated'), server, { webcontainer: true });
    const seen = await page.evaluate(async () => {
      const heard: string[] = [];
      const { preview } = window.workspace;
      const settled = new Promise<void>((resolve) => {
        preview.listen(({ kind, port, url }) => {
          heard.push(kind);
          if (kind === 'ready' && preview.url(port) === url) resolve();
        });
      });
      const command = `node -e 'require("http").createServer((_, answer) => answer.end("hi")).listen(0)'`;
      void window.workspace
        .session()
        .run({ name: 'bash', input: { command } })
        .catch(() => undefined);
      await settled;
      const { length } = preview.ports;
      await window.workspace.close();
      return { heard, length, afterwards: preview.ports.length };
    });
    expect(seen).toEqual({ heard: ['open', 'ready', 'close'], length: 1, afterwards: 0 });
    expect(await page.evaluate(() => window.events.some((event) => event.kind === 'preview'))).toBe(true);
  });

  test('a workspace that is larger than its machine may be is not put into one', async ({ page, site, standIn }) => {
    const server = await standIn();
    await open(page, site.url('isolated'), server, { webcontainer: true });
    await call(page, 'write', { file_path: 'large', content: 'x'.repeat(3000) });
    const outcome = await page.evaluate(async () => {
      await window.workspace.close();
      window.events.length = 0;
      window.workspace = await window.openTest({ webcontainer: true, maxFileBytes: 1000 });
      const said = await window.workspace.files.list(window.workspace.root).then(
        () => 'listed',
        (error: Error) => error.message,
      );
      const isMounted = window.events.some(
        ({ kind, ...event }) => kind === 'machine' && JSON.stringify(event).includes('mounting'),
      );
      await window.workspace.close();
      return { said, isMounted };
    });
    expect(outcome.said).toContain('the workspace has 3,000 bytes of files, and maxFileBytes is 1,000');
    expect(outcome.isMounted).toBe(false);
  });
});
