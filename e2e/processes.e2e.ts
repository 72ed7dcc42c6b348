import { expect, type Page, test } from '@playwright/test';
import { test as clientTest, openClient, openWorkspace } from './support/test.ts';

const DEMO = 'http://localhost:4290/';

/** Allows the card that waits, by keyboard. */
async function allow(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Allow once' });
  await expect(button).toHaveAttribute('aria-disabled', 'false');
  await button.focus();
  await page.keyboard.press('Enter');
}

test.describe('work in the background', () => {
  test('a watcher is started, tells, is looked at and stopped by a person, by keyboard', async ({ page }) => {
    await page.goto(`${DEMO}?workspace=garden&tools=codingTools`);
    const card = page.getByRole('group', { name: /\?/ });
    await expect(card).toContainText('scripts/report.sh');
    await allow(page);
    await expect(card).toContainText('tee REPORT.md');
    await allow(page);
    await expect(card).toContainText('it goes on running after this call');
    await allow(page);
    const background = page.getByRole('region', { name: 'Background' });
    await expect(background).toContainText('1 running');
    await expect(card).toContainText('mint,herbs');
    await allow(page);
    await expect(page.getByText('Notification: the output of the monitor')).toBeVisible();
    await expect(page.getByText('It goes on running: stop it under Terminals')).toBeVisible();
    await background.getByRole('button', { name: /^Show/ }).focus();
    await page.keyboard.press('Enter');
    const view = page.getByRole('tabpanel', { name: /^seen=/ });
    await expect(view.locator('.xterm-rows')).toContainText('plants: 12');
    await background.getByRole('button', { name: /^Stop/ }).focus();
    await page.keyboard.press('Enter');
    await expect(background).toContainText('nothing runs');
    await expect(background.locator('.chip')).toHaveText('terminated (143)');
    await expect(view).toContainText('It has ended: terminated');
  });

  test('a shell of the agent is typed at by a person too, and after a reload it is lost', async ({ page }) => {
    await page.goto(`${DEMO}?workspace=shells&tools=codingTools`);
    const chooser = page.getByRole('region', { name: 'Tools' });
    await chooser.getByRole('combobox', { name: 'Tool', exact: true }).selectOption('shell_open');
    await chooser.getByRole('textbox', { name: /command/ }).fill('bash');
    await chooser.getByRole('button', { name: 'Run' }).click();
    await allow(page);
    const background = page.getByRole('region', { name: 'Background' });
    await background.getByRole('button', { name: 'Show bash' }).click();
    const view = page.getByRole('tabpanel', { name: 'bash' });
    await expect(view.locator('.xterm-rows')).toContainText('bash-5.2$');
    await page.keyboard.type('echo "by hand $((6 * 7))"');
    await page.keyboard.press('Enter');
    await expect(view.locator('.xterm-rows')).toContainText('by hand 42');
    await expect(page.getByLabel('Status')).toContainText('Saved');
    await page.reload();
    await expect(background).toContainText('ended when the page was left');
    await expect(background.locator('.chip')).toHaveText('lost');
  });
});

clientTest.describe('workspace.processes', () => {
  clientTest('lists, reads, feeds, attaches and stops; and 60 MB do not stop the page', async ({ page, site }) => {
    await openClient(page, site.url('isolated'));
    await openWorkspace(page, { name: 'processes', tools: 'codingTools' });
    const seen = await page.evaluate(async () => {
      const { workspace } = window;
      const session = workspace.session();
      const start = async (command: string): Promise<string> => {
        const { details } = await session.run({ name: 'bash', input: { command, run_in_background: true } });
        return details.processId ?? '';
      };
      const reader = await start('read -r x; echo "got $x"');
      await workspace.processes.input(reader, { bytes: new TextEncoder().encode('this\n') });
      const chunks: Uint8Array[] = [];
      const view = workspace.processes.attach(reader, (bytes) => void chunks.push(bytes));
      const end = await view.ended;
      const piece = await workspace.processes.read(reader, { cursor: 4 });
      const flood = await start('yes flood | head -c 60000000; sleep 100');
      let shown = 0;
      const flooded = workspace.processes.attach(flood, async (bytes) => {
        shown += bytes.length;
      });
      while (shown < 1_000_000) await new Promise((resolve) => setTimeout(resolve, 10));
      const stopped = await workspace.processes.stop(flood, 'kill');
      await flooded.ended;
      const missing = await workspace.processes.stop('nobody').catch((error: unknown) => error);
      return {
        text: new TextDecoder().decode(chunks[0]),
        state: [end.state, end.exitCode],
        rest: new TextDecoder().decode(piece.bytes),
        stopped: stopped.state,
        missing: missing instanceof Error && 'code' in missing ? missing.code : undefined,
        listed: (await workspace.processes.list()).length,
        events: window.events.filter(({ kind }) => kind === 'processes').length > 0,
        notices: (await session.nextTurn()).length,
      };
    });
    expect(seen).toEqual({
      text: 'got this\n',
      state: ['exited', 0],
      rest: 'this\n',
      stopped: 'killed',
      missing: 'not_found',
      listed: 2,
      events: true,
      notices: 1,
    });
  });
});
