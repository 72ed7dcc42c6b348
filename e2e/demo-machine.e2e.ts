import { PLAIN, STRICT } from '@cloche/webcontainer-stand-in';
import { expect, type Page } from '@playwright/test';
import { testWithStandIn as test, useRuntime } from './support/web-container.ts';

const DEMO = 'http://localhost:4290/';
async function allow(page: Page, summary: RegExp): Promise<void> {
  const button = page.getByRole('group', { name: summary }).getByRole('button', { name: 'Allow once' });
  await expect(button).toHaveAttribute('aria-disabled', 'false');
  await button.click();
}

for (const [name, behaviour] of [
  ['plain', PLAIN],
  ['strict', STRICT],
] as const) {
  test(`the demo runs its scripted task on WebContainer (stand-in, ${name}), and has the work after a reload`, async ({
    page,
    standIn,
  }) => {
    await useRuntime(page, await standIn(behaviour));
    await page.goto(`${DEMO}webcontainer.html?tools=codingTools`);
    const edit = page.getByRole('group', { name: /Edit scripts\/report\.sh\?/ });
    await expect(edit).toContainText('WebContainer, with a network');
    await expect(page.getByLabel('Status')).toContainText('WebContainer');
    await allow(page, /Edit scripts/);
    await allow(page, /Run a command/);
    await allow(page, /monitor|watch/i);
    await allow(page, /Run a command/);
    await expect(page.getByText(/^Notification: /)).toBeVisible();
    await expect(page.getByText('Done. Everything you see here happened in this tab')).toBeVisible();
    await expect(page.getByRole('treeitem', { name: 'REPORT.md' })).toBeVisible();
    await expect(page.getByLabel('Status')).toContainText('Saved');
    await page.reload();
    await page.getByRole('treeitem', { name: 'REPORT.md' }).click();
    await expect(page.getByLabel(/^Text of .*\/workspace\/REPORT\.md$/)).toContainText('3 herbs');
  });
}

test('a visitor who does not want to wait goes offline, by keyboard', async ({ page, standIn }) => {
  await useRuntime(page, await standIn({ boot: { hangs: 'build' } }));
  await page.goto(`${DEMO}webcontainer.html?workspace=waiting`);
  const menu = page.getByText(/^Machine Machine starts/);
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('WebContainer is starting')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Go offline now' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Status')).toContainText('Offline machine');
  await expect(page.getByText('WebContainer did not start: you chose to go on offline')).toBeVisible();
});

test('a server in the machine is listed until its port is closed', async ({ page, standIn }) => {
  await useRuntime(page, await standIn());
  await page.goto(`${DEMO}webcontainer.html?workspace=servers`);
  const command = `node -e 'require("http").createServer((_, answer) => answer.end("hi")).listen(0)'`;
  await page.getByLabel(/^command/).fill(`timeout 4 ${command}`);
  await page.getByRole('button', { name: 'Run bash' }).click();
  await allow(page, /Run a command/);
  await page.getByText(/^Machine WebContainer/).click();
  await expect(page.getByRole('link', { name: /^Port \d+$/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Port \d+$/ })).toBeHidden();
});

test('the offline page says how to get WebContainer, lets no frame come from elsewhere, and leads there', async ({
  page,
  standIn,
}) => {
  await useRuntime(page, await standIn());
  const answer = await page.goto(`${DEMO}?workspace=choice`);
  expect(answer?.headers()['content-security-policy']).toContain("frame-src 'self';");
  await page.getByText(/^Machine Offline machine/).click();
  await expect(page.getByText('adds a real Node, npm, a network and server previews')).toBeVisible();
  await page.getByRole('link', { name: 'Open this workspace in WebContainer' }).click();
  await expect(page.getByLabel('Status')).toContainText('WebContainer');
  expect(new URL(page.url()).search).toBe('?workspace=choice');
});
