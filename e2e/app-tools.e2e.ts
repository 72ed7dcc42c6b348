import { readFileSync } from 'node:fs';
import { expect, test } from './support/test.ts';

const SANDBOX = readFileSync(new URL('../packages/cloche/dist/adapters/ai-sdk-sandbox.js', import.meta.url), 'utf8');

test('a deferred tool of the app is found, asked about by its own name, carried out in the page, and cancelled', async ({
  client: page,
}) => {
  const seen = await page.evaluate(async () => {
    const asked: string[] = [];
    const workspace = await window.openTest({
      tools: 'codingTools',
      policies: {},
      async onApproval({ subject }) {
        asked.push(subject.summary);
        return { action: 'allow' };
      },
      appTools: [
        {
          name: 'paint',
          title: 'Paint the page',
          description:
            'Paints the background of the page in a colour. Use it when the person wants another colour; it changes no file.',
          inputSchema: { type: 'object', properties: { colour: { type: 'string' } }, required: ['colour'] },
          isDeferred: true,
          run: async (input, { signal }) => {
            const colour = JSON.stringify(input);
            if (!colour.includes('never')) return `painted ${colour}`;
            return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
          },
        },
      ],
    });
    const session = workspace.session();
    const execute = (params: object, signal = new AbortController().signal) =>
      session.run({ name: 'execute_extra_tool', input: { tool_name: 'paint', params } }, { signal });
    const text = ({ content }: Awaited<ReturnType<typeof execute>>): string =>
      content.map((part) => part.text).join('');
    const locked = text(await execute({ colour: 'red' }));
    await session.run({ name: 'search_extra_tools', input: { query: 'colour' } });
    const painted = text(await execute({ colour: 'red' }));
    const wrong = text(await execute({ colour: 5 }));
    const controller = new AbortController();
    const never = execute({ colour: 'never' }, controller.signal);
    setTimeout(() => controller.abort(), 300);
    const cancelled = (await never).details.code;
    const many = await session.runAll(Array.from({ length: 500 }, () => ({ name: 'glob', input: { pattern: '*' } })));
    return {
      asked,
      locked,
      painted,
      wrong,
      cancelled,
      good: many.filter((each) => 'isError' in each && !each.isError).length,
    };
  });
  expect(seen.locked).toContain('not unlocked');
  expect(seen.painted).toBe('painted {"colour":"red"}');
  expect(seen.wrong).toContain('colour');
  expect(seen.cancelled).toBe('cancelled');
  expect(seen.asked[0]).toContain('Paint the page');
  expect(seen.good).toBe(500);
});

test('the workspace is a sandbox for tools of the AI SDK', async ({ client: page }) => {
  const seen = await page.evaluate(async (code) => {
    const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
    const { createSandboxSession } = await import(url);
    const sandbox = createSandboxSession(await window.openTest({ name: 'sandbox' }));
    await sandbox.writeTextFile({ path: 'a.txt', content: 'one\ntwo\n' });
    const ran = await sandbox.run({ command: 'wc -l < a.txt; echo "$A" >&2; exit 3', env: { A: "it's" } });
    const running = await sandbox.spawn({ command: 'echo first; while :; do :; done' });
    const reader = running.stdout.getReader();
    const first = new TextDecoder().decode((await reader.read()).value);
    await running.kill();
    return { ran, first, killed: await running.wait(), stat: await sandbox.stat({ path: 'a.txt' }) };
  }, SANDBOX);
  expect(seen).toEqual({
    ran: { exitCode: 3, stdout: '2\n', stderr: "it's\n" },
    first: 'first\n',
    killed: { exitCode: 143 },
    stat: { type: 'file', size: 8 },
  });
});
