import { createMemoryFileSystem, encodeText } from '@cloche/system';
import { describe, expect, test } from 'vitest';
import { createIgnoreFiles } from './ignore-files.ts';
import { parseIgnoreRules } from './ignore-rules.ts';

describe('parseIgnoreRules', () => {
  test.each([
    ['*.log', 'a.log', false, 'ignored'],
    ['*.log', 'deep/a.log', false, 'ignored'],
    ['*.log\n!keep.log', 'keep.log', false, 'wanted'],
    ['build/', 'build', true, 'ignored'],
    ['build/', 'build', false, undefined],
    ['/top', 'top', false, 'ignored'],
    ['/top', 'deep/top', false, undefined],
    ['a/b', 'a/b', false, 'ignored'],
    ['a/b', 'x/a/b', false, undefined],
    ['**/b', 'x/a/b', false, 'ignored'],
    ['a/**', 'a/x/y', false, 'ignored'],
    ['a/**', 'a', true, undefined],
    ['a/**/z', 'a/z', false, 'ignored'],
    ['# note\n\\#real', '#real', false, 'ignored'],
    ['trailing  ', 'trailing', false, 'ignored'],
    ['.*', '.env', false, 'ignored'],
  ] as const)('%j says of %s: %s', (rules, path, isDirectory, verdict) => {
    expect(parseIgnoreRules(rules).verdict(path, isDirectory)).toBe(verdict);
  });
});

describe('createIgnoreFiles', () => {
  test('reads .gitignore only inside a repository, and nearer files first', () => {
    const files = createMemoryFileSystem({ now: () => 0 });
    for (const directory of ['/repo', '/repo/.git', '/repo/sub', '/plain']) files.makeDirectory(directory);
    files.writeFile('/repo/.gitignore', encodeText('*.log\n'));
    files.writeFile('/repo/sub/.gitignore', encodeText('!b.log\n'));
    files.writeFile('/plain/.gitignore', encodeText('*.log\n'));
    const ignore = createIgnoreFiles(files, { names: ['.ignore'], gitNames: ['.gitignore'] });
    expect(ignore.isIgnored('/repo/a.log', false)).toBe(true);
    expect(ignore.isIgnored('/repo/sub/b.log', false)).toBe(false);
    expect(ignore.isIgnored('/plain/a.log', false)).toBe(false);
  });
});
