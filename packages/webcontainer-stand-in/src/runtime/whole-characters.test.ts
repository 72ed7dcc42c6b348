import { expect, test } from 'vitest';
import { createCharacterCutter } from './whole-characters.ts';

test.each([1, 2, 3, 4, 5, 7])('cuts chunks of %i bytes so that each holds whole characters', (size) => {
  const text = 'aé→😀b'.repeat(50);
  const bytes = new TextEncoder().encode(text);
  const cutter = createCharacterCutter();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let out = '';
  for (let start = 0; start < bytes.length; start += size) {
    out += decoder.decode(cutter.push(bytes.subarray(start, start + size)));
  }
  expect(out + decoder.decode(cutter.flush())).toBe(text);
});

test.each([
  ['a character that never ends', [0x61, 0xf0, 0x9f]],
  ['bytes that begin no character', [0x80, 0x81, 0xff, 0xfe]],
  ['a lead byte in the middle', [0xe2, 0x61, 0xc3, 0x62]],
])('keeps every byte of %s', (_, given) => {
  const cutter = createCharacterCutter();
  const out = given.flatMap((byte) => [...cutter.push(Uint8Array.of(byte))]);
  expect([...out, ...cutter.flush()]).toStrictEqual(given);
});
