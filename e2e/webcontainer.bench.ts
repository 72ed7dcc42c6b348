import { whyNoStandIn } from '@cloche/webcontainer-stand-in';
import { test } from './support/test.ts';
import { bootContainer, openWebContainer, startStandIn } from './support/web-container.ts';

const ROUNDS = 300;

/** Prints median and 95th percentile. */
function report(name: string, samples: readonly number[]): void {
  const sorted = [...samples].sort((left, right) => left - right);
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  process.stdout.write(`\n${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (${samples.length} runs)\n`);
}

// Wanted: a call of `read` takes 5 ms more at the median than the client's own `readFile`.
test('reading a file of a container: the client itself, and the tool', async ({ page, site }) => {
  const reason = await whyNoStandIn();
  test.skip(reason !== undefined, reason ?? '');
  const server = await startStandIn();
  await openWebContainer(page, site.url('isolated'), server);
  await bootContainer(page);
  const raw = await page.evaluate(async (rounds) => {
    await window.container.fs.writeFile('f', 'x'.repeat(1000));
    const samples: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const startedAt = performance.now();
      await window.container.fs.readFile('f');
      samples.push(performance.now() - startedAt);
    }
    window.container.teardown();
    return samples;
  }, ROUNDS);
  report('readFile of the client', raw.slice(20));
  for (const tools of ['agentToolset20260401', 'codingTools'] as const) {
    await openWebContainer(page, site.url('isolated'), server);
    const samples = await page.evaluate(
      async ([rounds, preset]) => {
        const workspace = await window.openTest({ name: preset, tools: preset, runtime: 'webcontainer' });
        await workspace.session().run({ name: 'write', input: { file_path: 'f', content: 'x'.repeat(1000) } });
        const taken: number[] = [];
        for (let round = 0; round < rounds; round++) {
          const startedAt = performance.now();
          await workspace.session().run({ name: 'read', input: { file_path: 'f' } });
          taken.push(performance.now() - startedAt);
        }
        await workspace.close();
        return taken;
      },
      [ROUNDS, tools] as const,
    );
    report(`read of ${tools}`, samples.slice(20));
  }
  await page.close();
  await server.close();
});
