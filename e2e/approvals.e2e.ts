import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';

const DEMO = 'http://localhost:4290/';

const card = (page: Page): Locator => page.getByRole('group', { name: /\?/ }).first();

/** Moves the focus with Tab alone until it is on an element. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let steps = 0; steps < 80; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

/** Goes to the waiting card, and presses one of its buttons, by keyboard. */
async function press(page: Page, name: string): Promise<void> {
  await expect(card(page)).toBeVisible();
  await page.keyboard.press('Alt+a');
  await expect(card(page)).toBeFocused();
  const button = card(page).getByRole('button', { name, exact: true });
  await expect(button).toHaveAttribute('aria-disabled', 'false');
  await tabTo(page, button);
  await page.keyboard.press('Enter');
}

async function typeBash(page: Page, command: string): Promise<void> {
  await page.getByLabel(/^command/).fill(command);
  await page.getByRole('button', { name: 'Run bash' }).focus();
  await page.keyboard.press('Enter');
}

test.describe('approvals', () => {
  test('the sample task by keyboard alone, with a reload while a call waits', async ({ page }) => {
    await page.goto(DEMO);
    await expect(card(page)).toContainText('# The first line is the heading.');
    await expect(page).toHaveTitle('(1) Cloche: a call waits for you');
    // Nothing has taken the focus.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    await expect(page.getByText(/edit asks: .*Press Alt\+A to review/)).toBeAttached();
    const asked = await card(page).getByRole('time').getAttribute('datetime');

    await page.reload();
    await expect(card(page)).toContainText('# The first line is the heading.');
    expect(await card(page).getByRole('time').getAttribute('datetime')).toBe(asked);
    await press(page, 'Allow once');

    await expect(card(page)).toContainText('bash scripts/report.sh | tee REPORT.md');
    await page.reload();
    await expect(card(page)).toContainText('bash scripts/report.sh | tee REPORT.md');
    await press(page, 'Allow once');
    await expect(page.getByText('Done. Everything you see here happened in this tab')).toBeVisible();
    await expect(page).toHaveTitle('Cloche');
    await expect(page.getByText('REPORT.md').first()).toBeVisible();
  });

  test('a call that waited says so when it would do something else after the reload', async ({ page }) => {
    await page.goto(`${DEMO}?workspace=changed`);
    await page.getByLabel('Tool', { exact: true }).selectOption('write');
    await page.getByLabel(/^file_path/).fill('a.txt');
    await page.getByLabel(/^content/).fill('mine\n');
    await page.getByRole('button', { name: 'Run write' }).click();
    await expect(card(page)).toContainText('writes a new file');
    await page.reload();
    await expect(card(page)).toContainText('writes a new file');
    await expect(card(page).getByRole('alert')).toHaveCount(0);
    // The terminal is the person's own: what it changes asks nobody.
    await page.getByRole('button', { name: 'New terminal' }).click();
    await page.getByRole('textbox', { name: /^Terminal/ }).focus();
    await page.keyboard.type('echo theirs > a.txt && echo written\n');
    await expect(page.getByText('written').last()).toBeAttached();
    await page.waitForFunction(() => document.querySelector('[data-tone="good"]') !== null);
    await page.reload();
    await expect(card(page).getByRole('alert')).toContainText('is not the same any more');
    await press(page, 'Deny');
    await expect(card(page)).toHaveCount(0);
  });

  test('a call can be changed before it is allowed: checked, shown as it would run, and told to the model', async ({
    page,
  }) => {
    await page.goto(`${DEMO}?workspace=edit`);
    await typeBash(page, 'echo model');
    await page.keyboard.press('Alt+a');
    const change = card(page).getByText('Change it first…');
    await tabTo(page, change);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('rm -rf /');
    await tabTo(page, card(page).getByRole('button', { name: 'Check the change' }));
    await page.keyboard.press('Enter');
    await expect(card(page).getByRole('alert')).toContainText('denied by the safety floor');
    // The change is still there to be mended, and the focus is where it was.
    const check = card(page).getByRole('button', { name: 'Check the change' });
    await expect(check).toBeFocused();
    await tabTo(page, card(page).getByRole('textbox', { name: 'Changed command' }), 'Shift+Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('echo person; ls');
    await tabTo(page, check);
    await expect(check).toHaveAttribute('aria-disabled', 'false');
    await page.keyboard.press('Enter');
    await expect(card(page).getByRole('status')).toContainText('The agent had asked for: {"command":"echo model"}');
    await expect(card(page).getByLabel('The exact command')).toHaveText('echo person; ls');
    await expect(card(page).getByRole('list', { name: 'Its parts' })).toContainText('needs you ls');
    await press(page, 'Allow once');
    await expect(page.getByText(/a person changed this call before it ran/).first()).toBeAttached();
    await expect(page.getByText('a person, who changed it, once').first()).toBeAttached();
  });

  test('deny and stop ends the turn, and the agent makes no further call', async ({ page }) => {
    await page.goto(DEMO);
    await press(page, 'Deny and stop');
    await expect(page.getByText('I stop here, as you asked.')).toBeVisible();
    await expect(card(page)).toHaveCount(0);
    await expect(page.getByText(/tee REPORT\.md/)).toHaveCount(0);
  });

  test('a long command cannot be allowed before its end was seen', async ({ page }) => {
    await page.goto(`${DEMO}?workspace=long`);
    await typeBash(page, `${Array.from({ length: 120 }, (_, index) => `echo ${index}`).join('\n')}\nrm -rf build`);
    await page.keyboard.press('Alt+a');
    const allow = card(page).getByRole('button', { name: 'Allow once' });
    await expect(card(page).getByRole('button', { name: 'Deny', exact: true })).toHaveAttribute(
      'aria-disabled',
      'false',
    );
    await expect(allow).toHaveAttribute('aria-disabled', 'true');
    await expect(allow).toHaveAccessibleDescription(/once you have seen all of it/);
    const command = card(page).getByLabel('The exact command');
    await tabTo(page, command);
    await page.keyboard.press('End');
    await expect(allow).toHaveAttribute('aria-disabled', 'false');
    await press(page, 'Deny');
  });

  test('keys that were on their way do nothing to a card that has just appeared', async ({ page }) => {
    await page.goto(`${DEMO}?workspace=guard`);
    await page.getByLabel(/^command/).fill('echo a');
    await page.getByRole('button', { name: 'Run bash' }).focus();
    await page.keyboard.press('Enter');
    for (const key of ['Enter', 'Space', 'y', 'a', 'Enter']) await page.keyboard.press(key);
    await expect(card(page)).toBeVisible();
    await expect(page.getByText('denied by a person')).toHaveCount(0);
    await expect(page.getByText('a person, once')).toHaveCount(0);
  });

  test('the card and the rules page have no accessibility violations, in light and dark', async ({ page }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${DEMO}?workspace=axe-${colorScheme}`);
      await typeBash(page, 'grep x f > out.txt; rm -rf $(echo b)');
      await expect(card(page)).toBeVisible();
      await card(page).getByText('Change it first…').click();
      await expectAccessible(page, '.approval');
      await press(page, 'Deny');
      await typeBash(page, 'seq 3 | head -1');
      await card(page).getByText('Allow this always…').click();
      await card(page).getByLabel('Rule, as it will be kept').fill('bash');
      await expectAccessible(page, '.approval');
      await press(page, 'Deny');
      await page.getByRole('button', { name: 'Rules', exact: true }).click();
      await page.getByLabel('Rule', { exact: true }).fill('bash(gti log:*)');
      await page.getByRole('button', { name: 'Add' }).click();
      await expect(page.getByText('no command here begins with gti log')).toBeVisible();
      await page.getByLabel('Rule', { exact: true }).fill('nope(x)');
      await page.getByRole('button', { name: 'Add' }).click();
      await expect(page.locator('.rules').getByRole('alert')).toContainText(
        'nope(x): there are rules about commands, bash(…), about files, read(…) and edit(…)',
      );
      await page.getByLabel('Rule', { exact: true }).fill('bash');
      await expect(page.getByRole('button', { name: 'Add' })).toHaveAttribute('aria-disabled', 'true');
      await page.getByLabel(/very broad rule/).check();
      await page.getByRole('button', { name: 'Add' }).click();
      await expect(page.getByText('it allows every call of bash', { exact: true })).toBeVisible();
      await page.getByLabel('Command, which is not run').fill('git log; git push');
      await page.getByRole('button', { name: 'Ask the rules' }).click();
      await expect(page.getByText('It would run without a question.')).toBeVisible();
      await expectAccessible(page, '.rules');
    }
  });
});
