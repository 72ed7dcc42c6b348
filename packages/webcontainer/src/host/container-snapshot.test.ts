import { encodeText } from '@cloche/system';
import { decode } from '@msgpack/msgpack';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../testing/noisy-terminals.ts';
import { crc32 } from '../wire/crc32.ts';
import {
  encodeContainerSnapshot,
  type SnapshotDirectory,
  type SnapshotNode,
  snapshotDirectory,
} from './container-snapshot.ts';

/** A tree as plain data, with checksums for contents. */
const shown = (node: SnapshotNode): unknown =>
  node.kind === 'file' ? crc32(node.bytes) : [...node.children].map(([name, child]) => [name, shown(child)]);
/** The same of what another program reads. */
const read = (node: unknown): unknown => {
  if (typeof node !== 'object' || node === null) throw new Error('a node is no map');
  if ('f' in node) return crc32(Reflect.get(Object(node.f), 'c'));
  return 'd' in node ? Object.entries(Object(node.d)).map(([name, child]) => [name, read(child)]) : undefined;
};
const text = (tree: unknown): string => JSON.stringify(tree);

function tree(random: () => number, depth: number): SnapshotDirectory {
  const directory = snapshotDirectory();
  for (let count = Math.floor(random() * 6); count > 0; count--) {
    const name = ['é', '\n', 'x'.repeat(300), '\ufeff', 'c', 'd', 'f'][Math.floor(random() * 7)] ?? '';
    const size = [0, 1, 255, 256, 65_535, 65_536][Math.floor(random() * 6)] ?? 0;
    const bytes = new Uint8Array(size).fill(Math.floor(random() * 256));
    directory.children.set(name, depth > 0 && random() < 0.5 ? tree(random, depth - 1) : { kind: 'file', bytes });
  }
  return directory;
}

describe('encodeContainerSnapshot', () => {
  // Recorded from @webcontainer/snapshot 0.1.0.
  test('writes what the public tool writes', () => {
    const tree = snapshotDirectory([
      ['a', { kind: 'file', bytes: new Uint8Array(0) }],
      ['d', snapshotDirectory([['b', { kind: 'file', bytes: encodeText('hi\n') }]])],
    ]);
    expect(Buffer.from(encodeContainerSnapshot(tree)).toString('hex')).toBe(
      '81a16482a16181a16681a163c400a16481a16481a16281a16681a163c40368690a',
    );
  });

  test('writes directories of any size', () => {
    const many = (count: number): SnapshotDirectory =>
      snapshotDirectory(
        Array.from({ length: count }, (_, index) => [
          `${index}`,
          { kind: 'file', bytes: new Uint8Array([index & 255]) },
        ]),
      );
    for (const count of [0, 15, 16, 65_536]) {
      expect(text(read(decode(encodeContainerSnapshot(many(count)))))).toBe(text(shown(many(count))));
    }
  });

  test.each(Array.from({ length: 40 }, (_, seed) => seed))('is read as it was written (seed %i)', (seed) => {
    const written = tree(createRandom(seed), 4);
    expect(read(decode(encodeContainerSnapshot(written)))).toEqual(shown(written));
  });
});
