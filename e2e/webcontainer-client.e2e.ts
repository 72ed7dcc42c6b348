import { PLAIN, STRICT, whyNoStandIn } from '@cloche/webcontainer-stand-in';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { openWebContainer, startStandIn } from './support/web-container.ts';
import { CLIENT_CHECKS } from './webcontainer/client-checks.ts';

const reason = await whyNoStandIn();
test.skip(reason !== undefined, reason ?? '');

const NOTHING = { connections: 0, runtimes: 0, ports: 0, processes: 0, watchers: 0, listeners: 0 };

async function boot(page: Page, options: object = {}): Promise<void> {
  await page.evaluate(async (given) => {
    window.container = await window.webcontainer.WebContainer.boot(given);
  }, options);
}

for (const [mode, options] of Object.entries({ plain: PLAIN, strict: STRICT })) {
  test(`the stock client works against a ${mode} runtime`, async ({ page, site }) => {
    const standIn = await startStandIn(options);
    await openWebContainer(page, site.url('isolated'), standIn);
    await boot(page, { workdirName: 'demo', coep: 'require-corp' });
    for (const { name, expected, strict } of CLIENT_CHECKS) {
      await test.step(name, async () => {
        const result = await page
          .evaluate((given) => window.runCheck(given), name)
          .catch((error: unknown) => ({ failed: String(error) }));
        expect.soft(result, name).toEqual(mode === 'strict' && strict ? strict.expected : expected);
      });
    }
    await page.evaluate(() => window.container.teardown());
    await expect.poll(() => standIn.runtimes()).toEqual([]);
    expect(standIn.counts()).toEqual({ ...NOTHING, connections: 1 });
    await page.close();
    await expect.poll(() => standIn.counts()).toEqual(NOTHING);
    await standIn.close();
  });
}
