import { expect, test } from '@playwright/test';

test('the demo stays usable while a command floods the terminal', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto('http://localhost:4290/?workspace=flood');
  await page.getByLabel(/^command/).fill('yes');
  await page.getByRole('button', { name: 'Run bash' }).click();
  const allow = page.getByRole('button', { name: 'Allow once' });
  await expect(allow).toHaveAttribute('aria-disabled', 'false');
  await allow.click();
  await expect(page.locator('.xterm-rows')).toContainText('y');
  await page.getByRole('list', { name: 'Calls' }).getByText('bash', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Result of bash')).toContainText('command cancelled');
  expect(errors).toEqual([]);
});

test('the terminal lets the Tab key go on', async ({ page }) => {
  await page.goto('http://localhost:4290/?workspace=tab');
  await page.getByLabel('Terminal input').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Terminal input')).not.toBeFocused();
});
