import { decodeText, encodeText } from '@cloche/system';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { ArchiveFile } from './archive-file.ts';
import { readZip } from './read-zip.ts';
import { writeZip } from './write-zip.ts';

const text = (file: ArchiveFile): string => decodeText(file.bytes);
const read = (archive: Uint8Array, limits?: Parameters<typeof readZip>[1]): ArchiveFile[] => [
  ...readZip(archive, limits),
];

async function pack(files: ArchiveFile[]): Promise<Uint8Array> {
  const blob = await writeZip(files, async () => undefined);
  return new Uint8Array(await blob.arrayBuffer());
}

describe('writeZip and readZip', () => {
  test('give back names, bytes, modes, times and links, links last', async () => {
    const mtimeMs = Date.UTC(2026, 4, 6, 7, 8, 10);
    const files: ArchiveFile[] = [
      { path: 'link', bytes: encodeText('d/ü.txt'), mode: 0o777, mtimeMs, isSymlink: true },
      { path: 'd/ü.txt', bytes: encodeText('text '.repeat(1000)), mode: 0o755, mtimeMs },
      { path: 'empty-folder/', bytes: new Uint8Array(0), mode: 0o755, mtimeMs },
      { path: 'empty', bytes: new Uint8Array(0), mode: 0o600, mtimeMs },
      { path: 'packed.png', bytes: Uint8Array.from({ length: 256 }, (_, byte) => byte), mode: 0o644, mtimeMs },
    ];
    const back = read(await pack(files));
    expect(back.map(({ path, mode, isSymlink = false }) => [path, mode?.toString(8), isSymlink])).toEqual([
      ['d/ü.txt', '755', false],
      ['empty-folder/', '755', false],
      ['empty', '600', false],
      ['packed.png', '644', false],
      ['link', '777', true],
    ]);
    expect(back.map((file) => file.bytes)).toEqual([1, 2, 3, 4, 0].map((at) => files[at]?.bytes));
    expect(back[0]?.mtimeMs).toBe(mtimeMs);
  });
});

describe('readZip', () => {
  const zip = (files: Record<string, string>): Uint8Array =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, encodeText(content)])));

  test.each<[string, Uint8Array, RegExp]>([
    ['a name that leads out', zip({ 'a/../../b': 'x' }), /entry "a\/\.\.\/\.\.\/b" leads out/],
    ['an absolute name', zip({ '/a': 'x' }), /entry "\/a" has an absolute path/],
    ['a drive letter', zip({ 'C:a': 'x' }), /absolute path/],
    ['a backslash', zip({ 'a\\b': 'x' }), /has a backslash/],
    ['a file that is a folder too', zip({ a: 'x', 'a/b': 'x' }), /entry "a" is both a file and a folder/],
    ['one name twice', zip({ 'a/b': 'x', 'a//b': 'x' }), /entry "a\/\/b" is there twice/],
    ['a name of 300 bytes', zip({ ['n'.repeat(300)]: 'x' }), /has a name of over 255 bytes/],
    ['a name that is only dots', zip({ './.': 'x' }), /has no name/],
    ['nothing', new Uint8Array(0), /not a zip archive/],
    ['text', encodeText('just some text that is not an archive'), /not a zip archive/],
  ])('refuses %s', (_, archive, wanted) => {
    expect(() => read(archive)).toThrow(wanted);
  });

  test('refuses too many entries, whatever the 16-bit number at the end says', () => {
    const archive = zipSync(
      Object.fromEntries(Array.from({ length: 66_000 }, (_, index) => [`f${index}`, new Uint8Array(0)])),
      { level: 0 },
    );
    expect(() => read(archive)).toThrow(/more than 50,000 entries/);
  });

  test('refuses too many bytes, and sizes that are not what the directory says', () => {
    const archive = zip({ a: 'x'.repeat(10_000) });
    expect(() => read(archive, { maxEntries: 10, maxBytes: 5_000 })).toThrow(
      /its files have 0 MiB together; the limit is 0 MiB/,
    );
    const view = new DataView(archive.buffer);
    const directory = view.getUint32(archive.length - 22 + 16, true);
    view.setUint32(directory + 24, 50, true);
    expect(() => read(archive)).toThrow(/the size of "a" is not what its directory says/);
  });

  test('answers every damaged archive with an error of its own, and never hangs', () => {
    const archive = zip({ 'a.txt': 'hello '.repeat(50), 'd/b.txt': 'world' });
    let state = 7;
    const random = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
      return (state >> 8) % below;
    };
    for (let round = 0; round < 2_000; round++) {
      const damaged = archive.slice(0, random(4) === 0 ? random(archive.length) : archive.length);
      for (let change = random(4); change >= 0; change--) damaged[random(Math.max(1, damaged.length))] = random(256);
      try {
        for (const { path, bytes } of readZip(damaged)) {
          expect(path.split('/')).not.toContain('..');
          expect(bytes.length).toBeLessThan(1_000_000);
        }
      } catch (error) {
        expect(error).toMatchObject({ name: 'StoreError', code: 'invalid_archive' });
      }
    }
  });

  test('drops empty and dot names', () => {
    expect(read(zip({ './a//b': 'x' })).map((file) => [file.path, text(file)])).toEqual([['a/b', 'x']]);
  });
});
