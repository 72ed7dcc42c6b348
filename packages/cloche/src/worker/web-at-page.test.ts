import { createMemoryRuleStore, createRuleBook, parseRule } from '@cloche/tools';
import { describe, expect, test } from 'vitest';
import type { PageApi, WebUse } from '../wire/runner-api.ts';
import { createWebAtPage, type WebAtPage } from './web-at-page.ts';

const request = (url: string) =>
  ({ url, method: 'GET', headers: [], body: undefined, followsRedirects: true }) as const;

/** The runner's end over a page that never answers; `said` is what it was told. */
async function open(
  denied: readonly string[] = [],
  deniedInSession: readonly string[] = [],
): Promise<WebAtPage & { readonly said: (WebUse | string)[] }> {
  const rules = createRuleBook(createMemoryRuleStore());
  const denials = (texts: readonly string[]) => texts.map((text) => parseRule('deny', text, '/workspace'));
  await rules.add(denials(denied), { scope: 'workspace' });
  await rules.add(denials(deniedInSession), { scope: 'session', session: 's' });
  const said: (WebUse | string)[] = [];
  const fail = (): never => {
    throw new Error('not used');
  };
  let cancel: (reason: Error) => void = () => undefined;
  const page: PageApi = {
    startMachine: fail,
    ask: fail,
    askUser: fail,
    withdraw: fail,
    runAppTool: fail,
    cancelAppTool: fail,
    checkUrl: async () => undefined,
    useWeb(_, use) {
      said.push(use);
      return new Promise((_resolve, reject) => {
        cancel = reject;
      });
    },
    async cancelWeb(id) {
      said.push(`cancel ${id}`);
      cancel(new Error('cancelled at the page'));
    },
  };
  const web = createWebAtPage(page, { web: { hasFetch: true, searchTargets: [] }, rules, newId: () => 'u' });
  return { ...web, said };
}

describe('the web at the page', () => {
  test('is told when a call is cancelled, which ends with its own reason', async () => {
    const { tools, said } = await open();
    const controller = new AbortController();
    const running = tools.search({ query: 'a', limit: 1 }, controller);
    await Promise.resolve();
    controller.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    expect(said.at(-1)).toBe('cancel u');
  });

  test('is never asked by a command for a place that a rule denies, a stored one or a session’s', async () => {
    const { machine, said } = await open(['web_fetch(host:example.com)'], ['bash(host:example.net)']);
    const life = new AbortController();
    await expect(machine.answer('fetch_open', request('http://example.net/'), life)).rejects.toThrow(
      'example.net:80 is denied by the rule deny',
    );
    await expect(machine.answer('fetch_open', request('https://EXAMPLE.com:8443/'), life)).rejects.toThrow(
      'example.com:8443 is denied by the rule deny web_fetch(host:example.com)',
    );
    expect(said).toEqual([]);
    machine.answer('fetch_open', request('https://other.org/'), life).catch(() => undefined);
    await expect.poll(() => said).toHaveLength(1);
  });
});
