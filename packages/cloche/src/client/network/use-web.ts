import { NO_NETWORK } from '@cloche/system';
import type { PageApi, WebAnswer, WebUse } from '../../wire/runner-api.ts';
import type { ServedWeb } from './serve-web.ts';

/** The page's answers to the runner about the web. */
export interface WebUses extends Pick<PageApi, 'checkUrl' | 'useWeb' | 'cancelWeb'> {
  cancelAll(): void;
}

/** Creates the answers. */
export function createWebUses(web: ServedWeb): WebUses {
  const running = new Map<string, AbortController>();
  const cancel = (id: string): void =>
    running.get(id)?.abort(new DOMException('it is not wanted any more', 'AbortError'));
  const carryOut = async (use: WebUse, signal: AbortSignal): Promise<WebAnswer> => {
    switch (use.kind) {
      case 'page':
        return { kind: 'page', outcome: await web.fetchPage(use.request, { signal }) };
      case 'search':
        return { kind: 'search', outcome: await web.search(use.request, { signal }) };
      case 'ask':
        if (!web.app) throw new Error(NO_NETWORK);
        return { kind: 'answer', value: await web.app.answer(use.method, use.params, { signal }) };
      case 'machine_gone':
        web.app?.close();
        return { kind: 'done' };
    }
  };
  return {
    checkUrl: (url) => web.check(url),
    async useWeb(id, use) {
      const controller = new AbortController();
      running.set(id, controller);
      try {
        return await carryOut(use, controller.signal);
      } finally {
        running.delete(id);
      }
    },
    async cancelWeb(id) {
      cancel(id);
    },
    cancelAll() {
      for (const id of running.keys()) cancel(id);
      web.app?.close();
    },
  };
}
