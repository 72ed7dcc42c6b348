import { describe, expect, test } from 'vitest';
import { createTestWorkspace } from '../testing/test-workspace.ts';
import { codingTools } from '../toolset/coding-tools.ts';
import { lookAhead } from './look-ahead.ts';

describe('lookAhead', () => {
  const { signal } = new AbortController();
  const counted = (): { look: () => Promise<number>; looks: () => number } => {
    let looks = 0;
    return { look: async () => ++looks, looks: () => looks };
  };

  test('looks once when the decision comes at once', async () => {
    const { look, looks } = counted();
    const { seen, seenAtRun } = await lookAhead(look, { signal, sleep: () => new Promise(() => undefined) });
    expect([seen, await seenAtRun(), looks()]).toEqual([1, 1, 1]);
  });

  test('looks again when the decision took its time', async () => {
    const { seen, seenAtRun } = await lookAhead(counted().look, { signal, sleep: async () => undefined });
    await Promise.resolve();
    expect([seen, await seenAtRun()]).toEqual([1, 2]);
  });
});

describe.each([
  ['agentToolset20260401', {}],
  ['codingTools', { tools: codingTools }],
])('read of %s', (_, tools) => {
  test('shows what is there when a person has decided, not what was there when the call came', async () => {
    const workspace = createTestWorkspace({
      ...tools,
      policies: { read: 'always_ask' },
      async answer() {
        await new Promise((resolve) => setTimeout(resolve, 150));
        workspace.write('f', 'new\n');
        return { action: 'allow' };
      },
    });
    workspace.write('f', 'old\n');
    expect(await workspace.say('read', { file_path: 'f' })).toMatch(/new\n$/);
  });
});
