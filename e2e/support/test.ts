import type * as Offline from '@cloche/offline';
import type * as Storage from '@cloche/storage';
import { test as base, type Page } from '@playwright/test';
import type * as Cloche from 'cloche';
import { type Site, startSite } from './site.ts';

declare global {
  interface Window {
    cloche: typeof Cloche;
    events: Cloche.WorkspaceEvent[];
    openTest(options?: Partial<Cloche.OpenWorkspaceOptions>): Promise<Cloche.Workspace>;
    isReady: boolean;
    /** Parts of the product that are measured by themselves. */
    parts: typeof Storage & Pick<typeof Offline, 'createVirtualFileSystem'>;
    zipSync(files: Record<string, Uint8Array>, options?: { level: 0 }): Uint8Array<ArrayBuffer>;
    workspace: Cloche.Workspace;
  }
}

/** Playwright's `test` with a site of our own, one a worker, and no access to anything but this machine. */
export const test = base.extend<{ client: Page }, { site: Site }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  client: async ({ page, site }, use) => {
    await openClient(page, site.url('isolated'));
    await use(page);
  },
});

export { expect } from '@playwright/test';

/** Loads a page of the site and waits for its client. */
export async function openClient(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => window.isReady);
}

/** Opens the test workspace in the page as `window.workspace`, its machine running; every tool runs without asking. */
export async function openWorkspace(page: Page, options: Partial<Cloche.OpenWorkspaceOptions> = {}): Promise<void> {
  await page.evaluate(async (given) => {
    window.workspace = await window.openTest(given);
    await window.workspace.files.list('/workspace');
  }, options);
}

/** Runs a call in the page's workspace; gives `OK` or `E` and the text. */
export async function call(page: Page, name: string, input: Record<string, unknown>): Promise<string> {
  return page.evaluate(
    async ([tool, given]) => {
      const { isError, content } = await window.workspace.session().run({ name: tool, input: given });
      return `${isError ? 'E' : 'OK'} ${content.map(({ text }) => text).join('')}`;
    },
    [name, input] as const,
  );
}
