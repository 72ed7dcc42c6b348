import { decodeText, encodeText } from '@cloche/system';
import { expect, test } from 'vitest';
import { createPendingLine } from './pending-line.ts';

function pendingAfter(...inputs: string[]): [string, boolean] {
  const line = createPendingLine();
  for (const input of inputs) line.add(encodeText(input));
  const { bytes, isCut } = line.read();
  return [decodeText(bytes), isCut];
}

test.each<[readonly string[], string]>([
  [[], ''],
  [['a', 'b'], 'ab'],
  [['a\nb', 'c'], 'bc'],
  [['a\r'], ''],
  [['a\rb\nc\r\nd'], 'd'],
  [['rm x', '\u0003', 'l'], 'l'],
  [['a\u007fb'], 'a\u007fb'],
])('of %j the last line is kept', (inputs, expected) => {
  expect(pendingAfter(...inputs)).toEqual([expected, false]);
});

test('of a long line the end is kept, and it says so until the line is sent', () => {
  const [text, isCut] = pendingAfter('x'.repeat(4000), 'y'.repeat(200));
  expect([text, isCut]).toEqual([`${'x'.repeat(3896)}${'y'.repeat(200)}`, true]);
  expect(pendingAfter('x'.repeat(5000), '\nz')).toEqual(['z', false]);
  expect(pendingAfter(`${'x'.repeat(5000)}`, `\n${'z'.repeat(5000)}`)[1]).toBe(true);
});
