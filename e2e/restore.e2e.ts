import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';

const DEMO = 'http://localhost:4290/';

/** Runs a command from the tool console and allows it. */
async function bash(page: Page, command: string): Promise<void> {
  const count = await calls(page).count();
  await page.getByLabel(/^command/).fill(command);
  await page.getByRole('button', { name: 'Run bash' }).click();
  const button = page.getByRole('button', { name: 'Allow once' });
  await expect(button).toHaveAttribute('aria-disabled', 'false');
  await button.click();
  await expect(calls(page)).toHaveCount(count + 1);
  await expect(calls(page).last()).toContainText('done');
}

const calls = (page: Page) => page.getByRole('list', { name: 'Calls' }).locator('details');
const file = (page: Page, name: string) => page.getByRole('treeitem', { name });

test('files are restored to before a call, and the restore is undone, by keyboard alone', async ({ page }) => {
  await page.goto(`${DEMO}?workspace=restore`);
  await bash(page, 'echo first > kept.txt; echo gone > gone.txt');
  await bash(page, 'echo second > kept.txt; rm gone.txt; mkdir new; echo n > new/n.txt');
  await expect(file(page, 'new')).toBeVisible();
  await expect(file(page, 'gone.txt')).toHaveCount(0);

  await calls(page).last().locator('summary').focus();
  await page.keyboard.press('Enter');
  const restore = calls(page)
    .last()
    .getByRole('button', { name: /^Restore to before this/ });
  await expect(restore).toHaveAttribute('aria-disabled', 'false');
  await restore.focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('group', { name: 'Restore to before this?' });
  await expect(question).toBeFocused();
  await expect(question.getByRole('listitem')).toHaveText([
    'gone.txt comes back',
    'kept.txt will be as it was',
    'new/n.txt will be removed',
  ]);
  await expectAccessible(page, 'body');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(restore).toBeFocused();

  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Restored 3 files to before bash/).first()).toBeVisible();
  await expect(restore).toBeFocused();
  await expect(file(page, 'gone.txt')).toBeVisible();
  await expect(file(page, 'new')).toHaveCount(0);
  await file(page, 'kept.txt').click();
  await expect(page.getByLabel('Text of /workspace/kept.txt')).toContainText('first');

  const undo = page.getByRole('button', { name: /^Undo this restore/ });
  await undo.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('group', { name: 'Undo this restore?' }).getByRole('button', { name: 'Restore' }).press('Enter');
  await expect(file(page, 'gone.txt')).toHaveCount(0);
  await expect(file(page, 'new')).toBeVisible();
  await expect(page.getByLabel('Text of /workspace/kept.txt')).toContainText('second');
});
