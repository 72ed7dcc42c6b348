import { type Process, statusCode } from '@cloche/system';
import { describe, expect, test } from 'vitest';
import { createCommandTable } from '../../command-table.ts';
import { createInMemoryMachine, type InMemoryMachine } from '../../testing/in-memory-machine.ts';

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

function startWithoutInput({ processes }: InMemoryMachine, argv: readonly string[]): Process {
  const env = new Map([['PATH', '/bin']]);
  return processes.spawn({ argv, env, cwd: '/work', umask: 0o022, parent: 1, descriptors: new Map() });
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
    [['--color', 'bogus', 'e'], "'bogus' isn't a valid value for '--color <WHEN>'"],
    [['--colors', 'bogus', 'e'], "invalid color spec format: 'bogus'"],
    [['--colors', 'match:fg', 'e'], "invalid color spec format: 'match:fg'"],
    [['--colors', 'match:foo:red', 'e'], "unrecognized spec type 'foo'. Choose from: fg, bg, style, none."],
    [['--colors', 'foo:fg:red', 'e'], "unrecognized output type 'foo'. Choose from: path, line, column, match."],
    [['--colors', 'match:fg:bogus', 'e'], "unrecognized color name 'bogus'"],
    [['--colors', 'match:style:zz', 'e'], "unrecognized style attribute 'zz'"],
    [['--colors', 'match:fg:300', 'e'], "should be '[0-255]' (or a hex number), but is '300'"],
    [['--colors', 'match:fg:1,2', 'e'], "(or a hex triple), but is '1,2'"],
    [['-E', 'bogus', 'e'], 'unknown encoding: bogus'],
    [['-E', 'replacement', 'e'], 'unknown encoding: replacement'],
    [['--json', '-c', 'e'], "The argument '--count' cannot be used with '--json'"],
    [['--json', '-l', 'e'], "The argument '--files-with-matches' cannot be used with '--json'"],
    [['--json', '--files'], "The argument '--files' cannot be used with '--json'"],
    [['--crlf', 'a\\r'], 'the literal \'"\\r"\' is not allowed in a regex'],
    [['--null-data', 'a\\x00'], 'the literal \'"\\0"\' is not allowed in a regex'],
    [['-z', 'e'], '-z is not supported; use zcat'],
    [['--pre', 'cat', 'e'], '--pre is not supported'],
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

  test('goes on without a file of rules that is missing', async () => {
    const machine = createInMemoryMachine(createCommandTable(), TREE);
    const answer = await machine.run(['rg', '--ignore-file', 'missing', '-l', 'todo', '.']);
    expect(answer).toEqual({
      stdout: './notes.md\n./src/app.ts\n',
      stderr: 'rg: missing: No such file or directory\n',
      status: 0,
    });
  });

  test('tells of a missing file among messages', async () => {
    const machine = createInMemoryMachine(createCommandTable(), TREE);
    const { stdout, stderr, status } = await machine.run(['rg', '--json', 'one', 'missing', 'notes.md']);
    const messages = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).type);
    expect(messages).toEqual(['begin', 'match', 'end', 'summary']);
    expect(stderr).toBe('rg: missing: No such file or directory\n');
    expect(status).toBe(2);
  });

  test('fails when there was nothing to search', async () => {
    const machine = createInMemoryMachine(createCommandTable(), { '.hidden': 'todo' });
    const child = startWithoutInput(machine, ['rg', '--no-messages', 'todo']);
    expect(statusCode(await child.exited)).toBe(2);
    expect((await machine.run(['rg', 'todo', '.'])).status).toBe(1);
  });

  test('paints with -p where the terminal has colours', async () => {
    const machine = createInMemoryMachine(createCommandTable(), { a: 'x\n' });
    const painted = '\x1b[0m\x1b[32m1\x1b[0m:\x1b[0m\x1b[1m\x1b[31mx\x1b[0m\n';
    expect((await machine.run(['rg', '-p', 'x', 'a'], { env: { TERM: 'xterm' } })).stdout).toBe(painted);
    expect((await machine.run(['rg', '-p', 'x', 'a'], { env: { TERM: 'xterm', NO_COLOR: '1' } })).stdout).toBe('1:x\n');
    expect((await machine.run(['rg', '-p', 'x', 'a'])).stdout).toBe('1:x\n');
  });

  test.each([['-U'], ['--passthru'], ['--crlf']])('a search with %s can be cancelled', async (option) => {
    const machine = createInMemoryMachine(createCommandTable(), { big: 'line of text\n'.repeat(200_000) });
    const child = startWithoutInput(machine, ['rg', option, '-c', 'text', 'big']);
    // A search that lets nothing else run would have ended long before.
    for (let turn = 0; turn < 1000; turn++) await Promise.resolve();
    child.kill('SIGKILL');
    expect(await child.exited).toEqual({ kind: 'signaled', signal: 'SIGKILL' });
  });

  test('--help tells what is accepted without effect and what is refused', async () => {
    const { stdout } = await rg('--help');
    expect(stdout).toMatch(/--threads.*accepted and change nothing/s);
    expect(stdout).toMatch(/--pre.*refused/s);
  });
});
