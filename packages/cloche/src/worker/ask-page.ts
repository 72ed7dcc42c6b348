import type { AskApproval, AskUser } from '@cloche/tools';
import type { PageApi } from '../wire/runner-api.ts';

/** Asks the person at the page to approve; a call that is cancelled meanwhile withdraws its question. */
export function askPage(page: PageApi): AskApproval {
  return (request, { signal }) => whileWanted(page, request.id, signal, () => page.ask(request));
}

/** Asks the person at the page a question of the model. */
export function askUserAtPage(page: PageApi, newId: () => string): AskUser {
  return (question, { signal }) => {
    const id = newId();
    return whileWanted(page, id, signal, () => page.askUser({ id, ...question }));
  };
}

async function whileWanted<Answer>(
  page: PageApi,
  requestId: string,
  signal: AbortSignal,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      void page.withdraw(requestId);
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    ask()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}
