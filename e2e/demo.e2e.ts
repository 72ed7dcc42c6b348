import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';

const DEMO = 'http://localhost:4290/';

const card = (page: Page) => page.getByRole('group', { name: /\?/ });

async function allow(page: Page, summary: RegExp): Promise<void> {
  const button = page.getByRole('group', { name: summary }).getByRole('button', { name: 'Allow once' });
  await expect(button).toHaveAttribute('aria-disabled', 'false');
  await button.click();
}

test.describe('the demo', () => {
  test('runs the sample task on the first visit, asks before it changes anything, and keeps the work', async ({
    page,
  }) => {
    await page.goto(DEMO);
    await expect(page.getByRole('group', { name: /Edit scripts\/report\.sh\?/ })).toBeVisible();
    await expect(page).toHaveTitle('(1) Cloche: a call waits for you');
    await expect(card(page)).toContainText('tail -n +2 data/plants.csv');
    await expect(card(page)).toContainText('added: +tail -n +2');
    await allow(page, /Edit scripts/);
    await expect(page.getByRole('group', { name: /Run a command/ })).toContainText(
      'bash scripts/report.sh | tee REPORT.md',
    );
    await allow(page, /Run a command/);
    await expect(page.getByText('Done. Everything you see here happened in this tab')).toBeVisible();
    await expect(page.getByRole('treeitem', { name: 'REPORT.md' })).toBeVisible();
    await expect(page.getByLabel('Status')).toContainText('Saved');

    await page.reload();
    await page.getByRole('treeitem', { name: 'REPORT.md' }).click();
    await expect(page.getByLabel('Text of /workspace/REPORT.md')).toContainText('3 herbs');
    await expect(page.getByLabel('Text of /workspace/REPORT.md')).not.toContainText('bed');
  });

  test('passes on a denial with its note, and the task ends as it should', async ({ page }) => {
    await page.goto(DEMO);
    const edit = page.getByRole('group', { name: /Edit scripts/ });
    await edit.getByLabel('Note to the agent').fill('leave the script alone');
    const deny = edit.getByRole('button', { name: 'Deny', exact: true });
    await expect(deny).toHaveAttribute('aria-disabled', 'false');
    await deny.click();
    await expect(page.getByText('They say: leave the script alone')).toBeVisible();
    await expect(page.getByText('Then I leave the script as it is.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Run the sample task' })).toBeEnabled();
  });

  test('never takes the focus from what one types, and is led to by Alt+A', async ({ page }) => {
    await page.goto(`${DEMO}?workspace=focus`);
    await page.getByLabel(/^command/).fill('sleep 1');
    await page.getByRole('button', { name: 'Run bash' }).click();
    await page.getByLabel(/^command/).focus();
    await page.keyboard.type('typed while the card appears');
    await expect(card(page)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel(/^command/)).toBeFocused();
    await expect(card(page)).toBeVisible();
    await page.keyboard.press('Alt+a');
    await expect(card(page)).toBeFocused();
    const hasScroll = page.getByLabel('The exact command');
    await page.keyboard.press('Tab');
    if (await hasScroll.evaluate((element) => element === document.activeElement)) await page.keyboard.press('Tab');
    await expect(card(page).getByRole('button', { name: 'Deny', exact: true })).toBeFocused();
    await expect(card(page).getByRole('button', { name: 'Deny', exact: true })).toHaveAttribute(
      'aria-disabled',
      'false',
    );
    await page.keyboard.press('Enter');
    await expect(card(page)).toBeHidden();
    await expect(page.getByText('denied', { exact: false }).first()).toBeVisible();
  });

  test('runs any tool from its form, shows the raw output, and cancels', async ({ page }) => {
    await page.goto(`${DEMO}?workspace=console`);
    await page.getByLabel(/^command/).fill('for i in 1 2 3; do echo "line $i"; done; sleep 60');
    await page.getByRole('button', { name: 'Run bash' }).click();
    await allow(page, /Run a command/);
    await expect(page.locator('.xterm-rows')).toContainText('line 3');
    await page.getByRole('list', { name: 'Calls' }).getByText('bash', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByLabel('Result of bash')).toContainText('command cancelled');
    await page.getByRole('combobox', { name: 'Tool' }).selectOption('glob');
    await page.getByLabel(/^pattern/).fill('*.nothing');
    await page.getByRole('button', { name: 'Run glob' }).click();
    await page.getByText('*.nothing').click();
    await expect(page.getByLabel('Result of glob')).toHaveText('no matches');
  });

  test('makes calls again that waited when the page was reloaded, those behind a card too', async ({ page }) => {
    await page.goto(`${DEMO}?workspace=waiting-calls`);
    for (const word of ['one', 'two']) {
      await page.getByLabel(/^command/).fill(`echo ${word}`);
      await page.getByRole('button', { name: 'Run bash' }).click();
    }
    await expect(card(page)).toContainText('echo one');
    await page.reload();
    await expect(card(page)).toContainText('echo one');
    await allow(page, /Run a command/);
    await expect(card(page)).toContainText('echo two');
    await allow(page, /Run a command/);
    await expect(card(page)).toBeHidden();
    const calls = page.getByRole('list', { name: 'Calls' });
    await expect(calls.getByText('done', { exact: false })).toHaveCount(2);
    await page.reload();
    await expect(page.getByLabel('Status')).toContainText('Offline machine');
    await expect(card(page)).toBeHidden();
  });

  test('goes on with the network off after a reload', async ({ page, context }) => {
    await page.goto(`${DEMO}?workspace=offline`);
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      return active?.state;
    });
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByLabel('Status')).toContainText('Offline');
    await page.getByRole('combobox', { name: 'Tool' }).selectOption('write');
    await page.getByLabel(/^file_path/).fill('made-offline.txt');
    await page.getByLabel(/^content/).fill('no network');
    await page.getByRole('button', { name: 'Run write' }).click();
    await allow(page, /Create made-offline\.txt/);
    await expect(page.getByRole('treeitem', { name: 'made-offline.txt' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Tool' }).selectOption('bash');
    await page
      .getByLabel(/^command/)
      .fill(`echo '{"a":[1,2]}' | jq -c .a; timeout 1 jq -n 'repeat(1)'; echo "ended: $?"`);
    await page.getByRole('button', { name: 'Run bash' }).click();
    await allow(page, /Run a command/);
    await expect(page.locator('.xterm-rows')).toContainText('[1,2]');
    await expect(page.locator('.xterm-rows')).toContainText('ended: 124');
    await page.reload();
    await page.getByRole('treeitem', { name: 'made-offline.txt' }).click();
    await expect(page.getByLabel('Text of /workspace/made-offline.txt')).toContainText('no network');
  });

  test('edits and saves by keyboard, and shows what others change', async ({ page }) => {
    await page.goto(`${DEMO}?workspace=editor`);
    await page
      .getByLabel('Import zip or files')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('one\n') });
    await page.getByRole('treeitem', { name: 'a.txt' }).focus();
    await page.keyboard.press('Enter');
    const text = page.getByLabel('Text of /workspace/a.txt');
    await text.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('two');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible();
    await page.getByLabel(/^command/).fill('echo three >> a.txt; cat a.txt');
    await page.getByRole('button', { name: 'Run bash' }).click();
    await allow(page, /Run a command/);
    await expect(text).toContainText('twothree');
  });

  test('keeps typed text when another file is looked at, and says that it is not saved', async ({ page }) => {
    await page.goto(`${DEMO}?workspace=drafts`);
    await page.getByLabel('Import zip or files').setInputFiles([
      { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('one\n') },
      { name: 'b.txt', mimeType: 'text/plain', buffer: Buffer.from('two\n') },
    ]);
    await page.getByRole('treeitem', { name: 'a.txt' }).click();
    await page.getByLabel('Text of /workspace/a.txt').click();
    await page.keyboard.type('typed ');
    await page.getByRole('treeitem', { name: 'b.txt' }).click();
    await expect(page.getByLabel('Text of /workspace/b.txt')).toContainText('two');
    await page.getByRole('treeitem', { name: 'a.txt' }).click();
    await expect(page.getByLabel('Text of /workspace/a.txt')).toContainText('typed');
    await expect(page.getByText('it is not saved yet')).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible();
  });

  test('asks before the sample task replaces files that were changed', async ({ page }) => {
    await page.goto(`${DEMO}?workspace=sample`);
    await page.getByLabel('Import zip or files').setInputFiles({
      name: 'README.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('my own text\n'),
    });
    await expect(page.getByRole('treeitem', { name: 'README.md' })).toBeVisible();
    page.once('dialog', (dialog) => {
      expect(dialog.message()).toContain('replaces README.md');
      void dialog.dismiss();
    });
    await page.getByRole('button', { name: 'Run the sample task' }).click();
    await page.getByRole('treeitem', { name: 'README.md' }).click();
    await expect(page.getByLabel('Text of /workspace/README.md')).toContainText('my own text');
  });

  for (const scheme of ['light', 'dark'] as const) {
    test(`fits a phone, in ${scheme}`, async ({ browser }) => {
      const context = await browser.newContext({ viewport: { width: 380, height: 760 }, colorScheme: scheme });
      const page = await context.newPage();
      await page.goto(DEMO);
      await expect(card(page)).toBeVisible();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      await allow(page, /Edit scripts/);
      await page.getByRole('button', { name: 'Files', exact: true }).click();
      await page.getByRole('treeitem', { name: 'report.sh' }).click();
      await expect(page.getByLabel('Text of /workspace/scripts/report.sh')).toContainText('tail -n +2');
      await context.close();
    });
  }
});
