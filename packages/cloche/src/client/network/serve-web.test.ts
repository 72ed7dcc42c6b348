import type { FetchProvider, FetchRequest, FetchResponse } from '@cloche/system';
import { describe, expect, test } from 'vitest';
import type { NetworkUse } from '../../wire/runner-api.ts';
import { type ServedWeb, serveWeb } from './serve-web.ts';
import type { WebOptions } from './web-options.ts';

const { signal } = new AbortController();
const PAGE = {
  method: 'GET',
  headers: [],
  body: undefined,
  maxBytes: 1000,
  timeoutMs: 10_000,
  extract: false,
} as const;

type Answer = Partial<Omit<FetchResponse, 'body'>> & { readonly pieces?: Iterable<Uint8Array> };

/** A provider that gives one answer, and notes what it was asked and how many pieces were read. */
function answering(answer: Answer): { fetch: FetchProvider; asked: FetchRequest[]; read: { pieces: number } } {
  const asked: FetchRequest[] = [];
  const read = { pieces: 0 };
  const fetch: FetchProvider = {
    async fetch(request) {
      asked.push(request);
      const { pieces = [], ...head } = answer;
      const body = async function* (): AsyncGenerator<Uint8Array> {
        for (const piece of pieces) {
          read.pieces++;
          yield piece;
        }
      };
      return { status: 200, statusText: 'OK', headers: [], url: request.url, ...head, body: body() };
    },
  };
  return { fetch, asked, read };
}

function serve(options: WebOptions): ServedWeb & { readonly uses: NetworkUse[] } {
  const uses: NetworkUse[] = [];
  const web = serveWeb(options, {
    origin: 'https://app.example.com',
    readHtml: async ({ html, url }) => `Markdown of ${html.length} at ${url}`,
    onUse: (use) => uses.push(use),
  });
  return { ...web, uses };
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a page', () => {
  test.each<[string, Answer, string]>([
    [
      'HTML is made Markdown',
      { headers: [['Content-Type', 'text/html; charset=utf-8']], pieces: [bytes('<p>x')] },
      'Markdown of 4 at https://example.com/',
    ],
    [
      'text is shown',
      { headers: [['content-type', 'application/vnd.api+json']], pieces: [bytes('{'), bytes('}')] },
      '{}',
    ],
    ['text without a type is shown', { pieces: [bytes('plain')] }, 'plain'],
    [
      'binary content is named',
      { headers: [['content-type', 'image/png']], pieces: [new Uint8Array(9)] },
      '[image/png content, 9 bytes',
    ],
    [
      'so is what only claims to be text',
      { headers: [['content-type', 'text/plain']], pieces: [new Uint8Array([65, 0])] },
      '[text/plain content, 2 bytes',
    ],
    [
      'the header says the charset',
      { headers: [['content-type', 'text/plain; charset="iso-8859-1"']], pieces: [new Uint8Array([0xe9])] },
      'é',
    ],
    [
      'an unknown charset is UTF-8',
      { headers: [['content-type', 'text/plain; charset=klingon']], pieces: [bytes('é')] },
      'é',
    ],
    ['no page is none', {}, ''],
  ])('%s', async (_, answer, text) => {
    const outcome = await serve(answering(answer)).fetchPage({ ...PAGE, url: 'https://example.com/' }, { signal });
    expect(outcome).toMatchObject({ kind: 'page', text: expect.stringContaining(text), isCut: false });
  });

  test('is read up to its limit, and no further', async () => {
    const endless = {
      *[Symbol.iterator]() {
        for (;;) yield new Uint8Array(300).fill(97);
      },
    };
    const { fetch, read } = answering({ headers: [['content-type', 'text/plain']], pieces: endless });
    const outcome = await serve({ fetch }).fetchPage({ ...PAGE, url: 'https://example.com/' }, { signal });
    expect(outcome).toMatchObject({ isCut: true, text: 'a'.repeat(1000) });
    expect(read.pieces).toBe(4);
  });

  test('fails after its time, and is cancelled at once', async () => {
    const fetch: FetchProvider = {
      fetch: (_, options) =>
        new Promise((_resolve, reject) =>
          options.signal.addEventListener('abort', () => reject(options.signal.reason)),
        ),
    };
    const request = { ...PAGE, url: 'https://example.com/' };
    expect(await serve({ fetch }).fetchPage({ ...request, timeoutMs: 5 }, { signal })).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('no answer within'),
    });
    const controller = new AbortController();
    const running = serve({ fetch }).fetchPage(request, controller);
    controller.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
  });

  test('is told of by its host alone, with how it ended', async () => {
    const web = serve({ ...answering({ status: 500 }), allowedHosts: ['example.com'] });
    await web.fetchPage({ ...PAGE, url: 'https://example.com/secret?key=1' }, { signal });
    await web.fetchPage({ ...PAGE, url: 'https://other.org/secret' }, { signal });
    await web.check('http://127.0.0.1/secret');
    await web.check('https://example.com/secret');
    await web.app?.answer(
      'fetch_open',
      {
        url: 'https://example.com:8443/secret',
        method: 'POST',
        headers: [],
        body: bytes('secret'),
        followsRedirects: false,
      },
      { signal },
    );
    expect(web.uses).toEqual([
      { by: 'tool', method: 'GET', host: 'example.com', port: 443, outcome: 'answered' },
      { by: 'tool', method: 'GET', host: 'other.org', port: 443, outcome: 'refused' },
      { by: 'tool', method: 'GET', host: '127.0.0.1', port: 80, outcome: 'refused' },
      { by: 'command', method: 'POST', host: 'example.com', port: 8443, outcome: 'answered' },
    ]);
    expect(JSON.stringify(web.uses)).not.toContain('secret');
  });
});

