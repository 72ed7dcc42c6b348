import { call, expect, openClient, openWorkspace, test } from './support/test.ts';

const DEMO = 'http://localhost:4290/';
/** One dot. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test.describe('the presets', () => {
  test('codingTools keep evidence, tasks and long outputs over a reload', async ({ page, site }) => {
    await openClient(page, site.url('isolated'));
    const ids = await page.evaluate(async () => {
      window.workspace = await window.openTest({ name: 'presets', tools: 'codingTools' });
      const session = window.workspace.session();
      await session.run({ name: 'write', input: { file_path: 'src/a.txt', content: 'one\ntwo\n' } });
      await session.run({ name: 'task_create', input: { subject: 'dig', description: 'the bed' } });
      const long = await session.run({ name: 'bash', input: { command: 'cd src; seq 20000' } });
      return [long.details.captureId, long.content[0]?.text];
    });
    expect(ids[1]).toMatch(/\n\[output truncated: omitted 76126 of 108894 bytes\]\n/);
    expect(ids[1]).toMatch(/\n20000\n\[exit code: 0\]$/);
    await page.reload();
    await page.waitForFunction(() => window.isReady);
    await page.evaluate(async () => {
      window.workspace = await window.openTest({ name: 'presets', tools: 'codingTools' });
    });
    expect(await call(page, 'edit', { file_path: 'src/a.txt', old_string: 'two', new_string: '2' })).toMatch(
      /^OK edited src\/a\.txt .*\n- two\n\+ 2/s,
    );
    expect(await call(page, 'task_list', {})).toContain('"subject":"dig"');
    expect(await call(page, 'read_tool_result', { capture_id: ids[0] ?? '', offset: 108_888 })).toMatch(
      /^OK 20000\n\n\[capture .*: bytes 108888-108893 of 108894 retained/,
    );
    expect(await call(page, 'bash', { command: 'pwd; ls', workdir: '/workspace' })).toBe(
      'OK /workspace\nsrc\n[exit code: 0]',
    );
    expect(await call(page, 'bash', { command: 'pwd; grep nothing a.txt' })).toBe('OK /workspace/src\n[exit code: 1]');
    expect(await call(page, 'bash', { command: 'sed -i s/one/1/ a.txt' })).toBe('OK [exit code: 0]');
    expect(await call(page, 'write', { file_path: 'src/a.txt', content: 'x' })).toMatch(/it changed since you read it/);
    const whole = await page.evaluate(
      async (id) => (await window.workspace.session().readOutput(id))?.bytes.length,
      ids[0] ?? '',
    );
    expect(whole).toBe(108_894);
  });

  test('fileTools have no shell', async ({ page, site }) => {
    await openClient(page, site.url('isolated'));
    await openWorkspace(page, { tools: 'fileTools' });
    const names = await page.evaluate(() => window.workspace.tools.map(({ name }) => name));
    expect(names.join(' ')).toBe('read list_dir edit write copy move remove grep glob');
    expect(await call(page, 'bash', { command: 'ls' })).toMatch(/^E unknown tool "bash"/);
  });

  test('the demo offers them all, asks questions, shows images, and opens a long output whole', async ({ page }) => {
    await page.goto(`${DEMO}?workspace=presets`);
    await page.getByRole('combobox', { name: 'Preset' }).selectOption('codingTools');
    await page.waitForURL(/tools=codingTools/);
    await page.getByLabel(/^command/).fill(`echo ${PNG} | base64 -d > dot.png; seq 20000`);
    await page.getByRole('button', { name: 'Run bash' }).click();
    const allow = page.getByRole('group', { name: /Run a command/ }).getByRole('button', { name: 'Allow once' });
    await expect(allow).toHaveAttribute('aria-disabled', 'false');
    await allow.click();
    await page.getByRole('list', { name: 'Calls' }).getByText('bash', { exact: true }).first().click();
    await expect(page.getByText('Cut: the whole has 108,894 bytes')).toBeVisible();
    await page.getByRole('button', { name: 'Open the whole output' }).click();
    await expect(page.getByLabel('Whole output of bash')).toContainText('12345\n12346');
    await page.getByRole('combobox', { name: 'Tool' }).selectOption('read');
    await page.getByLabel(/^file_path/).fill('dot.png');
    await page.getByRole('button', { name: 'Run read' }).click();
    await page.getByRole('list', { name: 'Calls' }).getByText('dot.png', { exact: true }).first().click();
    await expect(page.getByAltText('What read returned')).toBeVisible();
    await page.getByRole('combobox', { name: 'Tool' }).selectOption('ask_user');
    await page.getByLabel(/^question /).fill('Which bed?');
    await page.getByLabel(/^choices/).fill('["north", "south"]');
    await page.getByRole('button', { name: 'Run ask_user' }).click();
    await page.getByLabel('south').check();
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await page.getByRole('list', { name: 'Calls' }).getByText('ask_user', { exact: true }).first().click();
    await expect(page.getByLabel('Result of ask_user')).toHaveText('south');
  });
});
