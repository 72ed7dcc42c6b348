import { describe, expect, test } from 'vitest';
import { codePointCut, createStreamingTextDecoder, decodeText, encodedLength, encodeText } from './bytes.ts';

const samples: [string, number[]][] = [
  ['plain', [0x61, 0x62]],
  ['two bytes', [0xc3, 0xa9]],
  ['emoji', [0xf0, 0x9f, 0x98, 0x80]],
  ['lone continuation', [0x61, 0x80, 0x62]],
  ['overlong', [0xc0, 0xaf]],
  ['surrogate in UTF-8', [0xed, 0xa0, 0x80]],
  ['cut sequence', [0xe2, 0x82]],
  ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
  ['byte order mark', [0xef, 0xbb, 0xbf, 0x61]],
  ['all of latin-1', Array.from({ length: 256 }, (_, byte) => byte)],
];

describe('decodeText and encodeText', () => {
  test.each(samples)('give back the same bytes: %s', (_, bytes) => {
    const text = decodeText(Uint8Array.from(bytes));
    expect([...encodeText(text)]).toEqual(bytes);
    expect(encodedLength(text)).toBe(bytes.length);
  });

  test('show one lone surrogate for one invalid byte', () => {
    expect(decodeText(Uint8Array.of(0x61, 0xff, 0x62))).toBe('a\udcffb');
  });

  test('give back random bytes', () => {
    let state = 1;
    const random = (): number => {
      state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
      return state >> 16;
    };
    for (let round = 0; round < 500; round++) {
      const bytes = Uint8Array.from(
        { length: random() % 40 },
        () => (random() % 3 === 0 ? random() : 0xc0 + (random() % 64)) & 0xff,
      );
      expect(encodeText(decodeText(bytes))).toEqual(bytes);
    }
  });
});

describe('createStreamingTextDecoder', () => {
  test.each(samples)('equals decoding at once, however it is cut: %s', (_, bytes) => {
    const whole = Uint8Array.from(bytes);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const decoder = createStreamingTextDecoder();
      const text = decoder.decode(whole.subarray(0, cut)) + decoder.decode(whole.subarray(cut)) + decoder.end();
      expect(text).toBe(decodeText(whole));
    }
  });
});

describe('codePointCut', () => {
  test('never splits a code point', () => {
    const bytes = encodeText('a😀é');
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map((maxBytes) => codePointCut(bytes, maxBytes))).toEqual([
      0, 1, 1, 1, 1, 5, 5, 7, 7,
    ]);
  });
});
