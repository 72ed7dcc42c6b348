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

test('what write did, and a call that a rule allowed, is undone too, beside a draft; on a phone in the dark', async ({
  page,
}) => {
  await page.goto(`${DEMO}?workspace=restore-tools`);
  await page.getByLabel('Tool', { exact: true }).selectOption('write');
  const write = async (content: string): Promise<void> => {
    await page.getByLabel(/^file_path/).fill('a.txt');
    await page.getByLabel(/^content/).fill(content);
    await page.getByRole('button', { name: 'Run write' }).click();
  };
  const answer = async (name: string): Promise<void> => {
    const button = page.getByRole('button', { name, exact: true });
    await expect(button).toHaveAttribute('aria-disabled', 'false');
    await button.click();
  };
  await write('first\n');
  await page.getByText('Allow this always…').click();
  await answer('Allow always');
  await expect(calls(page).last()).toContainText('done');

  await file(page, 'a.txt').click();
  const text = page.getByLabel('Text of /workspace/a.txt');
  await expect(text).toContainText('first');
  await write('second\n');
  await expect(calls(page)).toHaveCount(2);
  await expect(calls(page).last()).toContainText('done');
  await expect(text).toContainText('second');
  await calls(page).last().locator('summary').click();
  await expect(calls(page).last()).toContainText('allow edit(/workspace/a.txt)');
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('draft');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Agent', exact: true }).click();
  const restore = calls(page)
    .last()
    .getByRole('button', { name: /^Restore to before this/ });
  await restore.click();
  const question = page.getByRole('group', { name: 'Restore to before this?' });
  await expect(question.getByRole('listitem')).toHaveText(['a.txt will be as it was']);
  await expectAccessible(page, 'body');
  await question.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText(/^Restored 1 file to before write a\.txt/).first()).toBeVisible();
  await expectAccessible(page, 'body');
  await expect(page.getByRole('button', { name: /^Undo this restore: Restored 1 file to before write/ })).toBeVisible();

  await page.getByRole('button', { name: 'Files', exact: true }).click();
  await expect(text).toContainText('draft');
});
