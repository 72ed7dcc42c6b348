import { call, openClient, openWorkspace, test } from './support/test.ts';

/** Prints median and 95th percentile. */
function report(name: string, samples: readonly number[]): void {
  const sorted = [...samples].sort((left, right) => left - right);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  process.stdout.write(`\n${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (${samples.length} runs)\n`);
}

test('boot to the first result of a tool', async ({ browser, site }) => {
  const cold: number[] = [];
  const warm: number[] = [];
  for (let round = 0; round < 7; round++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    for (const samples of [cold, warm, warm, warm]) {
      await openClient(page, site.url('isolated'));
      samples.push(
        await page.evaluate(async () => {
          const startedAt = performance.now();
          const workspace = await window.openTest();
          await workspace.session().run({ name: 'bash', input: { command: 'echo hello | cat' } });
          const elapsed = performance.now() - startedAt;
          await workspace.close();
          return elapsed;
        }),
      );
    }
    await context.close();
  }
  report('boot to first result, cold', cold);
  report('boot to first result, warm', warm);
});

test('stopping an endless loop', async ({ client: page }) => {
  await openWorkspace(page);
  const samples = await page.evaluate(async () => {
    const late: { timeout: number[]; cancel: number[] } = { timeout: [], cancel: [] };
    const session = window.workspace.session();
    const command = 'echo x; while :; do :; done';
    for (let round = 0; round < 30; round++) {
      const startedAt = performance.now();
      await session.run({ name: 'bash', input: { command, timeout_ms: 100 } });
      late.timeout.push(performance.now() - startedAt - 100);
      const controller = new AbortController();
      const running = session.run({ name: 'bash', input: { command } }, controller);
      await new Promise((resolve) => setTimeout(resolve, 100));
      const cancelledAt = performance.now();
      controller.abort();
      await running;
      late.cancel.push(performance.now() - cancelledAt);
    }
    return late;
  });
  report('result after a timeout', samples.timeout);
  report('result after cancel', samples.cancel);
});

test('restoring 2,000 files, and committing one', async ({ client: page }) => {
  const samples = await page.evaluate(async () => {
    const { connectDatabase, createVirtualFileSystem, openStoredWorkspace } = window.parts;
    const ports = { now: () => Date.now(), newId: () => crypto.randomUUID() };
    const connection = await connectDatabase('bench');
    const store = await openStoredWorkspace(connection, 'bench', ports);
    const { files, journal } = createVirtualFileSystem({ now: () => Date.now(), programNames: [] });
    for (let folder = 0; folder < 40; folder++) files.makeDirectory(`/workspace/d${folder}`);
    const textOf = (index: number): Uint8Array =>
      new TextEncoder().encode(`export const value${index} = ${index};\n`.repeat(120));
    for (let index = 0; index < 2000; index++) files.writeFile(`/workspace/d${index % 40}/f${index}.ts`, textOf(index));
    await store.commit(journal.take(), {});
    const commits: number[] = [];
    for (let round = 0; round < 120; round++) {
      files.writeFile(`/workspace/d1/f${round}.ts`, textOf(round + 5000));
      const startedAt = performance.now();
      await store.commit(journal.take(), {});
      commits.push(performance.now() - startedAt);
    }
    const restores: number[] = [];
    for (let round = 0; round < 20; round++) {
      const startedAt = performance.now();
      const { snapshot } = await store.restore();
      createVirtualFileSystem({ now: () => Date.now(), programNames: [] }).journal.restore(snapshot);
      restores.push(performance.now() - startedAt);
    }
    return { commits: commits.slice(20), restores: restores.slice(5) };
  });
  report('strict commit of one changed file', samples.commits);
  report('restore of 2,000 files (8 MB) into a file system', samples.restores);
});

test('a write call from the page, and opening with 2,000 files', async ({ client: page, site }) => {
  await openWorkspace(page);
  await page.evaluate(async () => {
    const files = Array.from({ length: 2000 }, (_, index) => ({
      path: `d${index % 40}/f${index}.ts`,
      file: new Blob([`export const value${index} = ${index};\n`.repeat(100)]),
    }));
    await window.workspace.files.importFiles('/workspace', files);
  });
  const commits = await page.evaluate(async () => {
    const samples: number[] = [];
    for (let round = 0; round < 60; round++) {
      const startedAt = performance.now();
      await window.workspace
        .session()
        .run({ name: 'write', input: { file_path: `d1/f${round}.ts`, content: `changed ${round}` } });
      samples.push(performance.now() - startedAt);
    }
    return samples.slice(10);
  });
  report('a write call with its commit, from the page', commits);
  await page.evaluate(() => window.workspace.close());
  const openings: number[] = [];
  for (let round = 0; round < 8; round++) {
    await openClient(page, site.url('isolated'));
    openings.push(
      await page.evaluate(async () => {
        const startedAt = performance.now();
        window.workspace = await window.openTest();
        await window.workspace.files.list('/workspace');
        return performance.now() - startedAt;
      }),
    );
    if (round === 7) await call(page, 'bash', { command: 'ls | wc -l' });
    await page.evaluate(() => window.workspace.close());
  }
  report('opening with 2,000 files to the first listing', openings);
});

/** Commands over 200,000 lines, and over a tree of 20,000 files, all in the tab's own machine. */
const COMMANDS: readonly string[] = [
  'sed s/a/b/ lines > /dev/null',
  'sort lines > /dev/null',
  "awk '{ s += $2 } END { print s }' lines",
  'grep -c 77 lines',
  "grep -cE '(7|8)+x' lines",
  'grep -rn needle tree > /dev/null',
  "grep -rnE '\\w+Error\\(' tree > /dev/null",
  "grep -rnP 'throw new (?=Type)' tree > /dev/null",
  "find tree -name '*7.ts' > /dev/null",
];

test('commands over many lines, and over a tree', async ({ client: page }) => {
  test.setTimeout(300_000);
  await openWorkspace(page, { policies: { bash: 'always_allow' } });
  await call(page, 'bash', {
    command:
      `awk 'BEGIN { srand(1); for (i = 0; i < 200000; i++) print "word" int(rand() * 1e6), int(rand() * 10000), "more text " i }' > lines\n` +
      'for d in {1..100}; do mkdir -p tree/$d; for f in {1..200}; do printf "import a\\nconst x$f = needle$d;\\nthrow new TypeError(x)\\n" > tree/$d/$f.ts; done; done',
    timeout_ms: 200_000,
  });
  for (const command of COMMANDS) {
    const samples = await page.evaluate(async (text) => {
      const session = window.workspace.session();
      const taken: number[] = [];
      for (let run = 0; run < 8; run++) {
        const startedAt = performance.now();
        const { isError } = await session.run({ name: 'bash', input: { command: text } });
        if (isError && !text.startsWith('grep -c')) throw new Error(text);
        if (run > 0) taken.push(performance.now() - startedAt);
      }
      return taken;
    }, command);
    report(command, samples);
  }
});
