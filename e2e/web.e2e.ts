import type { Page } from '@playwright/test';
import type * as Cloche from 'cloche';
import { test as base, call, expect } from './support/test.ts';
import { startWebServer, type WebServer } from './support/web-server.ts';

declare global {
  interface Window {
    /** How the next approvals are answered; the last one goes on. */
    answers: Cloche.ApprovalAnswer[];
    asked: Cloche.ApprovalRequest[];
  }
}

const test = base.extend<{ server: WebServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  server: async ({}, use) => {
    const server = await startWebServer();
    await use(server);
    await server.close();
  },
});

type Preset = NonNullable<Cloche.OpenWorkspaceOptions['tools']>;

/** Opens the workspace with the page's own fetch; every call is answered by `window.answers`. */
async function open(
  page: Page,
  web: Pick<Cloche.WebOptions, 'allowedHosts' | 'privateHosts'>,
  tools: Preset = 'agentToolset20260401',
): Promise<void> {
  await page.evaluate(
    async ([given, preset]) => {
      window.answers = [{ action: 'allow' }];
      window.asked = [];
      window.workspace = await window.openTest({
        tools: preset,
        policies: {},
        web: { fetch: window.cloche.createBrowserFetch(), ...given },
        async onApproval(request) {
          window.asked.push(request);
          const [answer = { action: 'deny' }, ...others] = window.answers;
          if (others.length > 0) window.answers = others;
          return answer;
        },
      });
    },
    [web, tools] as const,
  );
}

const answer = (page: Page, ...answers: Cloche.ApprovalAnswer[]): Promise<void> =>
  page.evaluate((given) => {
    window.answers = given;
    window.asked = [];
  }, answers);

const askedOf = (page: Page): Promise<{ tool: string; summary: string; parts: string[] }[]> =>
  page.evaluate(() =>
    window.asked.map(({ tool, subject, parts }) => ({
      tool: tool.name,
      summary: subject.summary,
      parts: parts.map(({ verdict, text }) => `${verdict} ${text}`),
    })),
  );

const networkOf = (page: Page) =>
  page.evaluate(() =>
    window.events.flatMap((event) =>
      event.kind === 'network' ? [`${event.by} ${event.method} ${event.host} ${event.outcome}`] : [],
    ),
  );

