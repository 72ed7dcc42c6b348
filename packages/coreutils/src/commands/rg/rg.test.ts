import { describe, expect, test } from 'vitest';
import { createCommandTable } from '../../command-table.ts';
import { createInMemoryMachine } from '../../testing/in-memory-machine.ts';

const TREE = {
  'src/app.ts': 'import x from "x";\nexport const Total = 1;\n// todo: later\nfoo(1); foo(2);\n',
  'src/app.test.ts': 'test("total", () => {});\n',
  'notes.md': '# Total\n\ntodo one\ntodo two\n',
  '.env': 'todo secret\n',
  '.git/config': 'todo git\n',
  '.gitignore': 'dist/\n*.log\n',
  'dist/out.js': 'todo built\n',
  'debug.log': 'todo log\n',
  'image.bin': 'todo \0 binary\n',
};

async function rg(...words: string[]): Promise<{ stdout: string; status: number }> {
  const machine = createInMemoryMachine(createCommandTable(), TREE);
  const { stdout, status } = await machine.run(['rg', ...words]);
  return { stdout, status };
}

describe('rg', () => {
  test.each([
    [
      'skips hidden, ignored and binary files',
      ['todo', '.'],
      './notes.md:todo one\n./notes.md:todo two\n./src/app.ts:// todo: later\n',
    ],
    [
      'shows ignored files with --no-ignore',
      ['-l', '--no-ignore', 'todo', '.'],
      './debug.log\n./dist/out.js\n./notes.md\n./src/app.ts\n',
    ],
    [
      'shows hidden files with -uu',
      ['-uul', 'todo', '.'],
      './.env\n./.git/config\n./debug.log\n./dist/out.js\n./notes.md\n./src/app.ts\n',
    ],
    ['numbers lines with -n', ['-n', 'Total', 'src'], 'src/app.ts:2:export const Total = 1;\n'],
    ['searches one named file without its name', ['todo', 'notes.md'], 'todo one\ntodo two\n'],
    ['searches an ignored file that is named', ['todo', 'debug.log'], 'todo log\n'],
    ['takes files by glob', ['-l', '-g', '*.md', 'todo', '.'], './notes.md\n'],
    ['leaves files out by glob', ['-l', '-g', '!*.md', 'todo', '.'], './src/app.ts\n'],
    ['takes files by type', ['-l', '-tts', '-i', 'total', '.'], './src/app.test.ts\n./src/app.ts\n'],
    ['ignores case smartly', ['-S', '-c', 'total', 'src'], 'src/app.test.ts:1\nsrc/app.ts:1\n'],
    ['respects upper case when smart', ['-S', '-c', 'Total', 'src'], 'src/app.ts:1\n'],
    ['prints only matches', ['-o', 'foo\\(\\d\\)', 'src/app.ts'], 'foo(1)\nfoo(2)\n'],
    ['counts matches', ['--count-matches', 'foo', 'src/app.ts'], '2\n'],
    ['replaces matches', ['-r', 'bar[$1]', 'foo\\((\\d)\\)', 'src/app.ts'], 'bar[1]; bar[2];\n'],
    ['shows columns', ['--column', 'foo', 'src/app.ts'], '4:1:foo(1); foo(2);\n'],
    [
      'prints each match for vim',
      ['--vimgrep', 'foo', 'src/app.ts'],
      'src/app.ts:4:1:foo(1); foo(2);\nsrc/app.ts:4:9:foo(1); foo(2);\n',
    ],
    ['shows context', ['-n', '-A1', 'Total', 'src/app.ts'], '2:export const Total = 1;\n3-// todo: later\n'],
    [
      'prints headings',
      ['--heading', '-n', 'todo', '.'],
      './notes.md\n3:todo one\n4:todo two\n\n./src/app.ts\n3:// todo: later\n',
    ],
    ['replaces over lines', ['-Unr', 'X', 'one\\ntodo t', 'notes.md'], '3:todo Xwo\n'],
    ['lists files', ['--files', 'src'], 'src/app.test.ts\nsrc/app.ts\n'],
    ['matches whole words', ['-w', 'tot', 'notes.md'], ''],
    ['takes several patterns', ['-c', '-e', 'one', '-e', 'two', 'notes.md'], '2\n'],
    ['takes literal patterns', ['-F', 'foo(1)', 'src/app.ts'], 'foo(1); foo(2);\n'],
    ['ends at a depth', ['-l', '-d', '1', 'todo', '.'], './notes.md\n'],
    ['lists files without a match', ['--files-without-match', 'todo', 'src'], 'src/app.test.ts\n'],
  ])('%s', async (_, words, stdout) => {
    expect(await rg(...words)).toEqual({ stdout, status: stdout === '' ? 1 : 0 });
  });

  test('answers 1 without a match and 2 for a wrong pattern, a missing path or an unknown type', async () => {
    expect((await rg('nothing-like-this', '.')).status).toBe(1);
    expect((await rg('(', '.')).status).toBe(2);
    expect((await rg('todo', 'missing')).status).toBe(2);
    expect((await rg('-tnone', 'todo')).status).toBe(2);
  });

  test('searches what it is piped when no path is given', async () => {
    const machine = createInMemoryMachine(createCommandTable());
    expect((await machine.run(['rg', '-n', 'b'], { stdin: 'a\nb\n' })).stdout).toBe('2:b\n');
  });

  test.each([
    [['--max-filesize', '1X', 'e'], "invalid format for size '1X', which should be a sequence of digits"],
    [['--type-add', 'foo', 'e'], 'invalid definition (format is type:glob, e.g., html:*.html)'],
    [['--type-add', 'foo:include:nothing', 'e'], 'invalid definition'],
    [['--type-clear', 'ts', '-tts', 'e'], 'unrecognized file type: ts'],
    [['--path-separator', 'ab', 'e'], 'must be exactly one byte, but the given separator is 2 bytes: ab'],
    [['--sortr', 'size', 'e'], "'size' isn't a valid value for '--sortr <SORTBY>'"],
  ])('%s is refused', async (words, message) => {
    const { stderr, status } = await createInMemoryMachine(createCommandTable(), TREE).run(['rg', ...words, '.']);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });

  test('sorts by time, either way round', async () => {
    const machine = createInMemoryMachine(createCommandTable(), { a: 'x', b: 'x', c: 'x' });
    for (const [name, mtimeMs] of [
      ['a', 3000],
      ['b', 1000],
      ['c', 2000],
    ] as const)
      machine.files.setTimes(`/work/${name}`, mtimeMs, mtimeMs);
    expect((await machine.run(['rg', '-l', '--sort', 'modified', 'x', '.'])).stdout).toBe('./b\n./c\n./a\n');
    expect((await machine.run(['rg', '--files', '--sortr', 'accessed'])).stdout).toBe('a\nc\nb\n');
  });
});
