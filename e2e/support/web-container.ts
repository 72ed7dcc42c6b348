import {
  type StandInOptions,
  type StandInServer,
  startStandInServer,
  whyNoStandIn,
} from '@cloche/webcontainer-stand-in';
import type { Page } from '@playwright/test';
import type * as Api from '@webcontainer/api';
import { bundle } from '../../build/assets.mjs';
import { test as base, expect, openClient } from './test.ts';

declare global {
  interface Window {
    /** The stock client, once `openWebContainer` has loaded it. */
    webcontainer: typeof Api;
    container: Api.WebContainer;
    runCheck(name: string): Promise<unknown>;
    WEBCONTAINER_API_IFRAME_URL: string;
  }
}

/** Starts a server of runtimes that behave as told, on an origin of its own. The caller closes it. */
export async function startStandIn(options: Partial<StandInOptions> = {}): Promise<StandInServer> {
  const pageScript = await bundle({ entry: 'webcontainer-stand-in/dist/page/headless-page.js', format: 'esm' });
  return startStandInServer({ pageScript, options });
}

/** Loads a page with our client and the stock one, whose runtimes come from the stand-in; nothing is booted yet. */
export async function openWebContainer(page: Page, url: string, { origin }: StandInServer): Promise<void> {
  await openClient(page, url);
  await page.evaluate(async (runtimeOrigin) => {
    window.WEBCONTAINER_API_IFRAME_URL = runtimeOrigin;
    await import(new URL('webcontainer.js', document.baseURI).href);
  }, origin);
}

/** What a server of runtimes has when no page uses it. */
export const NOTHING_LEFT: ReturnType<StandInServer['counts']> = {
  connections: 0,
  runtimes: 0,
  ports: 0,
  processes: 0,
  watchers: 0,
  listeners: 0,
};

/** Boots a runtime in a page of `openWebContainer`, as `window.container`. */
export async function bootContainer(page: Page, options: Api.BootOptions = {}): Promise<void> {
  await page.evaluate(async (given) => {
    window.container = await window.webcontainer.WebContainer.boot(given);
  }, options);
}

/**
 * Starts servers of runtimes that are closed, and looked through for what is left of them, when the test is over. Where the
 * stand-in cannot run, its tests are skipped and say why.
 */
export const testWithStandIn = base.extend<{ standIn: (options?: Partial<StandInOptions>) => Promise<StandInServer> }>({
  standIn: async ({ page }, use, testInfo) => {
    const reason = await whyNoStandIn();
    testInfo.skip(reason !== undefined, reason ?? '');
    const servers: StandInServer[] = [];
    await use(async (options) => {
      const server = await startStandIn(options);
      servers.push(server);
      return server;
    });
    await page.close();
    for (const server of servers) {
      await expect.poll(() => server.counts()).toEqual(NOTHING_LEFT);
      await server.close();
    }
  },
});

/** Has the page's stock client take a stand-in for the vendor's runtime, whatever page it loads. */
export async function useRuntime(page: Page, { origin }: Pick<StandInServer, 'origin'>): Promise<void> {
  await page.addInitScript((given) => {
    window.WEBCONTAINER_API_IFRAME_URL = given;
  }, origin);
}
