import { attachRaw } from './support/raw-target.ts';
import { call, expect, openWorkspace, test } from './support/test.ts';

test.describe('losing a part', () => {
  test('a lost frame rejects what is pending, and the next call starts afresh with the stored files', async ({
    client: page,
  }) => {
    await openWorkspace(page);
    await call(page, 'write', { file_path: 'kept.txt', content: 'kept' });
    const fault = await page.evaluate(async () => {
      const running = window.workspace.session().run({ name: 'bash', input: { command: 'sleep 60' } });
      running.catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 300));
      document.querySelector('iframe')?.remove();
      return running.then(
        () => undefined,
        (error: Error & { code?: string }) => [error.name, error.code],
      );
    });
    expect(fault).toEqual(['ToolFault', 'machine_lost']);
    expect(await call(page, 'bash', { command: 'cat kept.txt; pwd' })).toBe('OK kept/workspace\n');
    const states = await page.evaluate(() =>
      window.events.flatMap((event) => (event.kind === 'machine' ? [event.state.kind] : [])),
    );
    expect(states).toEqual(['starting', 'running', 'lost', 'starting', 'running']);
  });

  test('a crashed frame process does the same', async ({ client: page, context }) => {
    await openWorkspace(page);
    await call(page, 'write', { file_path: 'kept.txt', content: 'kept' });
    const frame = page.frames().find((candidate) => candidate !== page.mainFrame());
    if (!frame) throw new Error('the page has no sandbox frame');
    const raw = await attachRaw(page);
    const frameSession = await context.newCDPSession(frame);
    const pending = raw.evaluate(
      "workspace.session().run({ name: 'bash', input: { command: 'sleep 60' } }).then(() => 'answered', (error) => error.code)",
    );
    await page.waitForTimeout(300);
    // It never answers, since the process that would has ended.
    frameSession.send('Page.crash').catch(() => undefined);
    expect(await pending).toBe('machine_lost');
    expect(
      await raw.evaluate(
        "workspace.session().run({ name: 'bash', input: { command: 'cat kept.txt' } }).then(({ content }) => content[0].text)",
      ),
    ).toBe('kept');
  });

  test('a dead runner worker rejects what is pending, and the next call starts another', async ({
    client: page,
    context,
  }) => {
    await openWorkspace(page);
    await call(page, 'bash', { command: 'echo kept > kept.txt; export A=1' });
    const pending = page.evaluate(() =>
      window.workspace
        .session()
        .run({ name: 'bash', input: { command: 'sleep 60' } })
        .then(
          () => undefined,
          (error: Error & { code?: string }) => [error.name, error.code],
        ),
    );
    const session = await context.newCDPSession(page);
    await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
    const worker = page.workers().find((candidate) => candidate.url().includes('runner.worker.js'));
    if (!worker) throw new Error('the page has no runner worker');
    await page.waitForTimeout(300);
    await worker.evaluate(() => self.close());
    expect(await pending).toEqual(['ToolFault', 'machine_lost']);
    expect(await call(page, 'bash', { command: 'cat kept.txt; echo $A' })).toBe('OK kept\n1\n');
  });
});
