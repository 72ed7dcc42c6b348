import { encode } from '@msgpack/msgpack';
import { describe, expect, test } from 'vitest';
import { readTree, type TreeFolder, treeToJson, treeToSnapshot } from './file-tree.ts';

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const TREE: TreeFolder = {
  d: {
    'a.txt': { f: { c: new TextEncoder().encode('héllo') } },
    'b.bin': { f: { c: Uint8Array.of(0xff, 0x00, 0xfe) } },
    'bom.txt': { f: { c: Uint8Array.of(0xef, 0xbb, 0xbf, 0x61) } },
    link: { f: { l: 'a.txt' } },
    dir: { d: { empty: { d: {} } } },
  },
};

describe('readTree', () => {
  test('reads what was written as JSON and as a snapshot', () => {
    expect(readTree(treeToSnapshot(TREE))).toStrictEqual(TREE);
    expect(readTree(treeToJson(TREE))).toStrictEqual({
      d: {
        ...TREE.d,
        'a.txt': { f: { c: 'héllo' } },
        'b.bin': { f: { c: '\u00ff\u0000\u00fe', b: true } },
        'bom.txt': { f: { c: '\u00ef\u00bb\u00bfa', b: true } },
      },
    });
    expect(treeToSnapshot(TREE)[0]).toBe(0x81);
  });

  test.each([
    ['nothing', new Uint8Array(0)],
    ['half a JSON text', new TextEncoder().encode('{"d":{')],
    ['a file', bytes({ f: { c: '' } })],
    ['a node that is nothing', bytes({ d: { a: {} } })],
    ['a name that leads out', bytes({ d: { '..': { d: {} } } })],
    ['a name with a slash', bytes({ d: { 'a/b': { d: {} } } })],
    ['contents that are a number', encode({ d: { a: { f: { c: 1 } } } })],
    [
      'folders without end',
      encode(
        Array.from({ length: 90 }).reduce<unknown>((inner) => ({ d: { a: { d: { b: { d: { c: inner } } } } } }), {
          d: {},
        }),
        { maxDepth: 2000 },
      ),
    ],
  ])('refuses %s', (_, given) => {
    expect(() => readTree(given)).toThrow();
  });

  test('answers damaged trees with a tree or an error', () => {
    let state = 12345;
    const random = (below: number): number => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return (state >>> 8) % below;
    };
    for (const whole of [treeToSnapshot(TREE), treeToJson(TREE)]) {
      for (let round = 0; round < 2000; round++) {
        const damaged = whole.slice(0, random(10) === 0 ? random(whole.length) : whole.length);
        for (let count = 1 + random(3); count > 0; count--) damaged[random(whole.length)] = random(256);
        try {
          expect(readTree(damaged)).toHaveProperty('d');
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }
    }
  });
});
