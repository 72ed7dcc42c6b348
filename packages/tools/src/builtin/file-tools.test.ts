import { describe, expect, test } from 'vitest';
import { resultText } from '../contract/tool-result.ts';
import { createTestWorkspace } from '../testing/test-workspace.ts';

describe('read', () => {
  test.each<[number[], string]>([
    [[2, 3], 'two\nthree'],
    [[2, 0], 'two\nthree\n'],
    [[99, 100], ''],
    [[3, 1], ''],
    [[-5, 1], 'one'],
    [[], 'one\ntwo\nthree\n'],
  ])('gives the lines of %j', async (range, wanted) => {
    const workspace = createTestWorkspace();
    workspace.write('f', 'one\ntwo\nthree\n');
    expect(await workspace.say('read', { file_path: 'f', view_range: range })).toBe(`OK ${wanted}`);
  });

  test('says that a file is binary, missing, a directory, or too large', async () => {
    const workspace = createTestWorkspace();
    workspace.write('b', Uint8Array.of(0, 0xff, 1));
    workspace.write('large', new Uint8Array(4_194_305).fill(0x61));
    expect(await workspace.say('read', { file_path: 'b' })).toBe('OK [binary file b not shown — 3 bytes]');
    expect(await workspace.say('read', { file_path: 'no' })).toBe('E read no: no such file or directory');
    expect(await workspace.say('read', { file_path: '.' })).toMatch(
      /^E read: \. is not a regular file; it is a directory/,
    );
    expect(await workspace.say('read', { file_path: 'large' })).toMatch(
      /^E read: large exceeds the 4194304-byte limit/,
    );
  });

  test('cuts at a code point, within the limit, and spills nothing', async () => {
    const workspace = createTestWorkspace();
    workspace.write('f', `a${'😀'.repeat(40_000)}`);
    const { content, details } = await workspace.run('read', { file_path: 'f' });
    const text = resultText({ content });
    expect(text.isWellFormed()).toBe(true);
    expect(text.endsWith('😀\n[output truncated]')).toBe(true);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(102_400 + 20);
    expect(details.truncatedFromBytes).toBe(160_001);
    expect(workspace.files.readDirectory('/tmp')).toEqual([]);
  });

  test('does not show a byte order mark, and shows other bytes as replacement characters with a note', async () => {
    const workspace = createTestWorkspace();
    workspace.write('bom', '\ufeffk=1\n');
    workspace.write('latin', Uint8Array.of(0x61, 0xe9, 0x0a));
    expect(await workspace.say('read', { file_path: 'bom' })).toBe('OK k=1\n');
    expect(await workspace.say('read', { file_path: 'latin' })).toBe(
      'OK a\ufffd\n\n[this file is not UTF-8: other bytes are shown as \ufffd]',
    );
  });
});

describe('write', () => {
  test('makes parents, counts bytes, overwrites, keeps modes', async () => {
    const workspace = createTestWorkspace();
    expect(await workspace.say('write', { file_path: 'n/d/f.txt', content: 'one\ntwo\nthree\n' })).toBe(
      'OK wrote 14 bytes to n/d/f.txt',
    );
    expect(workspace.files.stat('/workspace/n/d/f.txt').mode).toBe(0o644);
    workspace.files.changeMode('/workspace/n/d/f.txt', 0o700);
    expect(await workspace.say('write', { file_path: 'n/d/f.txt', content: 'é' })).toBe(
      'OK wrote 2 bytes to n/d/f.txt',
    );
    expect(workspace.files.stat('/workspace/n/d/f.txt').mode).toBe(0o700);
  });

  test('leaves nothing behind when there is no room', async () => {
    const workspace = createTestWorkspace({ maxBytes: 50_000 });
    workspace.write('f', 'old');
    expect(await workspace.say('write', { file_path: 'f', content: 'x'.repeat(60_000) })).toBe(
      'E write f: no space left on device; remove files that are not needed',
    );
    expect(workspace.text('f')).toBe('old');
    expect(workspace.files.readDirectory('/workspace').map(({ name }) => name)).toEqual(['f']);
  });

  test('says when the old byte order mark is gone', async () => {
    const workspace = createTestWorkspace();
    workspace.write('f', '\ufeffa');
    expect(await workspace.say('write', { file_path: 'f', content: 'b' })).toBe(
      "OK wrote 1 bytes to f (the old file's byte order mark is gone)",
    );
  });
});

