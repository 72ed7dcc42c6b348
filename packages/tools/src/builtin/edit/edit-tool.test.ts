import { encodeText } from '@cloche/system';
import { describe, expect, test } from 'vitest';
import { createTestWorkspace, type TestWorkspace } from '../../testing/test-workspace.ts';

const edit = (workspace: TestWorkspace, old: string, replacement: string, more = {}): Promise<string> =>
  workspace.say('edit', { file_path: 'f', old_string: old, new_string: replacement, ...more });

describe('edit', () => {
  test.each<[string, string, string, string, string]>([
    ['dollar patterns are literal', 'rate = OLD;', 'OLD', "$& $$ $1 $` $'", "rate = $& $$ $1 $` $';"],
    [
      'a CRLF file matches LF text and keeps its endings',
      'alpha\r\nbeta\r\ngamma\r\n',
      'alpha\nbeta',
      'A\nB',
      'A\r\nB\r\ngamma\r\n',
    ],
    ['a final newline adds no blank line to a CRLF file', 'x\r\ny\r\n', 'x\n', 'x2\n', 'x2\r\ny\r\n'],
    ['an LF file stays LF', 'x\ny\n', 'x', 'a\r\nb', 'a\nb\ny\n'],
    ['a mixed file keeps the endings of other lines', 'a\r\nb\nc\r\nd\r\n', 'c', 'C', 'a\r\nb\nC\r\nd\r\n'],
    ['an edit that begins at a CRLF', 'a\r\nb\r\nc\r\n', '\nb', '\nB', 'a\r\nB\r\nc\r\n'],
    ['tabs survive', '\tif x {\n\t\ty()\n\t}\n', '\t\ty()', '\t\tz()', '\tif x {\n\t\tz()\n\t}\n'],
    ['a byte order mark stays', '\ufeffk=1\n', 'k=1', 'k=2', '\ufeffk=2\n'],
    ['a missing final newline stays missing', 'a\nb', 'b', 'c', 'a\nc'],
    ['an empty new text deletes', 'a b c', ' b', '', 'a c'],
  ])('%s', async (_, before, old, replacement, after) => {
    const workspace = createTestWorkspace();
    workspace.write('f', before);
    expect(await edit(workspace, old, replacement)).toMatch(/^OK edited f \(1 replacement\(s\)\)/);
    expect(workspace.text('f')).toBe(after);
  });

  test.each<[string, string | Uint8Array, string, string, RegExp]>([
    ['an empty old text', 'abc', '', 'X', /^E edit: old_string is required$/],
    ['identical texts', 'abc', 'a', 'a', /^E edit: old_string and new_string are identical/],
    ['a text that is not there', 'abc', 'z', 'y', /^E edit: old_string not found in f\.$/],
    [
      'a text that is not unique',
      'a\na\nb a',
      'a',
      'b',
      /^E edit: old_string appears 3 times in f \(must be unique\): at lines 1, 2, 3\./,
    ],
    [
      'spaces for tabs',
      'x {\n\t\ty()\n}\n',
      '        y()',
      'z()',
      /Line 2 differs from it only in white space.*\n→→y\(\)/,
    ],
    [
      'another Unicode form',
      'one\ncafe\u0301\n',
      'caf\u00e9',
      'tea',
      /The same text is at line 2 in a different Unicode form/,
    ],
    [
      'a file that is not UTF-8',
      Uint8Array.of(0x61, 0xff),
      'a',
      'b',
      /^E edit: f is not UTF-8 text, so it was left as it is/,
    ],
  ])('refuses %s and leaves the file as it is', async (_, before, old, replacement, wanted) => {
    const workspace = createTestWorkspace();
    workspace.write('f', before);
    expect(await edit(workspace, old, replacement)).toMatch(wanted);
    expect(workspace.files.readFile('/workspace/f')).toEqual(typeof before === 'string' ? encodeText(before) : before);
  });

  test('replaces all when asked', async () => {
    const workspace = createTestWorkspace();
    workspace.write('f', 'x x x');
    expect(await edit(workspace, 'x', 'y', { replace_all: true })).toBe('OK edited f (3 replacement(s))');
    expect(workspace.text('f')).toBe('y y y');
  });

  test('names what is missing or no file', async () => {
    const workspace = createTestWorkspace();
    workspace.files.makeDirectory('/workspace/f');
    expect(await edit(workspace, 'a', 'b')).toMatch(/^E edit: f is not a regular file; it is a directory/);
    expect(await workspace.say('edit', { file_path: 'no', old_string: 'a', new_string: 'b' })).toBe(
      'E edit no: no such file or directory',
    );
    workspace.write('g', 'x');
    expect(await workspace.say('edit', { file_path: 'g/x', old_string: 'a', new_string: 'b' })).toBe(
      'E edit g/x: not a directory',
    );
  });

  test('applies two edits at once to one file, by different names', async () => {
    const workspace = createTestWorkspace();
    workspace.write('f', Array.from({ length: 100 }, (_, index) => `line ${index}\n`).join(''));
    const [first, second] = await Promise.all([
      workspace.say('edit', { file_path: './f', old_string: 'line 50\n', new_string: 'FIFTY\n' }),
      workspace.say('edit', { file_path: '/workspace/f', old_string: 'line 75\n', new_string: 'SEVENTYFIVE\n' }),
    ]);
    expect([first, second]).toEqual(['OK edited ./f (1 replacement(s))', 'OK edited /workspace/f (1 replacement(s))']);
    expect(workspace.text('f')).toContain('FIFTY');
    expect(workspace.text('f')).toContain('SEVENTYFIVE');
  });

  test('keeps the mode, and replaces a link by a file of its own', async () => {
    const workspace = createTestWorkspace();
    workspace.write('f', 'one');
    workspace.files.changeMode('/workspace/f', 0o755);
    await edit(workspace, 'one', 'two');
    expect(workspace.files.stat('/workspace/f').mode).toBe(0o755);
    workspace.files.symlink('f', '/workspace/l');
    await workspace.say('edit', { file_path: 'l', old_string: 'two', new_string: 'three' });
    expect(workspace.files.lstat('/workspace/l')).toMatchObject({ kind: 'file', mode: 0o644 });
    expect(workspace.text('f')).toBe('two');
  });

  test('changes nothing when the file was changed after the call was prepared', async () => {
    const workspace: TestWorkspace = createTestWorkspace({
      policies: {},
      async answer() {
        workspace.write('f', 'changed by another');
        return { action: 'allow' };
      },
    });
    workspace.write('f', 'one');
    expect(await edit(workspace, 'one', 'two')).toMatch(
      /^E edit: f was changed by something else.*nothing was written/,
    );
    expect(workspace.text('f')).toBe('changed by another');
  });

  test('shows a person the diff, and the details keep it', async () => {
    const shown: unknown[] = [];
    const workspace = createTestWorkspace({
      policies: { edit: 'always_ask' },
      async answer({ subject }) {
        shown.push(subject);
        return { action: 'deny', note: 'not this file' };
      },
    });
    workspace.write('f', 'a\nb\nc\n');
    expect(await edit(workspace, 'b', 'B')).toBe(
      'E edit: the call was denied by a person and did not run. They say: not this file',
    );
    expect(workspace.text('f')).toBe('a\nb\nc\n');
    expect(shown).toEqual([
      {
        summary: 'Edit f',
        detail: {
          kind: 'diff',
          isNewFile: false,
          diff: {
            path: '/workspace/f',
            unified: '--- a/workspace/f\n+++ b/workspace/f\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n',
            addedLines: 1,
            removedLines: 1,
          },
        },
      },
    ]);
  });
});
