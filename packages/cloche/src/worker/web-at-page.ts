import {
  type AppMethod,
  type AppMethods,
  type AppServer,
  evaluateRules,
  type RuleBook,
  targetOf,
  type WebAccess,
} from '@cloche/tools';
import type { OpenRequest, PageApi, WebAnswer, WebUse } from '../wire/runner-api.ts';

/** The web, which the page has, for tools and for the machine. */
export interface WebAtPage {
  readonly tools: WebAccess;
  readonly machine: AppServer;
}

/** Creates the runner's end. */
export function createWebAtPage(
  page: PageApi,
  { web, rules, newId }: { readonly web: OpenRequest['web']; readonly rules: RuleBook; readonly newId: () => string },
): WebAtPage {
  const use = async <Kind extends WebAnswer['kind']>(
    wanted: WebUse,
    kind: Kind,
    signal: AbortSignal,
  ): Promise<Extract<WebAnswer, { kind: Kind }>> => {
    signal.throwIfAborted();
    const id = newId();
    const cancel = (): void => void page.cancelWeb(id);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const answer = await page.useWeb(id, wanted);
      if (!isKind(answer, kind)) throw new Error(`the page answered ${answer.kind}, not ${kind}`);
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
  return {
    tools: {
      check: (url) => page.checkUrl(url),
      fetchPage: async (request, { signal }) => (await use({ kind: 'page', request }, 'page', signal)).outcome,
      searchTargets: web.searchTargets,
      search: async (request, { signal }) => (await use({ kind: 'search', request }, 'search', signal)).outcome,
    },
    machine: {
      async answer(method, params, { signal }) {
        if (isOpen(method, params)) await refuseByRule(params.url, rules);
        return (await use({ kind: 'ask', method, params }, 'answer', signal)).value;
      },
      close: () => void page.useWeb(newId(), { kind: 'machine_gone' }).catch(() => undefined),
    },
  };
}

function isOpen(
  method: AppMethod,
  params: AppMethods[AppMethod]['params'],
): params is AppMethods['fetch_open']['params'] {
  return method === 'fetch_open' && 'url' in params;
}

/**
 * What a command reaches may not have been known when it was permitted: denials hold here too. The machine does not say whose
 * command asks, so those of all sessions do.
 */
async function refuseByRule(url: string, rules: RuleBook): Promise<void> {
  const target = targetOf(url);
  if (!target) return;
  const verdict = evaluateRules({ tool: 'bash', paths: [], network: [target] }, await rules.listAll());
  const denied = verdict.parts.find((part) => part.verdict === 'denied');
  if (denied) throw new Error(`${target.host}:${target.port} is denied by the rule ${denied.rule ?? ''}`.trimEnd());
}

function isKind<Kind extends WebAnswer['kind']>(
  answer: WebAnswer,
  kind: Kind,
): answer is Extract<WebAnswer, { kind: Kind }> {
  return answer.kind === kind;
}
