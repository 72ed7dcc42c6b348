import { expect, type Page, test } from '@playwright/test';

const DEMO = 'http://localhost:4290/';

const card = (page: Page) => page.getByRole('group', { name: /Run a command/ });

async function runBash(page: Page, command: string): Promise<void> {
  await page.getByLabel(/^command/).fill(command);
  await page.getByRole('button', { name: 'Run bash' }).click();
}

/** Answers a card by keyboard alone, from wherever the focus is. */
async function pressInCard(page: Page, name: string): Promise<void> {
  await expect(card(page)).toBeVisible();
  await page.keyboard.press('Alt+a');
  await expect(card(page)).toBeFocused();
  const button = card(page).getByRole('button', { name, exact: true });
  await expect(button).toHaveAttribute('aria-disabled', 'false');
  for (let steps = 0; steps < 30; steps++) {
    if (await button.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
}

test.describe('permissions', () => {
  test('keep a rule that a person chose by keyboard, over a reload, and let it be deleted', async ({ page }) => {
    await page.goto(`${DEMO}?workspace=rules`);
    await runBash(page, 'printf "a\\nb\\n" | grep -c a');
    await expect(card(page).getByRole('list', { name: 'Its parts' })).toContainText('needs you grep -c a');
    await expect(card(page).getByRole('list', { name: 'What it may do' })).toContainText('Only reads');
    await page.keyboard.press('Alt+a');
    const always = card(page).getByText('Allow this always…');
    await always.focus();
    await page.keyboard.press('Enter');
    await card(page).getByRole('radio', { name: 'bash(grep:*)' }).focus();
    await page.keyboard.press('Space');
    await card(page).getByLabel('Where').selectOption('workspace');
    await pressInCard(page, 'Allow always');
    await expect(card(page)).toHaveCount(0);

    await page.reload();
    await runBash(page, 'grep -n root /dev/null');
    await expect(page.getByText(/allow bash\(grep:\*\) \(workspace\)/).first()).toBeVisible();
    await expect(card(page)).toHaveCount(0);

    await page.getByRole('button', { name: 'Rules', exact: true }).click();
    await expect(page.getByText(/^workspace, used once, last /)).toBeVisible();
    // What was decided before the reload is there too, and can be forgotten.
    const decisions = page.getByRole('region', { name: 'Decisions' });
    await expect(decisions.getByRole('listitem')).toHaveText([
      /^allowed Run a command grep -n root \/dev\/null by the rule allow bash\(grep:\*\) \(workspace\), bash/,
      /^allowed Run a command printf .* by a person, always: bash\(grep:\*\) \(workspace\), bash/,
    ]);
    await decisions.getByRole('button', { name: 'Forget the decisions' }).click();
    await expect(decisions).toContainText('None yet.');
    await page.getByRole('button', { name: 'Delete the rule allow bash(grep:*)' }).click();
    await expect(page.getByText('No rules: every call that changes something asks.')).toBeVisible();
    await page.getByRole('button', { name: 'Rules', exact: true }).click();
    await runBash(page, 'grep -n root /dev/null');
    await expect(card(page)).toBeVisible();
    await pressInCard(page, 'Deny');
  });

  test('show every part of a command with its verdict, and offer no rule for what destroys', async ({ page }) => {
    await page.goto(`${DEMO}?workspace=parts`);
    await page.getByRole('button', { name: 'Rules', exact: true }).click();
    await page.getByLabel('Rule', { exact: true }).fill('bash(grep:*)');
    await page.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByRole('button', { name: 'Delete the rule allow bash(grep:*)' })).toBeVisible();
    await page.getByLabel('Command, which is not run').fill('grep x f; git push');
    await page.getByRole('button', { name: 'Ask the rules' }).click();
    await expect(page.getByText('It would ask.')).toBeVisible();
    await page.getByRole('button', { name: 'Rules', exact: true }).click();

    await runBash(page, 'grep x f > out.txt; rm -rf $(echo b)');
    const parts = card(page).getByRole('list', { name: 'Its parts' });
    await expect(parts).toContainText('allowed grep x f');
    await expect(parts).toContainText('needs you rm -rf $(echo b)');
    await expect(parts).toContainText('needs you changes > out.txt');
    await expect(card(page).getByRole('list', { name: 'What it may do' })).toContainText('Deletes files (rm)');
    await expect(card(page).getByText('Allow this always…')).toHaveCount(0);
    await pressInCard(page, 'Deny');
    await expect(page.getByText('denied by a person').first()).toBeVisible();
  });

  test('deny by rule without a question, and say which', async ({ page }) => {
    await page.goto(`${DEMO}?workspace=deny`);
    await page.getByRole('button', { name: 'Rules', exact: true }).click();
    await page.getByLabel('Effect').selectOption('deny');
    await page.getByLabel('Rule', { exact: true }).fill('bash(rm -rf *)');
    await page.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByRole('button', { name: /Delete the rule deny/ })).toBeVisible();
    await page.getByRole('button', { name: 'Rules', exact: true }).click();
    await runBash(page, 'command rm -r --force x');
    await expect(page.getByText(/denied by the rule deny bash\(rm -rf:\*\)/).first()).toBeVisible();
    await expect(card(page)).toHaveCount(0);
  });

  test('ask twice before a rule that allows everything, and again for one that does not fit', async ({ page }) => {
    await page.goto(`${DEMO}?workspace=all`);
    await runBash(page, 'seq 3 | head -1');
    await card(page).getByText('Allow this always…').click();
    await card(page).getByLabel('Rule, as it will be kept').fill('bash(ls:*)');
    await pressInCard(page, 'Allow always');
    await expect(card(page).getByRole('alert')).toContainText('bash(ls:*) would not allow this call');
    await card(page).getByText('Allow this always…').click();
    await card(page).getByLabel('Rule, as it will be kept').fill('bash');
    await expect(card(page).getByRole('button', { name: 'Allow always' })).toHaveAttribute('aria-disabled', 'true');
    await card(page)
      .getByLabel(/allows every call/)
      .check();
    await pressInCard(page, 'Allow always');
    await expect(card(page)).toHaveCount(0);
    await runBash(page, 'echo "no question"');
    await expect(page.getByText(/the rule allow bash \(session\)/).first()).toBeAttached();
  });
});
