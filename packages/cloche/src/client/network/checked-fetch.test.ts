import type { FetchProvider, FetchRequest } from '@cloche/system';
import { describe, expect, test } from 'vitest';
import { createCheckedFetch } from './checked-fetch.ts';

const policy = { ownOrigin: 'https://app.example.com' };
const signal = new AbortController().signal;

/** A network in which each address leads to the next one. */
function network(routes: Readonly<Record<string, string>>): { provider: FetchProvider; asked: string[] } {
  const asked: string[] = [];
  const provider: FetchProvider = {
    async fetch({ url, method }) {
      asked.push(`${method} ${url}`);
      const location = routes[url];
      const headers = location === undefined ? [] : [['location', location] as const];
      return { status: location ? 302 : 200, statusText: '', headers, url, body: (async function* () {})() };
    },
  };
  return { provider, asked };
}

const request = (url: string, more: Partial<FetchRequest> = {}): FetchRequest => ({
  url,
  method: 'GET',
  headers: [],
  body: undefined,
  followsRedirects: true,
  ...more,
});

describe('redirects', () => {
  test('are followed to the same place, and POST goes on as GET', async () => {
    const { provider, asked } = network({ 'https://a.com/1': '/2', 'https://a.com/2': 'https://a.com/3' });
    const answer = await createCheckedFetch(provider, policy).fetch(request('https://a.com/1', { method: 'POST' }), {
      signal,
    });
    expect(answer.url).toBe('https://a.com/3');
    expect(asked).toEqual(['POST https://a.com/1', 'GET https://a.com/2', 'GET https://a.com/3']);
  });

  test.each(['https://b.com/', 'http://a.com/', 'https://a.com:8443/', 'http://127.0.0.1/', 'file:///etc/passwd'])(
    'to %s are blocked before anything is asked there',
    async (target) => {
      const { provider, asked } = network({ 'https://a.com/': target });
      await expect(createCheckedFetch(provider, policy).fetch(request('https://a.com/'), { signal })).rejects.toThrow(
        'redirect blocked',
      );
      expect(asked).toEqual(['GET https://a.com/']);
    },
  );

  test('in a circle end', async () => {
    const { provider } = network({ 'https://a.com/': 'https://a.com/' });
    await expect(createCheckedFetch(provider, policy).fetch(request('https://a.com/'), { signal })).rejects.toThrow(
      'more than 10 redirects',
    );
  });

  test('are answers where they are not to be followed', async () => {
    const { provider } = network({ 'https://a.com/': 'https://b.com/' });
    const wanted = request('https://a.com/', { followsRedirects: false });
    await expect(createCheckedFetch(provider, policy).fetch(wanted, { signal })).resolves.toMatchObject({
      status: 302,
    });
  });
});
