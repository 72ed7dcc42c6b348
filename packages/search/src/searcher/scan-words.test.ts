import { describe, expect, test } from 'vitest';
import { countByte, isAscii } from './scan-words.ts';

const BYTES = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251);

describe('countByte', () => {
  test('counts as a plain loop does, whatever the borders', () => {
    for (const byte of [0, 1, 10, 127, 128, 250, 255]) {
      for (const [from, to] of [
        [0, 5000],
        [1, 4999],
        [2, 3],
        [3, 3],
        [5, 4098],
      ] as const) {
        const view = BYTES.subarray(from);
        const wanted = BYTES.slice(from, to).filter((each) => each === byte).length;
        expect(countByte(BYTES, byte, from, to)).toBe(wanted);
        expect(countByte(view, byte, 0, to - from)).toBe(wanted);
      }
    }
    expect(countByte(new Uint8Array(100_000).fill(10), 10, 0, 100_000)).toBe(100_000);
  });
});

describe('isAscii', () => {
  test('finds a high byte wherever it stands', () => {
    expect(isAscii(new Uint8Array(0))).toBe(true);
    for (let length = 1; length < 20; length++) {
      for (let place = 0; place < length; place++) {
        const bytes = new Uint8Array(length + 1).fill(0x7f).subarray(1);
        expect(isAscii(bytes)).toBe(true);
        bytes[place] = 0x80;
        expect(isAscii(bytes)).toBe(false);
      }
    }
  });
});