describe('glob', () => {
  const workspace = createTestWorkspace();
  const add = (path: string, mtimeMs: number): void => {
    const parts = path.split('/').slice(0, -1);
    parts.forEach((_, index) => {
      const directory = `/workspace/${parts.slice(0, index + 1).join('/')}`;
      if (
        !workspace.files
          .readDirectory(directory.slice(0, directory.lastIndexOf('/')))
          .some(({ name }) => directory.endsWith(`/${name}`))
      ) {
        workspace.files.makeDirectory(directory);
      }
    });
    workspace.write(path, '');
    workspace.files.setTimes(`/workspace/${path}`, mtimeMs, mtimeMs);
  };
  add('a.ts', 3000);
  add('src/b.ts', 2000);
  add('.github/w.yml', 1000);
  add('app/[slug]/page.tsx', 500);
  add('real\n99 FAKE', 100);
  workspace.files.symlink('src', '/workspace/linked');

  test.each<[string, string]>([
    ['**/*.ts', 'OK /workspace/a.ts\n/workspace/src/b.ts'],
    ['*.ts', 'OK /workspace/a.ts'],
    ['.github/**/*.yml', 'OK /workspace/.github/w.yml'],
    ['app/[slug]/page.tsx', 'OK /workspace/app/[slug]/page.tsx'],
    ['app/[[]slug]/*', 'OK /workspace/app/[slug]/page.tsx'],
    ['app/\\[slug\\]/*', 'OK /workspace/app/[slug]/page.tsx'],
    ['app/[[...id]]/x', 'OK no matches'],
    ['real*', 'OK /workspace/real\n99 FAKE'],
    ['/workspace/src/*', 'OK /workspace/src/b.ts'],
    ['$(touch /tmp/p)/*', 'OK no matches'],
    ['src/../*.ts', 'OK /workspace/a.ts'],
    ['./src/b.ts', 'OK /workspace/src/b.ts'],
    ['linked/*', 'OK /workspace/linked/b.ts'],
    ['s*/', 'OK /workspace/src'],
    ['*/../a.ts', 'E glob: ".." cannot follow a wildcard in a pattern; name the directory in path'],
    ['no/such/*', 'OK no matches'],
  ])('finds %s', async (pattern, wanted) => {
    expect(await workspace.say('glob', { pattern })).toBe(wanted);
  });

  test('names a missing root, and counts what it does not show', async () => {
    expect(await workspace.say('glob', { pattern: '*', path: 'missing' })).toBe(
      'E glob: /workspace/missing: no such directory',
    );
    const many = createTestWorkspace();
    for (let index = 0; index < 250; index++) many.write(`f${index}`, '');
    const { content, details } = await many.run('glob', { pattern: 'f*' });
    expect(resultText({ content }).split('\n')).toHaveLength(201);
    expect(resultText({ content })).toMatch(/\n\[200 of 250 matches shown, newest first; refine the pattern\]$/);
    expect(details.total).toBe(250);
  });
});

describe('grep', () => {
  const workspace = createTestWorkspace();
  workspace.write('a.txt', 'one\nneedle 42\n');
  workspace.write('b.txt', 'end\r\nneedle x\r\n');
  workspace.write('bin', 'needle 1\0');
  for (const directory of ['node_modules', '.git', 'empty']) workspace.files.makeDirectory(`/workspace/${directory}`);
  workspace.write('node_modules/m.js', 'needle 7\n');
  workspace.write('.git/config', 'needle 7\n');

  test.each<[object, string]>([
    [{ pattern: 'needle \\d+' }, 'OK /workspace/a.txt:2:needle 42'],
    [{ pattern: 'needle', path: 'a.txt' }, 'OK /workspace/a.txt:2:needle 42'],
    [{ pattern: 'end$' }, 'OK /workspace/b.txt:1:end'],
    [{ pattern: 'x$' }, 'OK /workspace/b.txt:2:needle x'],
    [{ pattern: 'absent' }, 'OK no matches'],
    [{ pattern: 'x', path: 'empty' }, 'OK no matches (0 files searched)'],
    [{ pattern: 'x', path: 'missing' }, 'E grep: /workspace/missing: no such file or directory'],
  ])('%j', async (input, wanted) => {
    expect(await workspace.say('grep', input)).toBe(wanted);
  });

  test('names the fault of an invalid pattern', async () => {
    expect(await workspace.say('grep', { pattern: '[unclosed' })).toMatch(/^E grep: invalid pattern: ./);
    expect(await workspace.say('grep', { pattern: '(' })).toMatch(/^E grep: invalid pattern: ./);
  });

  test('shows a window of a huge line', async () => {
    const huge = createTestWorkspace();
    huge.write('f.json', `${'x'.repeat(1_000_000)}needle${'y'.repeat(1_000_000)}`);
    const text = await huge.say('grep', { pattern: 'needle' });
    expect(text.length).toBeLessThan(2_500);
    expect(text).toMatch(
      /^OK \/workspace\/f\.json:1:\[999500 characters before\] x+needley+ \[\d+ characters after\]$/,
    );
  });
});
