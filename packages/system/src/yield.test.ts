import { expect, test } from 'vitest';
import { createClock } from './clock.ts';
import { createYielder } from './yield.ts';

test('gives each busy task its share of the thread', async () => {
  let nowMs = 0;
  const clock = createClock({ now: () => nowMs, monotonic: () => nowMs, after: () => () => undefined });
  const yieldIfDue = createYielder(clock, () => new Promise((resolve) => setImmediate(resolve)));
  const steps = [0, 0, 0];
  const work = async (task: number): Promise<void> => {
    while (nowMs < 1_000) {
      const turn = yieldIfDue();
      if (turn) await turn;
      nowMs++;
      steps[task] = (steps[task] ?? 0) + 1;
    }
  };
  await Promise.all([work(0), work(1), work(2)]);
  for (const count of steps) expect(count).toBeGreaterThan(200);
});
