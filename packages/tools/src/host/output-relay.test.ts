import { createDeferred, decodeText, encodeText } from '@cloche/system';
import { describe, expect, test } from 'vitest';
import type { OutputChunk } from '../contract/tool.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { createOutputRelay } from './output-relay.ts';

const chunk = (stream: OutputChunk['stream'], text: string): OutputChunk => ({ stream, bytes: encodeText(text) });
const { signal } = new AbortController();

describe('createOutputRelay', () => {
  test('passes small writes on together, soon, and in the order of both streams', async () => {
    const heard: string[] = [];
    const relay = createOutputRelay(({ stream, bytes }) => {
      heard.push(`${stream} ${decodeText(bytes)}`);
      return undefined;
    }, createTestClock());
    for (const letter of 'abc') void relay.write(chunk('stdout', letter), signal);
    void relay.write(chunk('stderr', 'E'), signal);
    void relay.write(chunk('stdout', 'd'), signal);
    expect(heard).toEqual(['stdout abc', 'stderr E']);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(heard.at(-1)).toBe('stdout d');
    relay.end();
    expect(heard).toHaveLength(3);
  });

  test('makes the writer wait while the listener is behind, and no longer than its own end', async () => {
    const behind = createDeferred<void>();
    const relay = createOutputRelay(() => behind.promise, createTestClock());
    const first = relay.write(chunk('stdout', 'x'.repeat(40_000)), signal);
    expect(first).toBeInstanceOf(Promise);
    const writer = new AbortController();
    const second = relay.write(chunk('stdout', 'y'), writer.signal);
    writer.abort(new Error('killed'));
    await expect(second).rejects.toThrow('killed');
    behind.resolve();
    await first;
    expect(relay.write(chunk('stdout', 'z'), signal)).toBe(undefined);
    relay.end();
  });

  test('does not keep a buffer that the writer uses again', () => {
    const heard: string[] = [];
    const relay = createOutputRelay(({ bytes }) => {
      heard.push(decodeText(bytes));
      return undefined;
    }, createTestClock());
    const buffer = encodeText('one');
    void relay.write({ stream: 'stdout', bytes: buffer }, signal);
    buffer.fill(0x2e);
    relay.end();
    expect(heard).toEqual(['one']);
  });
});
