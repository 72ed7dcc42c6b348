import { decodeText, encodeText, type FetchProvider, type FetchRequest, NO_BYTES } from '@cloche/system';
import { describe, expect, test } from 'vitest';
import { createCommandTable } from '../../command-table.ts';
import { createInMemoryMachine, type InMemoryMachine } from '../../testing/in-memory-machine.ts';

/** A network that remembers what it was asked and answers with `status` and the path. */
function createMachine(status = 200): { machine: InMemoryMachine; requests: FetchRequest[] } {
  const requests: FetchRequest[] = [];
  const fetch: FetchProvider = {
    async fetch(request) {
      requests.push(request);
      const body = encodeText(`body of ${new URL(request.url).pathname}\n`);
      return {
        status,
        statusText: status === 200 ? 'OK' : 'Not Found',
        headers: [['content-type', 'text/plain']],
        url: request.url,
        body: (async function* () {
          yield body;
        })(),
      };
    },
  };
  return { machine: createInMemoryMachine(createCommandTable({ fetch }), { 'data.txt': 'a=1\nb=2\n' }), requests };
}

describe('curl', () => {
  test('prints what a server sends', async () => {
    const { machine, requests } = createMachine();
    expect(await machine.run(['curl', '-sS', 'example.org/x'])).toEqual({
      stdout: 'body of /x\n',
      stderr: '',
      status: 0,
    });
    expect(requests[0]).toMatchObject({ url: 'http://example.org/x', method: 'GET', followsRedirects: false });
  });

  test.each([
    [['-d', 'a=1', '-d', 'b=2'], 'POST', 'a=1&b=2'],
    [['-d', '@data.txt'], 'POST', 'a=1b=2'],
    [['--data-binary', '@data.txt'], 'POST', 'a=1\nb=2\n'],
    [['--data-urlencode', 'q=a b&c'], 'POST', 'q=a%20b%26c'],
    [['-X', 'PUT', '--json', '{}'], 'PUT', '{}'],
    [['-T', 'data.txt'], 'PUT', 'a=1\nb=2\n'],
    [['-I'], 'HEAD', ''],
  ])('%j sends %s with %j', async (options, method, body) => {
    const { machine, requests } = createMachine();
    await machine.run(['curl', ...options, 'https://example.org/']);
    const [request] = requests;
    expect([request?.method, decodeText(request?.body ?? NO_BYTES)]).toEqual([method, body]);
  });

  test('puts data into the URL with -G, and lets a header replace its own', async () => {
    const { machine, requests } = createMachine();
    await machine.run(['curl', '-G', '-d', 'q=1', '-H', 'User-Agent: me', '-u', 'u:p', 'https://example.org/s?a=0']);
    expect(requests[0]?.url).toBe('https://example.org/s?a=0&q=1');
    expect(Object.fromEntries(requests[0]?.headers ?? [])).toMatchObject({
      'User-Agent': 'me',
      Authorization: 'Basic dTpw',
    });
  });

  test('writes files, headers and the status', async () => {
    const { machine } = createMachine();
    const run = await machine.run([
      'curl',
      '-s',
      '-O',
      '-D',
      'head',
      '-w',
      '%{http_code}\\n',
      'https://example.org/a.txt',
    ]);
    expect(run.stdout).toBe('200\n');
    expect(decodeText(machine.files.readFile('/work/a.txt'))).toBe('body of /a.txt\n');
    expect(decodeText(machine.files.readFile('/work/head'))).toBe(
      'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n',
    );
  });

  test('ends with 22 for an error of the server with -f', async () => {
    const { machine } = createMachine(404);
    const run = await machine.run(['curl', '-fsS', 'https://example.org/x']);
    expect(run).toEqual({ stdout: '', stderr: 'curl: (22) The requested URL returned error: 404\n', status: 22 });
  });

  test('says what is missing where there is no network', async () => {
    const machine = createInMemoryMachine(createCommandTable());
    const run = await machine.run(['curl', 'https://example.org']);
    expect(run).toMatchObject({ stdout: '', status: 7 });
    expect(run.stderr).toContain('no fetch provider');
  });
});

describe('wget', () => {
  test('saves under the name of the URL, and numbers names that are taken', async () => {
    const { machine } = createMachine();
    await machine.run(['wget', '-q', 'https://example.org/a.txt']);
    await machine.run(['wget', '-q', 'https://example.org/a.txt']);
    expect(decodeText(machine.files.readFile('/work/a.txt.1'))).toBe('body of /a.txt\n');
  });

  test('prints with -O - and ends with 8 for an error of the server', async () => {
    expect((await createMachine().machine.run(['wget', '-qO-', 'https://example.org/b'])).stdout).toBe('body of /b\n');
    expect((await createMachine(404).machine.run(['wget', '-q', 'https://example.org/b'])).status).toBe(8);
  });
});
