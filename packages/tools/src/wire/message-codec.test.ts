import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeMessage, encodeMessage } from './message-codec.ts';

const bytes = fc.uint8Array({ maxLength: 50 });
/** Any UTF-16, lone surrogates among it. */
const text = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 })
  .map((units) => String.fromCharCode(...units));
const { message } = fc.letrec((tie) => ({
  message: fc.oneof(
    { maxDepth: 4 },
    bytes,
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('message'), { maxLength: 4 }),
    fc.dictionary(fc.string({ minLength: 1 }), tie('message'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

describe('messages as bytes', () => {
  test('come out as they went in, byte arrays and lone surrogates too', () => {
    fc.assert(
      fc.property(message, (value) => {
        expect(decodeMessage(encodeMessage(value))).toEqual(value);
      }),
      { numRuns: 1000, seed: 1 },
    );
  });

  test('are read or refused with a code, whatever was done to them', () => {
    const change = fc.record({ at: fc.nat(), to: fc.integer({ min: 0, max: 255 }), cut: fc.nat() });
    fc.assert(
      fc.property(message, change, (value, { at, to, cut }) => {
        const encoded = encodeMessage(value);
        encoded[at % encoded.length] = to;
        try {
          decodeMessage(encoded.subarray(0, encoded.length - (cut % 3)));
        } catch (error) {
          expect(error).toMatchObject({ code: 'malformed_message' });
        }
      }),
      { numRuns: 1000, seed: 2 },
    );
  });

  test.each([
    [new Uint8Array()],
    [Uint8Array.of(255, 255, 255, 255, 1)],
    [encodeMessage({ '\u0000bytes': [0, 5] })],
    [encodeMessage({ '\u0000bytes': [-1, 0] })],
    [encodeMessage({ '\u0000bytes': 'x' })],
  ])('that name what they do not have are refused: %#', (encoded) => {
    expect(() => decodeMessage(encoded)).toThrow(expect.objectContaining({ code: 'malformed_message' }));
  });
});
