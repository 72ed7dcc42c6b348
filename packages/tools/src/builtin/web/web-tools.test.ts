import { createDeferred } from '@cloche/system';
import { describe, expect, test } from 'vitest';
import { resultText } from '../../contract/tool-result.ts';
import type { ApprovalRequest } from '../../permissions/approval.ts';
import { createTestWorkspace, type TestWorkspace } from '../../testing/test-workspace.ts';
import { absentTools, presetTools, type ToolPreset } from '../../toolset/presets.ts';
import type { SearchHit, WebAccess, WebPage, WebPageRequest } from '../../web/web-access.ts';

const PAGE: WebPage = {
  status: 200,
  statusText: 'OK',
  url: 'https://example.com/a',
  headers: [['Content-Type', 'text/html']],
  text: '# Head',
  isCut: false,
};

interface Web {
  readonly page?: Partial<WebPage> | string;
  readonly hits?: readonly SearchHit[] | string;
  readonly answer?: (request: ApprovalRequest) => 'allow' | 'deny';
  readonly denied?: readonly string[];
  /** The page comes when this resolves. */
  readonly served?: Promise<void>;
  /** The command `wait` ends when this resolves. */
  readonly waited?: Promise<void>;
}

/** A workspace whose web answers with one page, and with the given hits. */
function open(
  preset: ToolPreset,
  { page = {}, hits = [], answer, denied = [], served, waited }: Web = {},
): TestWorkspace & { readonly asked: WebPageRequest[] } {
  const asked: WebPageRequest[] = [];
  const web: WebAccess = {
    check: async (url) => (url.includes('127.0.0.1') ? '127.0.0.1 is this computer' : undefined),
    async fetchPage(request) {
      asked.push(request);
      await served;
      return typeof page === 'string' ? { kind: 'failed', message: page } : { kind: 'page', ...PAGE, ...page };
    },
    searchTargets: [{ host: 'search.example', port: 443 }],
    search: async () => (typeof hits === 'string' ? { kind: 'failed', message: hits } : { kind: 'hits', hits }),
  };
  const workspace = createTestWorkspace({
    tools: presetTools(preset, { web: { fetch: true, search: true } }),
    denied,
    scripts: { wait: async () => (await waited, 0), quick: () => 0 },
    ...(answer ? { policies: {}, answer: async (request) => ({ action: answer(request) }) } : {}),
    runner: { web },
  });
  return { ...workspace, asked };
}

describe('web_fetch', () => {
  test.each<ToolPreset>(['agentToolset20260401', 'codingTools'])(
    'of %s holds no command back, nor does a command hold it',
    async (preset) => {
      const [page, command] = [createDeferred<void>(), createDeferred<void>()];
      const { run, asked } = open(preset, { served: page.promise, waited: command.promise });
      const slow = run('web_fetch', { url: 'https://example.com/a' });
      expect(await run('bash', { command: 'quick' })).toMatchObject({ isError: false });
      const waiting = run('bash', { command: 'wait' });
      const second = run('web_fetch', { url: 'https://example.com/b' });
      await expect.poll(() => asked.length).toBe(2);
      page.resolve();
      expect(await second).toMatchObject({ isError: false });
      command.resolve();
      expect(await Promise.all([slow, waiting])).toMatchObject([{ isError: false }, { isError: false }]);
    },
  );

  test.each<ToolPreset>(['agentToolset20260401', 'codingTools'])(
    'of %s asks with the host, and shows the page',
    async (preset) => {
      const requests: ApprovalRequest[] = [];
      const workspace = open(preset, {
        answer(request) {
          requests.push(request);
          return 'allow';
        },
      });
      expect(await workspace.say('web_fetch', { url: 'https://Example.com/a?token=1' })).toContain('# Head');
      const [request] = requests;
      expect(request?.subject.summary).toBe('Fetch from example.com');
      expect(request?.parts.map(({ kind, text }) => [kind, text])).toEqual([['network', 'example.com:443']]);
      expect(request?.risks.map(({ text }) => text)).toEqual(['Uses the network (example.com)']);
      expect(request?.offers.map(({ rules }) => rules)).toEqual([
        ['web_fetch(host:example.com:443)'],
        ['web_fetch(host:example.com)'],
      ]);
    },
  );

  test.each<ToolPreset>(['agentToolset20260401', 'codingTools'])(
    'of %s fetches nothing that is denied',
    async (preset) => {
      const denying = open(preset, { answer: () => 'deny' });
      expect((await denying.run('web_fetch', { url: 'https://example.com/' })).details.code).toBe('denied');
      const ruled = open(preset, { denied: ['web_fetch(host:example.com)'] });
      expect(await ruled.say('web_fetch', { url: 'https://example.com:8443/' })).toContain('denied by the rule');
      const refused = open(preset, { answer: () => 'allow' });
      expect(await refused.say('web_fetch', { url: 'http://127.0.0.1/' })).toBe(
        'E web_fetch: 127.0.0.1 is this computer',
      );
      expect([denying, ruled, refused].flatMap(({ asked }) => asked)).toEqual([]);
    },
  );

  test.each(['file:///etc/passwd', 'ftp://example.com/', 'example.com', '', 'javascript:alert(1)'])(
    'refuses %j',
    async (url) => {
      expect(await open('agentToolset20260401').say('web_fetch', { url })).toBe(
        'E web_fetch: "url" must be an http or https URL',
      );
    },
  );

  test('keeps to its size, and says what a server answered', async () => {
    const long = await open('agentToolset20260401', { page: { text: 'x'.repeat(4_000_000), isCut: true } }).say(
      'web_fetch',
      {
        url: 'https://example.com/',
      },
    );
    expect(long.length).toBeLessThan(110_000);
    expect(long).toContain('[the first 4194304 bytes of the page were read]');
    const missing = await open('agentToolset20260401', {
      page: { status: 404, statusText: 'Not Found', text: '' },
    }).say('web_fetch', { url: 'https://example.com/' });
    expect(missing).toContain('HTTP 404 Not Found');
    const failed = open('agentToolset20260401', { page: 'GET example.com: no answer' });
    const result = await failed.run('web_fetch', { url: 'https://example.com/' });
    expect([result.details.code, resultText(result)]).toEqual([
      'network_failed',
      'web_fetch: GET example.com: no answer',
    ]);
  });

  test('of codingTools shows the head, at most 16 of its lines, and what else there is by read_tool_result', async () => {
    const headers = Array.from({ length: 30 }, (_, at): [string, string] => [`X-${at}`, 'v']);
    const text = await open('codingTools', { page: { headers, text: 'é'.repeat(100_000) } }).say('web_fetch', {
      url: 'https://example.com/',
    });
    const [first, ...lines] = text.split('\n');
    expect(first).toBe('OK HTTP 200 OK');
    expect(lines.filter((line) => line.startsWith('x-'))).toHaveLength(16);
    expect(text).toContain('read_tool_result');
    expect(text.length).toBeLessThan(40_000);
    expect(text).toContain('[body truncated at 65536 bytes]');
  });

  test.each<[object, string]>([
    [{ url: 'https://example.com/app.js?v=3' }, 'static asset'],
    [{ url: 'https://example.com/a.PNG#x' }, 'static asset'],
    [{ url: 'https://example.com/', body: 'x' }, 'POST only'],
    [{ url: 'https://example.com/', headers: { 'A\r\nB': 'x' } }, 'no usable header'],
    [{ url: 'https://example.com/', headers: { A: 'x\r\nB: y' } }, 'no usable header'],
    [{ url: 'https://example.com/', timeout: 61 }, 'timeout'],
    [{ url: 'https://example.com/', method: 'DELETE' }, 'method'],
  ])('of codingTools refuses %j before anything is asked', async (input, message) => {
    const workspace = open('codingTools', { answer: () => 'allow' });
    const text = await workspace.say('web_fetch', input);
    expect(text).toMatch(/^E /);
    expect(text).toContain(message);
    expect(workspace.asked).toEqual([]);
  });
});

