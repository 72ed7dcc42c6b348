import type { CDPSession, Page } from '@playwright/test';

/** A page without Playwright between: it goes on after a frame of it has crashed, which Playwright takes for the end. */
export interface RawTarget {
  /** Evaluates an expression in the page and waits for its promise. */
  evaluate(expression: string): Promise<unknown>;
}

/** Attaches to a page a second time, by the browser's own protocol. */
export async function attachRaw(page: Page): Promise<RawTarget> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets');
  const target = targetInfos.find((info) => info.type === 'page' && info.url === page.url());
  if (!target) throw new Error(`no target shows ${page.url()}`);
  const { sessionId } = await session.send('Target.attachToTarget', { targetId: target.targetId, flatten: false });
  return { evaluate: (expression) => evaluate(session, sessionId, expression) };
}

let nextId = 1;

function evaluate(session: CDPSession, sessionId: string, expression: string): Promise<unknown> {
  const id = nextId++;
  const params = { expression, awaitPromise: true, returnByValue: true };
  return new Promise((resolve, reject) => {
    const onMessage = (received: { sessionId: string; message: string }): void => {
      const answer: { id?: number; result?: { result?: { value?: unknown }; exceptionDetails?: { text: string } } } =
        JSON.parse(received.message);
      if (received.sessionId !== sessionId || answer.id !== id) return;
      session.off('Target.receivedMessageFromTarget', onMessage);
      if (answer.result?.exceptionDetails) reject(new Error(JSON.stringify(answer.result.exceptionDetails)));
      else resolve(answer.result?.result?.value);
    };
    session.on('Target.receivedMessageFromTarget', onMessage);
    const message = JSON.stringify({ id, method: 'Runtime.evaluate', params });
    session.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject);
  });
}