test('web_fetch asks for the host, gives Markdown, sends nothing of the person, and can be denied', async ({
  client: page,
  server,
}) => {
  await page.evaluate(() => {
    document.cookie = 'session=secret';
  });
  await open(page, { privateHosts: [server.host] });
  const text = await call(page, 'web_fetch', { url: `${server.origin}/page` });
  expect(text).toContain(`# The docs\nRead **this** & [that](${server.origin}/next).`);
  expect(text).not.toMatch(/fetch\(|color:red|hidden/);
  expect(await askedOf(page)).toEqual([
    { tool: 'web_fetch', summary: 'Fetch from localhost', parts: [`asks ${server.host}`] },
  ]);
  expect(server.seen).toHaveLength(1);
  expect(server.seen[0]?.headers).not.toHaveProperty('cookie');
  expect(server.seen[0]?.headers).not.toHaveProperty('referer');

  await answer(page, { action: 'deny', note: 'not there' });
  expect(await call(page, 'web_fetch', { url: `${server.origin}/page?secret` })).toContain('not there');
  expect(server.seen).toHaveLength(1);
  expect(await networkOf(page)).toEqual(['tool GET localhost answered']);
  const facts = await page.evaluate(() =>
    window.events.flatMap((event) =>
      event.kind === 'machine' && event.state.kind === 'running' ? [event.state.facts.network] : [],
    ),
  );
  expect(facts).toEqual(['app']);
});

test('a host that is always allowed, or always denied, is so for web_fetch and for curl', async ({
  client: page,
  server,
}) => {
  await open(page, { privateHosts: [server.host] });
  const rule = `web_fetch(host:${server.host})`;
  await answer(page, { action: 'allow', always: { rules: [rule], scope: 'workspace' } }, { action: 'deny' });
  await call(page, 'web_fetch', { url: `${server.origin}/text` });
  expect(await page.evaluate(() => window.asked[0]?.offers.map(({ rules }) => rules))).toEqual([
    [rule],
    ['web_fetch(host:localhost)'],
  ]);
  expect(await call(page, 'web_fetch', { url: `${server.origin}/text` })).toBe('OK plain text\n');
  expect(await call(page, 'bash', { command: `curl -s ${server.origin}/text` })).toBe('OK plain text\n');
  expect(await page.evaluate(() => window.asked.length)).toBe(1);
  expect(await call(page, 'bash', { command: `curl -s ${server.origin}/text > out` })).toMatch(/^E /);

  await page.evaluate(async (text) => {
    await window.workspace.permissions.remove({ effect: 'allow', text, scope: 'workspace' });
    await window.workspace.permissions.add({ effect: 'deny', text, scope: 'workspace' });
  }, rule);
  await answer(page, { action: 'allow' });
  expect(await call(page, 'web_fetch', { url: `${server.origin}/text` })).toContain('denied by the rule');
  expect(await call(page, 'bash', { command: `curl -s ${server.origin}/text` })).toContain('denied by the rule');
  // The address is known to nobody before it runs: a person is asked, and the denial holds all the same.
  const before = server.seen.length;
  expect(await call(page, 'bash', { command: `curl -sS "$(echo ${server.origin})/text"` })).toContain(
    'is denied by the rule',
  );
  expect(server.seen).toHaveLength(before);
});

test('what must not be reached is not: private hosts, the page itself, other schemes, logins, hosts that are not listed', async ({
  client: page,
  site,
  server,
}) => {
  await open(page, {
    privateHosts: [server.host],
    allowedHosts: [server.host, '*.example.com', 'localhost', '127.0.0.1'],
  });
  const refusals: readonly (readonly [string, string])[] = [
    [`${site.origin}/`, "is the app's own page"],
    ['http://127.0.0.1:9/', 'is this computer or in a private network'],
    ['http://2130706433/', 'is this computer or in a private network'],
    ['file:///etc/passwd', 'must be an http or https URL'],
    [`http://user:secret@${server.host}/`, 'holds a user name or a password'],
    ['https://example.org/', 'is not among the hosts that the app allows'],
  ];
  for (const [url, message] of refusals) {
    expect(await call(page, 'web_fetch', { url })).toContain(message);
    expect(await call(page, 'bash', { command: `curl -sS '${url}'` })).toMatch(/^E /);
  }
  expect(server.seen).toEqual([]);
  expect(site.takeTrapped()).toEqual([]);
  expect(JSON.stringify(await networkOf(page))).not.toMatch(/secret|passwd/);
});

test('redirects are followed to the same place only, and end', async ({ client: page, server }) => {
  await open(page, { privateHosts: [server.host] });
  expect(await call(page, 'web_fetch', { url: `${server.origin}/here` })).toContain('# The docs');
  expect(await call(page, 'web_fetch', { url: `${server.origin}/away?key` })).toContain(
    `redirect blocked: it leads to ${server.otherOrigin}/page`,
  );
  expect(await call(page, 'web_fetch', { url: `${server.origin}/loop` })).toMatch(
    /^E web_fetch: GET localhost:\d+: the browser got no answer/,
  );
  expect(await call(page, 'bash', { command: `curl -sSL ${server.origin}/away` })).toContain('redirect blocked');
  expect(await call(page, 'bash', { command: `curl -sS ${server.origin}/here` })).toContain(
    'follow redirects (curl -L)',
  );
  expect(await call(page, 'bash', { command: `curl -sSL ${server.origin}/here` })).toContain('<h1>The docs</h1>');
});

test("an app's own provider shows redirects: each is checked before it is followed", async ({ client: page }) => {
  await page.evaluate(async () => {
    const routes: Readonly<Record<string, string>> = {
      'https://docs.example.com/a': '/b',
      'https://docs.example.com/inside': 'http://169.254.169.254/latest/meta-data/',
      'https://docs.example.com/file': 'file:///etc/passwd',
      'https://docs.example.com/loop': '/loop',
    };
    window.asked = [];
    const asked: string[] = [];
    Object.assign(window, { requests: asked });
    window.workspace = await window.openTest({
      policies: { web_fetch: 'always_allow' },
      web: {
        fetch: {
          async fetch({ url }) {
            asked.push(url);
            const location = routes[url];
            const body = async function* () {
              yield new TextEncoder().encode(`at ${url}`);
            };
            return {
              status: location === undefined ? 200 : 302,
              statusText: '',
              headers: location === undefined ? [['content-type', 'text/plain']] : [['location', location]],
              url,
              body: body(),
            };
          },
        },
      },
    });
  });
  expect(await call(page, 'web_fetch', { url: 'https://docs.example.com/a' })).toBe('OK at https://docs.example.com/b');
  for (const [path, target] of [
    ['inside', 'http://169.254.169.254/latest/meta-data/'],
    ['file', 'file:'],
  ]) {
    const text = await call(page, 'web_fetch', { url: `https://docs.example.com/${path}` });
    expect(text).toContain(`redirect blocked: it leads to ${target}`);
  }
  expect(await call(page, 'web_fetch', { url: 'https://docs.example.com/loop' })).toContain('more than 10 redirects');
  const requests = await page.evaluate(() =>
    JSON.stringify(Object.entries(window).find(([name]) => name === 'requests')),
  );
  expect(requests).not.toMatch(/169\.254|etc.passwd/);
});

test('what is no text, is too long, or is not permitted by its server is said so', async ({ client: page, server }) => {
  await open(page, { privateHosts: [server.host] });
  expect(await call(page, 'web_fetch', { url: `${server.origin}/image` })).toContain(
    '[image/png content, 2000 bytes, is not shown',
  );
  expect(await call(page, 'web_fetch', { url: `${server.origin}/none` })).toContain('HTTP 404 Not Found');
  expect(await call(page, 'web_fetch', { url: `${server.origin}/closed` })).toContain(
    'does not permit pages of other origins (CORS)',
  );
  const huge = await call(page, 'web_fetch', { url: `${server.origin}/huge` });
  expect(huge).toContain('[the first 4194304 bytes of the page were read]');
  expect(huge.length).toBeLessThan(110_000);
  // The rest was never taken from the network.
  await expect.poll(() => server.huge.isLeft).toBe(true);
});

test('a fetch that is cancelled ends, here and at the server', async ({ client: page, server }) => {
  await open(page, { privateHosts: [server.host] });
  const inputs = { web_fetch: { url: `${server.origin}/slow` }, bash: { command: `curl -s ${server.origin}/slow` } };
  for (const [index, [name, input]] of Object.entries(inputs).entries()) {
    const code = page.evaluate(
      async (given) => {
        const controller = new AbortController();
        Object.assign(window, { cancelCall: () => controller.abort() });
        const { details } = await window.workspace.session().run(given, { signal: controller.signal });
        return details.code;
      },
      { name, input },
    );
    await expect.poll(() => server.slow.asked).toBe(index + 1);
    await page.evaluate('cancelCall()');
    expect(await code).toBe('cancelled');
    await expect.poll(() => server.slow.left).toBe(index + 1);
  }
});

test('web_search reaches its own place, numbers what it finds, and says what is missing without a provider', async ({
  client: page,
  server,
}) => {
  await page.evaluate(async (origin) => {
    window.asked = [];
    window.workspace = await window.openTest({
      tools: 'codingTools',
      policies: {},
      async onApproval(request) {
        window.asked.push(request);
        return { action: 'allow' };
      },
      web: {
        fetch: window.cloche.createBrowserFetch(),
        search: {
          endpoints: [`${origin}/search`],
          async search(query, { limit, signal, fetch }) {
            const url = `${origin}/search?q=${encodeURIComponent(query)}&limit=${limit}`;
            const { body } = await fetch(
              { url, method: 'GET', headers: [], body: undefined, followsRedirects: false },
              { signal },
            );
            let text = '';
            for await (const piece of body) text += new TextDecoder().decode(piece);
            const names: string[] = JSON.parse(text);
            return names.map((title) => ({ title, url: `https://${title.toLowerCase()}.example/`, snippet: 'a\nb' }));
          },
        },
      },
    });
  }, server.origin);
  expect(await call(page, 'web_search', { query: 'secret plan' })).toBe(
    'OK 1. One\n   https://one.example/\n   a b\n\n2. Two\n   https://two.example/\n   a b',
  );
  expect(await askedOf(page)).toEqual([
    { tool: 'web_search', summary: 'Search the web at localhost', parts: [`asks ${server.host}`] },
  ]);
  expect(await networkOf(page)).toEqual(['search GET localhost answered']);

  await page.evaluate(async () => {
    await window.workspace.close();
    window.workspace = await window.openTest();
  });
  expect(await call(page, 'web_search', { query: 'a' })).toBe(
    'E web_search: the app gave no search provider; its setting is web.search of openWorkspace',
  );
  expect(await call(page, 'web_fetch', { url: 'https://example.com/' })).toBe(
    'E web_fetch: the app gave no fetch provider; its setting is web.fetch of openWorkspace',
  );
  expect(await call(page, 'bash', { command: 'curl -sS https://example.com/' })).toContain(
    'web.fetch of openWorkspace',
  );
});

test('codingTools shows the head of an answer, sends POST, and finds what a page has beside its text', async ({
  client: page,
  server,
}) => {
  await open(page, { privateHosts: [server.host] }, 'codingTools');
  const text = await call(page, 'web_fetch', { url: `${server.origin}/page`, extract: true });
  expect(text).toMatch(/^OK HTTP 200 OK\ncontent-type: text\/html\n\nDocs\n# The docs\n/);
  expect(text).toContain('=== RECON ===\ncomments:\n  hidden\nendpoints:\n  /api/users\nlinks:\n  /next');
  await call(page, 'web_fetch', {
    url: `${server.origin}/text`,
    method: 'POST',
    body: 'x=1',
    headers: { 'X-Key': 'v', Cookie: 'a=b' },
  });
  const sent = server.seen.at(-1)?.headers;
  expect([sent?.['x-key'], sent?.cookie, sent?.['content-length']]).toEqual(['v', undefined, '3']);
  expect((await askedOf(page)).map(({ summary }) => summary)).toEqual([
    'Fetch from localhost',
    'Send data to localhost',
  ]);
});
