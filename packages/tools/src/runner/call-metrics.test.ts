import { describe, expect, test } from 'vitest';
import { createTestWorkspace } from '../testing/test-workspace.ts';
import type { Meter } from './call-metrics.ts';

describe('the metric of calls', () => {
  test('is one point a call, with the name and the kind of failure', async () => {
    const points: unknown[] = [];
    const meter: Meter = {
      createHistogram: (name, { unit }) => ({
        record: (value, attributes) => points.push([name, unit, typeof value, attributes]),
      }),
    };
    const workspace = createTestWorkspace({
      scripts: {
        ok: () => 0,
        bad: () => 3,
        bug: () => {
          throw new TypeError('no');
        },
      },
      runner: { meter: () => meter },
    });
    await workspace.run('bash', { command: 'ok' });
    await workspace.run('bash', { command: 'bad' });
    await workspace.run('bash', { command: 'bug' }).catch(() => undefined);
    await workspace.run('fly', {});
    const point = (attributes: object): unknown => ['tool.execution.duration', 's', 'number', attributes];
    expect(points).toEqual([
      point({ 'gen_ai.tool.name': 'bash' }),
      point({ 'gen_ai.tool.name': 'bash', 'error.type': 'tool_error' }),
      point({ 'gen_ai.tool.name': 'bash', 'error.type': 'TypeError' }),
      point({ 'gen_ai.tool.name': 'fly', 'error.type': 'tool_error' }),
    ]);
  });

  test('does no harm when it fails, and may come late', async () => {
    let meter: Meter | undefined;
    const workspace = createTestWorkspace({ scripts: { ok: () => 0 }, runner: { meter: () => meter } });
    expect(await workspace.say('bash', { command: 'ok' })).toBe('OK ');
    meter = {
      createHistogram: () => {
        throw new Error('no backend');
      },
    };
    expect(await workspace.say('bash', { command: 'ok' })).toBe('OK ');
  });
});
