import { answerOf, MACHINE_CASES, type MachineName } from '@cloche/tools/conformance';
import { PLAIN, STRICT, type StandInOptions, whyNoStandIn } from '@cloche/webcontainer-stand-in';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { startStandIn } from './support/web-container.ts';

declare global {
  interface Window {
    /** Runs a case of the suite, and gives its answer as JSON. */
    runMachineCase(name: MachineName, title: string): Promise<string>;
    closeMachine(): Promise<void>;
  }
}

/** Long, since one test has all cases of a machine. */
const SUITE_MS = 240_000;

/** Runs every case in a page; the answers are to be what they are on every machine, but for the differences. */
async function runSuite(page: Page, name: MachineName): Promise<void> {
  await page.evaluate(async () => {
    await import(new URL('machine-suite.js', document.baseURI).href);
  });
  for (const [title, { answer: common }] of Object.entries(MACHINE_CASES)) {
    const { answer } = answerOf(name, title, common);
    const given = await page.evaluate(
      ([machine, wanted]) =>
        window.runMachineCase(machine, wanted).catch((error: unknown) => JSON.stringify(String(error))),
      [name, title] as const,
    );
    expect.soft(JSON.parse(given), title).toEqual(answer);
  }
  await page.evaluate(() => window.closeMachine());
}

test.describe('every case of the machine suite', () => {
  test('on the offline machine', async ({ client: page }) => {
    test.setTimeout(SUITE_MS);
    await runSuite(page, 'offline');
  });

  const modes: readonly (readonly [string, StandInOptions])[] = [
    ['plain', PLAIN],
    ['strict', STRICT],
  ];
  for (const [mode, behaviour] of modes) {
    test(`on WebContainer's own client with a stand-in, ${mode}`, async ({ client: page }) => {
      const reason = await whyNoStandIn();
      test.skip(reason !== undefined, reason ?? '');
      test.setTimeout(SUITE_MS);
      const server = await startStandIn(behaviour);
      await page.evaluate((origin) => {
        window.WEBCONTAINER_API_IFRAME_URL = origin;
      }, server.origin);
      await runSuite(page, 'webcontainer');
      await server.close();
    });
  }
});
