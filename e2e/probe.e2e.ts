import { STRICT, whyNoStandIn } from '@cloche/webcontainer-stand-in';
import { expect, test } from '@playwright/test';
import { startStandIn, useRuntime } from './support/web-container.ts';

const PROBE = 'http://localhost:4290/probe.html';
/** It waits for what a strict runtime never answers, and runs the whole machine suite. */
const PROBE_MS = 240_000;

interface Report {
  readonly boot: { readonly error?: { readonly message: string } };
  readonly observations: Readonly<Record<string, { readonly result?: unknown }>>;
  readonly suite: { readonly cases: number; readonly differing: readonly unknown[] };
}

test('the probe tells how a strict runtime differs, and that the machine suite passes in it', async ({ page }) => {
  const reason = await whyNoStandIn();
  test.skip(reason !== undefined, reason ?? '');
  test.setTimeout(PROBE_MS);
  const server = await startStandIn(STRICT);
  await useRuntime(page, server);
  await page.goto(PROBE);
  await page.getByRole('button', { name: 'Run the probe' }).click();
  await expect(page.getByRole('status').first()).toContainText('Machine suite', { timeout: PROBE_MS });
  const report: Report = JSON.parse(await page.getByLabel('The report, JSON').inputValue());
  const result = (name: string): unknown => report.observations[name]?.result;
  expect(report.boot.error).toBeUndefined();
  expect(Object.values(report.observations).filter((observed) => !('result' in observed))).toEqual([]);
  expect(result('versions')).toMatchObject({ guest: { versions: { node: process.versions.node } } });
  expect(result('echo and line ends')).toMatchObject({ typed: expect.stringContaining('ab\r\n') });
  expect(result('exit codes after kill()')).toMatchObject({ 'a busy loop': 'does not end in 5 s' });
  expect(result('shapes of errors')).toMatchObject({
    'readFile, missing': { message: expect.stringContaining('ENOENT') },
  });
  expect(result('a server')).toContainEqual([expect.any(Number), 'port', 3111, 'close', expect.any(String)]);
  expect(report.suite.cases).toBeGreaterThan(50);
  expect(report.suite.differing).toEqual([]);
  await page.close();
  await server.close();
});

test('the probe says why a runtime did not boot', async ({ page }) => {
  await useRuntime(page, { origin: 'http://localhost:9' });
  await page.clock.install();
  await page.goto(PROBE);
  await page.getByRole('button', { name: 'Run the probe' }).click();
  await expect(page.getByText('Looking at: boot')).toBeVisible();
  await page.clock.fastForward(61_000);
  await expect(page.getByRole('status').first()).toContainText('The runtime did not boot: the runtime did not answer');
  await expect(page.getByLabel('The report, JSON')).toHaveValue(/"observations": \{\}/);
});
