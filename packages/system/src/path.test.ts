import { describe, expect, test } from 'vitest';
import { baseName, directoryName, isInside, joinPath, normalizePath, relativePath } from './path.ts';

describe('joinPath', () => {
  test.each([
    ['/a', 'b', '/a/b'],
    ['/', 'b', '/b'],
    ['/a', '/b', '/b'],
    ['/a', '../b/', '/a/../b/'],
    ['/a', '.', '/a/.'],
    // `rm -r "$unset"` must not mean the current directory.
    ['/a', '', ''],
  ])('%s and %j give %j', (directory, path, joined) => {
    expect(joinPath(directory, path)).toBe(joined);
  });
});

describe('baseName and directoryName', () => {
  test.each([
    ['/a/b', 'b', '/a'],
    ['/a/b//', 'b', '/a'],
    ['a', 'a', '.'],
    ['/a', 'a', '/'],
    ['/', '/', '/'],
    ['//', '/', '/'],
  ])('divide %j', (path, base, directory) => {
    expect([baseName(path), directoryName(path)]).toEqual([base, directory]);
  });
});

describe('normalizePath, isInside and relativePath', () => {
  test('work on text alone', () => {
    expect(normalizePath('/a/./b//../c/')).toBe('/a/c');
    expect(normalizePath('/../..')).toBe('/');
    expect([isInside('/a', '/a'), isInside('/a', '/a/b'), isInside('/a', '/ab'), isInside('/', '/x')]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect([relativePath('/a/b', '/a/c/d'), relativePath('/a', '/a'), relativePath('/', '/x')]).toEqual([
      '../c/d',
      '.',
      'x',
    ]);
  });
});
