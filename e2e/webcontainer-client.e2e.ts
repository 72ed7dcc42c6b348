import { PLAIN, STRICT, whyNoStandIn } from '@cloche/webcontainer-stand-in';
import { expect, test } from './support/test.ts';
import { bootContainer, NOTHING_LEFT, openWebContainer, startStandIn } from './support/web-container.ts';
import { CLIENT_CHECKS } from './webcontainer/client-checks.ts';

const reason = await whyNoStandIn();
test.skip(reason !== undefined, reason ?? '');

for (const [mode, options] of Object.entries({ plain: PLAIN, strict: STRICT })) {
  test(`the stock client works against a ${mode} runtime`, async ({ page, site }) => {
    const standIn = await startStandIn(options);
    await openWebContainer(page, site.url('isolated'), standIn);
    await bootContainer(page, { workdirName: 'demo', coep: 'require-corp' });
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
    await expect.poll(() => standIn.counts()).toEqual({ ...NOTHING_LEFT, connections: 1 });
    await page.close();
    await expect.poll(() => standIn.counts()).toEqual(NOTHING_LEFT);
    await standIn.close();
  });
}
