import type { AskApproval } from '@cloche/tools';
import type { PageApi } from '../wire/runner-api.ts';

/** Asks the person at the page; a call that is cancelled meanwhile withdraws its question. */
export function askPage(page: PageApi): AskApproval {
  return async (request, { signal }) => {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        void page.withdraw(request.id);
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      page
        .ask(request)
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', onAbort));
    });
  };
}
