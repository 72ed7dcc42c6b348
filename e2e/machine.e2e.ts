import { call, expect, openClient, openWorkspace, test } from './support/test.ts';

test.describe('the offline machine', () => {
  for (const kind of ['isolated', 'plain', 'strict'] as const) {
    test(`runs the six tools on a page that is ${kind}`, async ({ page, site }) => {
      await openClient(page, site.url(kind));
      await openWorkspace(page);
      expect(await call(page, 'write', { file_path: 'src/a.txt', content: 'one\ntwo é\n' })).toBe(
        'OK wrote 11 bytes to src/a.txt',
      );
      expect(await call(page, 'read', { file_path: 'src/a.txt' })).toBe('OK one\ntwo é\n');
      expect(await call(page, 'edit', { file_path: 'src/a.txt', old_string: 'two', new_string: 'three' })).toBe(
        'OK edited src/a.txt (1 replacement(s))',
      );
      expect(await call(page, 'bash', { command: 'cat src/a.txt | grep -n three; echo err >&2' })).toBe(
        'OK 2:three é\nerr\n',
      );
      expect(await call(page, 'glob', { pattern: '**/*.txt' })).toBe('OK /workspace/src/a.txt');
      expect(await call(page, 'grep', { pattern: 'thr.e' })).toBe('OK /workspace/src/a.txt:2:three é');
      const facts = await page.evaluate(() =>
        window.events.find((event) => event.kind === 'machine' && event.state.kind === 'running'),
      );
      expect(facts).toMatchObject({
        state: { facts: { kind: 'offline', isIsolated: kind !== 'plain', network: 'none' } },
      });
    });
  }

  test('keeps the shell between calls, and drops the changes of a call that timed out', async ({ client: page }) => {
    await openWorkspace(page);
    await call(page, 'bash', { command: 'mkdir -p d; cd d; export A=1; B=2; f() { echo "f $A [$B]"; }' });
    expect(await call(page, 'bash', { command: 'pwd; f' })).toBe('OK /workspace/d\nf 1 []\n');
    expect(await call(page, 'bash', { command: 'cd /tmp; export A=9; echo so far; sleep 30', timeout_ms: 200 })).toBe(
      "E so far\ncommand timed out after 200ms; this call's shell state changes were dropped",
    );
    expect(await call(page, 'bash', { command: 'pwd; echo $A' })).toBe('OK /workspace/d\n1\n');
    expect(await call(page, 'bash', { restart: true })).toBe('OK bash session restarted');
    expect(await call(page, 'bash', { command: 'pwd; echo [$A]' })).toBe('OK /workspace\n[]\n');
  });

  test('ends an endless loop by its timeout and by cancel, and keeps what was printed', async ({ client: page }) => {
    await openWorkspace(page);
    expect(await call(page, 'bash', { command: 'echo begun; while :; do :; done', timeout_ms: 300 })).toMatch(
      /^E begun\ncommand timed out after 300ms/,
    );
    const cancelled = await page.evaluate(async () => {
      const controller = new AbortController();
      const command = 'echo begun; while :; do :; done';
      const running = window.workspace
        .session()
        .run({ name: 'bash', input: { command } }, { signal: controller.signal });
      await new Promise((resolve) => setTimeout(resolve, 300));
      controller.abort();
      const { content, details } = await running;
      return [details.code, content[0]?.text];
    });
    expect(cancelled).toEqual(['cancelled', "begun\ncommand cancelled; this call's shell state changes were dropped"]);
    expect(await call(page, 'bash', { command: 'echo alive' })).toBe('OK alive\n');
  });

  for (const kind of ['isolated', 'strict'] as const) {
    test(`runs jq in a worker of its own, fetched when it is first used, on a page that is ${kind}`, async ({
      page,
      site,
    }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await openClient(page, site.url(kind));
      await openWorkspace(page);
      const isFetched = (): boolean => asked.some((url) => url.endsWith('jq.worker.js'));
      expect(isFetched()).toBe(false);
      expect(await call(page, 'bash', { command: `echo '{"a":[1,2]}' | jq -c .a; echo '"b"' | jq -r .` })).toBe(
        'OK [1,2]\nb\n',
      );
      expect(isFetched()).toBe(true);
      expect(await call(page, 'bash', { command: "timeout 1 jq -n 'repeat(1)'; echo $?; jq -n 1" })).toBe(
        'OK 124\n1\n',
      );
      const cancelled = await call(page, 'bash', { command: "echo on; jq -n 'def f: f; f'", timeout_ms: 500 });
      expect(cancelled).toMatch(/^E on\ncommand timed out after 500ms/);
      expect(
        await call(page, 'bash', { command: 'curl -s http://localhost/; curl http://localhost/; echo $?' }),
      ).toContain('the app gives no fetch provider (web.fetch of openWorkspace)');
    });
  }

  test('streams output while a command runs', async ({ client: page }) => {
    await openWorkspace(page);
    const seen = await page.evaluate(async () => {
      const running = window.workspace
        .session()
        .run({ name: 'bash', input: { command: 'echo first; sleep 1; echo second' } });
      const heard = (): string =>
        window.events.map((event) => (event.kind === 'output' ? new TextDecoder().decode(event.bytes) : '')).join('');
      while (heard() === '') await new Promise((resolve) => setTimeout(resolve, 10));
      const early = heard();
      await running;
      return [early, heard()];
    });
    expect(seen).toEqual(['first\n', 'first\nsecond\n']);
  });

  test('has given all that a terminal printed when it says that it ended', async ({ client: page }) => {
    await openWorkspace(page);
    const incomplete = await page.evaluate(async () => {
      let missing = 0;
      for (let round = 0; round < 100; round++) {
        let text = '';
        const { ended } = window.workspace.terminals.open({
          command: `seq 1 2000; printf 'last %s' ${round}`,
          columns: 80,
          rows: 24,
          onOutput(bytes) {
            text += new TextDecoder().decode(bytes);
            return undefined;
          },
        });
        await ended;
        if (!text.endsWith(`last ${round}`)) missing++;
      }
      return missing;
    });
    expect(incomplete).toBe(0);
  });

  test('asks, shows the diff, and does what the answer says', async ({ client: page }) => {
    await openWorkspace(page);
    await call(page, 'write', { file_path: 'f', content: 'a\nb\n' });
    await page.evaluate(() => window.workspace.close());
    const outcome = await page.evaluate(async () => {
      const asked: unknown[] = [];
      const answers = [{ action: 'deny', note: 'not now' } as const, { action: 'allow' } as const];
      window.workspace = await window.openTest({
        policies: { edit: 'always_ask' },
        async onApproval({ tool, subject }) {
          asked.push([tool.name, subject.summary, subject.detail.kind === 'diff' ? subject.detail.diff.unified : '']);
          return answers[asked.length - 1] ?? { action: 'deny' };
        },
      });
      const input = { file_path: 'f', old_string: 'b', new_string: 'B' };
      const first = await window.workspace.session().run({ name: 'edit', input });
      const between = new TextDecoder().decode(await window.workspace.files.read('/workspace/f'));
      const second = await window.workspace.session().run({ name: 'edit', input });
      const after = new TextDecoder().decode(await window.workspace.files.read('/workspace/f'));
      return { asked, first: first.content[0]?.text, between, second: second.content[0]?.text, after };
    });
    const diff = '--- a/workspace/f\n+++ b/workspace/f\n@@ -1,2 +1,2 @@\n a\n-b\n+B\n';
    expect(outcome).toEqual({
      asked: [
        ['edit', 'Edit f', diff],
        ['edit', 'Edit f', diff],
      ],
      first: 'edit: the call was denied by a person and did not run. They say: not now',
      between: 'a\nb\n',
      second: 'edited f (1 replacement(s))',
      after: 'a\nB\n',
    });
  });

  test('asks with the directory that the command will run in', async ({ client: page }) => {
    const asked = await page.evaluate(async () => {
      const details: unknown[] = [];
      window.workspace = await window.openTest({
        policies: {},
        onApproval: async ({ subject }) => {
          details.push(subject.detail);
          return { action: 'allow' };
        },
      });
      const session = window.workspace.session();
      await session.run({ name: 'bash', input: { command: 'mkdir d; cd d' } });
      await session.run({ name: 'bash', input: { command: 'pwd' } });
      return details;
    });
    expect(asked).toEqual([
      { kind: 'command', command: 'mkdir d; cd d', cwd: '/workspace' },
      { kind: 'command', command: 'pwd', cwd: '/workspace/d' },
    ]);
  });

  test('takes a toolset entry: which tools there are and which ask', async ({ client: page }) => {
    const outcome = await page.evaluate(async () => {
      const toolset = {
        type: 'agent_toolset_20260401',
        default_config: { enabled: false },
        configs: [
          { name: 'read', enabled: true },
          { name: 'bash', enabled: true, permission_policy: { type: 'always_ask' } },
        ],
      };
      window.workspace = await window.openTest({ policies: {}, toolset });
      const session = window.workspace.session();
      const denied = await session.run({ name: 'bash', input: { command: 'echo hi' } });
      const gone = await session.run({ name: 'write', input: { file_path: 'f', content: '' } });
      const wrong = await window.openTest({ name: 'wrong', toolset: { ...toolset, extra: 1 } }).then(
        () => undefined,
        ({ name, message }: Error) => [name, message],
      );
      return [window.workspace.tools.map(({ name }) => name), denied.details.code, gone.content[0]?.text, wrong];
    });
    expect(outcome).toEqual([
      ['bash', 'read'],
      'denied',
      'unknown tool "write"; the tools are bash, read',
      ['ToolsetConfigError', 'agent_toolset_20260401: unknown field "extra"'],
    ]);
  });
});
