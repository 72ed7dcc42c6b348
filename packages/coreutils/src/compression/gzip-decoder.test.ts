import { concatBytes, encodeText } from '@cloche/system';
import { describe, expect, test } from 'vitest';
import { createByteSource } from './byte-source.ts';
import { decodeGzip } from './gzip-decoder.ts';
import { createGzipEncoder } from './gzip-encoder.ts';

function pack(text: string): Uint8Array {
  const encoder = createGzipEncoder({ level: 6 });
  return concatBytes([encoder.push(encodeText(text)), encoder.end()]);
}

async function unpack(bytes: Uint8Array, pieceBytes: number): Promise<string[]> {
  let at = 0;
  const read = (): Uint8Array => bytes.subarray(at, (at += pieceBytes));
  const found: string[] = [];
  for await (const part of decodeGzip(createByteSource({ read }))) {
    found.push(part.kind === 'data' ? new TextDecoder().decode(part.bytes) : part.kind);
  }
  return found;
}

describe('decodeGzip', () => {
  test.each([1, 3, 1000])('finds the end of each member when %i bytes come at once', async (pieceBytes) => {
    const parts = await unpack(concatBytes([pack('one'), pack(''), pack('two')]), pieceBytes);
    expect(parts.join('')).toMatch(/^memberoneend.*memberend.*membertwoend$/);
  });

  test('names the fault of a changed byte', async () => {
    const bytes = pack('some text').slice();
    bytes[bytes.length - 6] = (bytes.at(-6) ?? 0) ^ 1;
    await expect(unpack(bytes, 1000)).rejects.toThrow('crc error');
  });

  test('tells garbage behind the last member from zeros', async () => {
    expect((await unpack(concatBytes([pack('a'), new Uint8Array(700)]), 100)).at(-1)).toBe('end');
    expect((await unpack(concatBytes([pack('a'), encodeText('junk')]), 100)).at(-1)).toBe('garbage');
  });
});