describe('web_search', () => {
  const hits: SearchHit[] = [
    { title: 'One', url: 'https://one.example/', snippet: 'first\n  line' },
    { title: '', url: 'https://two.example/', snippet: '' },
    { title: 'no address', url: '', snippet: 'x' },
  ];

  test('of codingTools gives a numbered list', async () => {
    const workspace = open('codingTools', { hits });
    expect(await workspace.say('web_search', { query: 'a' })).toBe(
      'OK 1. One\n   https://one.example/\n   first line\n\n2. https://two.example/\n   https://two.example/',
    );
    expect(await workspace.say('web_search', { query: 'a', results: 1 })).not.toContain('2.');
    expect(await open('codingTools').say('web_search', { query: 'a' })).toBe('OK No results found.');
    expect(await open('codingTools', { hits: 'key 123' }).say('web_search', { query: 'a' })).toBe(
      'E error: web search failed',
    );
    expect((await workspace.run('web_search', { query: ' ' })).details.code).toBe('invalid_input');
    expect((await workspace.run('web_search', { query: 'a', results: 11 })).details.code).toBe('invalid_input');
  });

  test('of the agent toolset gives blocks within one budget', async () => {
    const { content } = await open('agentToolset20260401', { hits }).run('web_search', { query: 'a' });
    expect(content).toMatchObject([
      { type: 'search_result', title: 'One', source: 'https://one.example/' },
      { type: 'search_result', title: 'https://two.example/', source: 'https://two.example/', excerpt: '' },
    ]);
    const long = Array.from({ length: 10 }, (_, at) => ({
      title: 't'.repeat(50),
      url: `https://example.com/${at}`,
      snippet: 'é'.repeat(25_000),
    }));
    const blocks = await open('agentToolset20260401', { hits: long }).run('web_search', { query: 'a' });
    const length = new TextEncoder().encode(
      blocks.content
        .map((part) => (part.type === 'search_result' ? part.title + part.source + part.excerpt : ''))
        .join(''),
    ).length;
    expect(blocks.content).toHaveLength(10);
    expect(length).toBeGreaterThan(100_000);
    expect(length).toBeLessThanOrEqual(102_400);
    expect(await open('agentToolset20260401').say('web_search', { query: 'a' })).toBe('OK No results found.');
  });

  test('asks for the place of the search, which a rule can deny', async () => {
    const summaries: string[] = [];
    const workspace = open('agentToolset20260401', {
      hits,
      answer({ subject }) {
        summaries.push(subject.summary);
        return 'allow';
      },
    });
    expect(await workspace.say('web_search', { query: 'a' })).toContain('One');
    expect(summaries).toEqual(['Search the web at search.example']);
    const denied = open('agentToolset20260401', { hits, denied: ['web_search(host:search.example)'] });
    expect(await denied.say('web_search', { query: 'a' })).toContain('denied by the rule');
  });
});

describe('what the app does not give', () => {
  test.each<[ToolPreset, string, string]>([
    ['agentToolset20260401', 'web_fetch', 'web.fetch of openWorkspace'],
    ['codingTools', 'web_search', 'web.search of openWorkspace'],
    ['fileTools', 'web_fetch', 'unknown tool'],
  ])('%s: %s says %s', async (preset, name, message) => {
    const workspace = createTestWorkspace({
      tools: presetTools(preset),
      runner: { absentTools: absentTools(preset) },
    });
    expect(await workspace.say(name, { url: 'https://example.com/', query: 'a' })).toContain(message);
  });
});
