import { describe, expect, test } from 'vitest';
import { createAbortWaiters } from './abort-waiters.ts';

/** A signal that counts who listens to it. */
function createCountedSignal(): { controller: AbortController; listeners: () => number } {
  const controller = new AbortController();
  const { signal } = controller;
  let count = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...words: Parameters<typeof add>) => {
    count++;
    add(...words);
  };
  signal.removeEventListener = (...words: Parameters<typeof remove>) => {
    count--;
    remove(...words);
  };
  return { controller, listeners: () => count };
}

describe('createAbortWaiters', () => {
  test('listens once to a signal, and no more when nobody waits', () => {
    const { controller, listeners } = createCountedSignal();
    const waiters = createAbortWaiters();
    const stops = Array.from({ length: 20 }, () => waiters.add(controller.signal, () => undefined));
    expect(listeners()).toBe(1);
    for (const stop of stops) stop();
    expect(listeners()).toBe(0);
  });

  test('calls those that still wait, in their order', () => {
    const { controller } = createCountedSignal();
    const waiters = createAbortWaiters();
    const called: string[] = [];
    waiters.add(controller.signal, () => called.push('first'));
    waiters.add(controller.signal, () => called.push('second'))();
    waiters.add(controller.signal, () => called.push('third'));
    controller.abort();
    expect(called).toEqual(['first', 'third']);
  });
});
