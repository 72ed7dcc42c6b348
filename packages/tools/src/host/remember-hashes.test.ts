import { describe, expect, test } from 'vitest';
import { rememberHashes } from './remember-hashes.ts';

describe('rememberHashes', () => {
  const create = (): { hash: (bytes: Uint8Array) => string; computed: number[] } => {
    const computed: number[] = [];
    const hash = rememberHashes((bytes) => {
      computed.push(bytes.length);
      return `${bytes.length}:${bytes.reduce((sum, byte) => (sum * 31 + byte) | 0, 7)}`;
    });
    return { hash, computed };
  };
  const bytesOf = (length: number, last: number): Uint8Array => new Uint8Array(length).fill(7).fill(last, length - 1);

  test('hashes the same bytes once, wherever they lie', () => {
    const { hash, computed } = create();
    const first = hash(bytesOf(10_001, 1));
    expect(hash(bytesOf(10_001, 1))).toBe(first);
    const shifted = new Uint8Array(10_004);
    shifted.set(bytesOf(10_001, 1), 3);
    expect(hash(shifted.subarray(3))).toBe(first);
    expect(computed).toEqual([10_001]);
  });

  test('tells bytes apart that differ in one place, and bytes that changed since', () => {
    const { hash } = create();
    const bytes = bytesOf(10_000, 1);
    const first = hash(bytes);
    for (const index of [0, 5000, 9999]) {
      const other = bytes.slice();
      other[index] = 99;
      expect(hash(other)).not.toBe(first);
    }
    bytes[3] = 0;
    expect(hash(bytes)).not.toBe(first);
    expect(hash(bytesOf(10_000, 1))).toBe(first);
  });

  test('remembers no more than its share, the latest', () => {
    const { hash, computed } = create();
    for (let last = 0; last < 5; last++) hash(bytesOf(5_000_000, last));
    hash(bytesOf(5_000_000, 4));
    expect(computed).toHaveLength(5);
    hash(bytesOf(5_000_000, 0));
    expect(computed).toHaveLength(6);
  });
});
