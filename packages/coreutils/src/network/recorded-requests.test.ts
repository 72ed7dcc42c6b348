import { decodeText, encodeText, type FetchProvider, NO_BYTES } from '@cloche/system';
import { describe, expect, test } from 'vitest';
import curl from '../../recorded/network/curl.json' with { type: 'json' };
import { answer } from '../../recorded/network/routes.mjs';
import wget from '../../recorded/network/wget.json' with { type: 'json' };
import { createCommandTable } from '../command-table.ts';
import { createInMemoryMachine } from '../testing/in-memory-machine.ts';

const HOST = 'http://host.test';
const DATA = 'a=1\nb=2\n';

/** Why some calls answer otherwise here, by call. */
const DIFFERENCES: ReadonlyMap<string, string> = new Map([
  ['curl', 'there is no manual'],
  ['curl -s --bogus HOST/a.txt', 'options are refused in the words of all commands'],
  ['curl -s -T missing HOST/echo', 'with -s nothing is said'],
  ['wget --bogus HOST/a.txt', 'the name is the one it was called by'],
]);

/** Stands in for the server that the real tools were recorded against. */
const network: FetchProvider = {
  async fetch({ url, method, body, followsRedirects }) {
    let at = new URL(url);
    const ask = () => answer({ method, path: at.pathname + at.search, body: decodeText(body ?? NO_BYTES) });
    let { status, statusText, text, headers } = ask();
    const target = headers.find(([name]) => name === 'location')?.[1];
    if (followsRedirects && target !== undefined) {
      at = new URL(target, at);
      ({ status, statusText, text, headers } = ask());
    }
    const shown = method === 'HEAD' ? '' : text;
    const pieces = (async function* () {
      if (shown !== '') yield encodeText(shown);
    })();
    return { status, statusText, headers, url: at.href, body: pieces };
  },
};

describe.each([
  ['curl', curl.cases],
  ['wget', wget.cases],
])('%s answers as the real one', (_, cases) => {
  test.each(cases.map((recorded) => [recorded.call, recorded] as const))('%s', async (call, recorded) => {
    const machine = createInMemoryMachine(createCommandTable({ fetch: network }), { 'data.txt': DATA });
    const { stdout, stderr, status } = await machine.run(call.split(' ').map((word) => word.replace('HOST', HOST)));
    const files: Record<string, string> = {};
    const collect = (folder: string): void => {
      for (const { name, kind } of machine.files.readDirectory(`/work/${folder}`)) {
        if (kind === 'directory') collect(`${folder}${name}/`);
        else files[folder + name] = decodeText(machine.files.readFile(`/work/${folder}${name}`));
      }
    };
    collect('');
    const [fault = ''] = stderr.replaceAll(HOST, 'HOST').split('\n');
    const got = { call, stdout: stdout.replaceAll(HOST, 'HOST'), stderr: fault, status, files };
    if (DIFFERENCES.has(call)) expect(got).not.toEqual(recorded);
    else expect(got).toEqual(recorded);
  });
});