describe('a search', () => {
  const request = { query: 'a', limit: 5 };
  const hit = (url: string) => ({ title: 't', url, snippet: 's' });

  test('reaches only the places that it names', async () => {
    const { fetch, asked } = answering({});
    const reach = (url: string) =>
      serve({
        fetch,
        search: {
          endpoints: ['https://search.example/api'],
          async search(_, { signal: life, fetch: ask }) {
            await ask({ url, method: 'GET', headers: [], body: undefined, followsRedirects: true }, { signal: life });
            return [];
          },
        },
      });
    expect(await reach('https://search.example/other').search(request, { signal })).toEqual({ kind: 'hits', hits: [] });
    expect(await reach('https://elsewhere.example/').search(request, { signal })).toMatchObject({ kind: 'failed' });
    expect(asked.map(({ url }) => url)).toEqual(['https://search.example/other']);
  });

  test('leaves out hits that must not be fetched, and keys in what failed', async () => {
    const found = serve({
      allowedHosts: ['one.example'],
      search: {
        endpoints: ['https://search.example/'],
        search: async () => [hit('https://one.example/'), hit('https://two.example/'), hit('javascript:x')],
      },
    });
    expect(await found.search(request, { signal })).toEqual({ kind: 'hits', hits: [hit('https://one.example/')] });
    const failing = serve({
      search: {
        endpoints: ['https://search.example/'],
        search: () =>
          Promise.reject(
            new Error(`GET https://search.example/?key=abc: token ${'k'.repeat(40)} is wrong ${'long '.repeat(100)}`),
          ),
      },
    });
    const outcome = await failing.search(request, { signal });
    expect(JSON.stringify(outcome)).not.toMatch(/abc|kkkk/);
    expect(JSON.stringify(outcome).length).toBeLessThan(260);
  });

  test.each([[[]], [['ftp://search.example/']], [['https://search.example/', 'x']]])(
    'with the endpoints %j is refused when the workspace opens',
    (endpoints) => {
      expect(() => serve({ search: { endpoints, search: async () => [] } })).toThrow('web.search.endpoints');
    },
  );
});
