import { expect, type Page, test } from '@playwright/test';

const DEMO = 'http://localhost:4290/';

/** Opens the demo with an empty workspace of its own and a terminal in it. */
async function openTerminal(page: Page): Promise<void> {
  await page.goto(`${DEMO}?workspace=terminal`);
  await page.getByRole('button', { name: 'New terminal' }).click();
  await expect(page.getByRole('tab', { name: 'Terminal 1' })).toHaveAttribute('aria-selected', 'true');
  await expect(screen(page)).toContainText('/workspace $');
}

const screen = (page: Page) => page.getByRole('tabpanel', { name: /^Terminal/ }).locator('.xterm-rows');

async function enter(page: Page, line: string): Promise<void> {
  await page.keyboard.type(line);
  await page.keyboard.press('Enter');
}

test.describe('a terminal', () => {
  test('is a shell: it runs commands, completes, recalls and is interrupted', async ({ page }) => {
    await openTerminal(page);
    await enter(page, 'echo one > garden.txt; printf "a\\tb\\n"; seq 3 | tac');
    await expect(screen(page)).toContainText('321');
    await page.keyboard.type('cat gar');
    await page.keyboard.press('Tab');
    await expect(screen(page)).toContainText('cat garden.txt');
    await page.keyboard.press('Enter');
    await enter(page, 'sleep 1000');
    await page.keyboard.press('Control+c');
    await enter(page, 'echo "status $?"');
    await expect(screen(page)).toContainText('status 130');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(screen(page)).toContainText(/\$ sleep 1000\s*$/);
    await page.keyboard.press('Control+u');
    await enter(page, 'yes > /dev/null');
    await page.keyboard.press('Control+z');
    await expect(screen(page)).toContainText('[1]+  Stopped');
    await enter(page, 'exit');
    await enter(page, 'exit');
    await expect(page.getByText('The shell has ended: exit')).toBeVisible();
    await page.getByRole('button', { name: 'Close it' }).click();
    await expect(page.getByRole('tab', { name: 'Terminal 1' })).toHaveCount(0);
  });

  test('changes files that stay, and Shift+Tab leaves it', async ({ page }) => {
    await openTerminal(page);
    await enter(page, 'mkdir -p beds && echo carrot > beds/north.txt');
    await expect(page.getByRole('treeitem', { name: 'beds' })).toBeVisible();
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('tab', { name: 'Terminal 1' })).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('tab', { name: 'Output' })).toBeFocused();
    await expect(page.getByLabel('Status')).toContainText('Saved');
    await page.reload();
    await page.getByRole('button', { name: 'New terminal' }).click();
    await expect(screen(page)).toContainText('/workspace $');
    await enter(page, 'cat beds/*.txt');
    await expect(screen(page)).toContainText('carrot');
  });

  test('stays live while a command floods it', async ({ page }) => {
    await openTerminal(page);
    await enter(page, 'yes flood | head -c 60000000; echo "the end"');
    await expect(screen(page)).toContainText('flood');
    await page.keyboard.press('Control+c');
    await enter(page, 'clear; echo "still here"');
    await expect(screen(page)).toContainText('still here');
  });

  test('knows its size', async ({ page }) => {
    await page.setViewportSize({ width: 420, height: 800 });
    await page.goto(`${DEMO}?workspace=terminal-size`);
    await page.getByRole('button', { name: 'Terminals' }).click();
    await page.getByRole('button', { name: 'New terminal' }).click();
    await expect(screen(page)).toContainText('$');
    await enter(page, 'echo "it is $COLUMNS wide"');
    await expect(screen(page)).toContainText(/it is [45]\d wide/);
  });
});
