import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { call, expect, openClient, test } from './support/test.ts';

const CLI = fileURLToPath(new URL('../packages/cli/dist/cli.js', import.meta.url));

interface Served {
  readonly url: string;
  readonly token: string;
  readonly root: string;
  readonly process: ChildProcess;
}

/** Starts `cloche serve` over a folder of its own. */
async function serve(): Promise<Served> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'cloche-serve-')));
  const process = spawn('node', [CLI, 'serve', '--root', root], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (!process.stdout) throw new Error('no output');
  const [line] = await once(createInterface(process.stdout), 'line');
  const { url, token } = JSON.parse(String(line));
  return { url, token, root, process };
}

test.describe('a remote machine', () => {
  let served: Served;
  test.beforeAll(async () => {
    served = await serve();
  });
  test.afterAll(() => {
    served.process.kill();
    rmSync(served.root, { recursive: true, force: true });
  });

  test('runs the tools on real files, with real programs', async ({ page, site }) => {
    await openClient(page, site.url('isolated'));
    const { url: remote, token, root } = served;
    await page.evaluate(
      async (runtime) => {
        window.workspace = await window.openTest({ name: 'remote', runtime });
      },
      { remote, token },
    );
    expect(await page.evaluate(() => window.workspace.root)).toBe(root);
    expect(await call(page, 'write', { file_path: 'src/a.txt', content: 'one\ntwo é\n' })).toBe(
      'OK wrote 11 bytes to src/a.txt',
    );
    expect(readFileSync(join(root, 'src/a.txt'), 'utf8')).toBe('one\ntwo é\n');
    expect(await call(page, 'edit', { file_path: 'src/a.txt', old_string: 'two', new_string: 'three' })).toContain(
      'OK',
    );
    expect(await call(page, 'grep', { pattern: 'thr.e' })).toBe(`OK ${root}/src/a.txt:2:three é`);
    expect(await call(page, 'glob', { pattern: '**/*.txt' })).toBe(`OK ${root}/src/a.txt`);
    expect(await call(page, 'bash', { command: 'cd src; node -p "6*7"; pwd; echo err >&2; exit 3' })).toBe(
      `E 42\n${root}/src\nerr\nexit code: 3`,
    );
    expect(await call(page, 'bash', { command: 'printf "a\\xff" | od -An -tx1; pwd' })).toBe(
      `OK  61 ff\n${root}/src\n`,
    );
    // A name that is no UTF-8 goes over the line and back.
    writeFileSync(Buffer.concat([Buffer.from(`${root}/x`), Buffer.of(0xff)]), 'odd');
    expect(await call(page, 'bash', { command: 'cat ../x*' })).toBe('OK odd');
    expect(await call(page, 'read', { file_path: '/etc/hostname' })).toContain('leads out of the workspace root');
    const cancelled = await page.evaluate(async () => {
      const controller = new AbortController();
      const running = window.workspace
        .session()
        .run({ name: 'bash', input: { command: 'echo so far; sleep 60' } }, controller);
      setTimeout(() => controller.abort(new Error('enough')), 500);
      return (await running).content.map(({ text }) => text).join('');
    });
    expect(cancelled).toContain('command cancelled');
    const facts = await page.evaluate(() =>
      window.events.find((event) => event.kind === 'machine' && event.state.kind === 'running'),
    );
    expect(facts).toMatchObject({ state: { facts: { kind: 'remote', network: 'open' } } });

    // The shell's state is the workspace's, and is there after a reload.
    await page.evaluate(() => window.workspace.close());
    await openClient(page, site.url('isolated'));
    await page.evaluate(
      async (runtime) => {
        window.workspace = await window.openTest({ name: 'remote', runtime });
      },
      { remote, token },
    );
    expect(await call(page, 'bash', { command: 'pwd' })).toBe(`OK ${root}/src\n`);
  });

  for (const [what, change, message] of [
    ['a wrong token', { token: 'not the token that it is' }, /the token is wrong/],
    ['an address with no server', { remote: 'ws://127.0.0.1:9' }, /closed the line/],
    ['an address of another kind', { remote: 'http://127.0.0.1:1' }, /has a ws: or wss: address/],
  ] as const) {
    test(`says what is wrong with ${what}`, async ({ page, site }) => {
      await openClient(page, site.url('isolated'));
      const runtime = { remote: served.url, token: served.token, ...change };
      const failure = await page.evaluate(
        (given) =>
          window.openTest({ name: 'wrong', runtime: given }).then(
            () => 'opened',
            (error: unknown) => (error instanceof Error ? error.message : String(error)),
          ),
        runtime,
      );
      expect(failure).toMatch(message);
    });
  }

  test('a server that ends is noticed, and what ran is cancelled', async ({ page, site }) => {
    const own = await serve();
    await openClient(page, site.url('isolated'));
    await page.evaluate(
      async (runtime) => {
        window.workspace = await window.openTest({ name: 'ending', runtime });
        await window.workspace.files.list(window.workspace.root);
      },
      { remote: own.url, token: own.token },
    );
    const running = page.evaluate(() =>
      window.workspace
        .session()
        .run({ name: 'bash', input: { command: 'touch started; sleep 60' } })
        .then(
          () => 'ended',
          (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'failed'),
        ),
    );
    await expect.poll(() => existsSync(join(own.root, 'started'))).toBe(true);
    own.process.kill('SIGKILL');
    expect(await running).toBe('machine_lost');
    rmSync(own.root, { recursive: true, force: true });
  });
});
