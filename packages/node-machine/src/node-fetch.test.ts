import { createServer, type Server } from 'node:http';
import { decodeText } from '@cloche/system';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNodeFetch } from './node-fetch.ts';

let server: Server;
let origin = '';
const { signal } = new AbortController();
const request = (path: string) =>
  ({
    url: `${origin}${path}`,
    method: 'GET',
    headers: [['User-Agent', 'curl/8']],
    body: undefined,
    followsRedirects: false,
  }) as const;

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const piece of body) text += decodeText(piece);
  return text;
}

beforeAll(async () => {
  server = createServer((asked, response) => {
    if (asked.url === '/moved') response.writeHead(302, { Location: '/' }).end();
    else if (asked.url === '/slow') response.writeHead(200).write('x');
    else asked.pipe(response.writeHead(200, { 'X-Agent': asked.headers['user-agent'] ?? '' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address !== null && typeof address === 'object') origin = `http://127.0.0.1:${address.port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('createNodeFetch', () => {
  const { fetch } = createNodeFetch();

  test('sends headers and a body, and shows redirects unless they are to be followed', async () => {
    const sent = await fetch({ ...request('/'), method: 'POST', body: new Uint8Array([104, 105]) }, { signal });
    expect([sent.status, await textOf(sent.body)]).toEqual([200, 'hi']);
    expect(sent.headers).toContainEqual(['x-agent', 'curl/8']);
    const shown = await fetch(request('/moved'), { signal });
    expect([shown.status, shown.headers.find(([name]) => name === 'location')?.[1]]).toEqual([302, '/']);
    const followed = await fetch({ ...request('/moved'), followsRedirects: true }, { signal });
    expect([followed.status, followed.url]).toEqual([200, `${origin}/`]);
  });

  test('says what failed, and stops reading when aborted', async () => {
    await expect(fetch({ ...request('/'), url: 'http://127.0.0.1:1/x?secret' }, { signal })).rejects.toThrow(
      /^GET 127\.0\.0\.1:1: (?!.*secret)/,
    );
    const controller = new AbortController();
    const { body } = await fetch(request('/slow'), controller);
    const reading = textOf(body);
    controller.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
  });
});
