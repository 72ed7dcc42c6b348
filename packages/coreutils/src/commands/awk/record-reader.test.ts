import { encodeText } from '@cloche/system';
import { expect, test } from 'vitest';
import { RecordReader } from './record-reader.ts';
import { Regexps } from './regexps.ts';

/** Reads all records of a stream that comes in pieces, every other one later. */
async function recordsOf(pieces: Iterable<Uint8Array>, separators: readonly string[]): Promise<number[]> {
  const source = pieces[Symbol.iterator]();
  let count = 0;
  const read = (): Uint8Array | Promise<Uint8Array> => {
    const piece: Uint8Array = source.next().value ?? new Uint8Array(0);
    return count++ % 2 ? Promise.resolve(piece) : piece;
  };
  const reader = new RecordReader({ read, unread: () => undefined, isTerminal: false }, new Regexps());
  const lengths: number[] = [];
  for (;;) {
    const record = await reader.next(separators[lengths.length] ?? separators.at(-1) ?? '\n');
    if (!record) return lengths;
    lengths.push(record.text.length);
  }
}

function* repeat(text: string, times: number): Generator<Uint8Array> {
  const piece = encodeText(text);
  for (let index = 0; index < times; index++) yield piece;
}

test.each<[string, readonly string[], number[]]>([
  ['a newline in its own piece', ['\n'], [3, 3]],
  ['a separator over two pieces', ['c\nd'], [2, 2]],
  ['another separator after the first record', ['\n', 'e'], [3, 1, 1]],
  ['paragraphs', [''], [7]],
])('pieces are put together: %s', async (_, separators, expected) => {
  expect(await recordsOf(['ab', 'c', '\n', 'de', 'f'].map(encodeText), separators)).toEqual(expected);
});

test('a long record ends, with a separator of one character and with a pattern', async () => {
  const long = 'x'.repeat(65_536);
  expect(await recordsOf(repeat(long, 1024), ['\n'])).toEqual([67_108_864]);
  expect(await recordsOf([...repeat(long, 64), encodeText('12'), ...repeat(long, 64)], ['[0-9]+'])).toEqual([
    4_194_304, 4_194_304,
  ]);
});
