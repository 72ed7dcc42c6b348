import { describe, expect, test } from 'vitest';
import { createCommandTable } from '../../command-table.ts';
import { createInMemoryMachine } from '../../testing/in-memory-machine.ts';

const FILES = { 'd/a.txt': 'a', 'd/sub/b.txt': 'bb', 'd/sub/deep/c.md': '', 'd/.hidden': '', 'd/empty/': '' };

async function tree(...words: string[]): Promise<string> {
  const machine = createInMemoryMachine(createCommandTable(), FILES);
  return (await machine.run(['tree', ...words])).stdout;
}

describe('tree', () => {
  test('draws what is in a directory and counts it', async () => {
    expect(await tree('d')).toBe(
      'd\n├── a.txt\n├── empty\n└── sub\n    ├── b.txt\n    └── deep\n        └── c.md\n\n4 directories, 3 files\n',
    );
  });

  test('stops at a level', async () => {
    expect(await tree('-L', '1', '--noreport', 'd')).toBe('d\n├── a.txt\n├── empty\n└── sub\n');
  });

  test('shows hidden files, leaves out by pattern and draws in ASCII', async () => {
    expect(await tree('-a', '-I', 'sub|empty', '--charset=ascii', '--noreport', 'd')).toBe(
      'd\n|-- .hidden\n`-- a.txt\n',
    );
  });

  test('shows directories alone, with paths and without lines', async () => {
    expect(await tree('-d', '-f', '-i', 'd')).toBe('d\nd/empty\nd/sub\nd/sub/deep\n\n4 directories\n');
  });

  test('says what it cannot open', async () => {
    expect(await tree('--noreport', 'missing')).toBe('missing  [error opening dir]\n');
  });

  test('sums the sizes of what is in directories', async () => {
    const drawn = await tree('--du', '--noreport', 'd/sub');
    expect(drawn).toMatch(/^\[ *\d+\] {2}d\/sub\n├── \[ {10}2\] {2}b\.txt\n/);
    const [whole = 0, ...parts] = Array.from(drawn.matchAll(/\[ *(\d+)\]/g), ([, size]) => Number(size));
    expect(whole).toBeGreaterThanOrEqual((parts[0] ?? 0) + (parts[1] ?? 0));
  });

  test('paints as LS_COLORS says', async () => {
    const machine = createInMemoryMachine(createCommandTable(), FILES);
    const env = { LS_COLORS: 'di=33:*.txt=35' };
    const { stdout } = await machine.run(['tree', '-C', '--noreport', '-L', '1', 'd'], { env });
    expect(stdout).toBe(
      '\x1b[33md\x1b[0m\n├── \x1b[35ma.txt\x1b[0m\n├── \x1b[33mempty\x1b[0m\n└── \x1b[33msub\x1b[0m\n',
    );
  });

  test.each([
    ['-H', 'base'],
    ['-R', '-L1'],
  ])('refuses %s and says what to do instead', async (...words) => {
    const machine = createInMemoryMachine(createCommandTable(), FILES);
    const { stdout, stderr, status } = await machine.run(['tree', ...words, 'd']);
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
    expect(stderr).toMatch(/use (?:-X|a larger -L)/);
  });

  test('prints JSON that can be read where a directory is not looked at', async () => {
    const trees: unknown = JSON.parse(await tree('-J', '--filelimit', '1', '--noreport', 'd/sub', 'missing'));
    expect(trees).toEqual([
      { type: 'directory', name: 'd/sub', contents: [{ error: '2 entries exceeds filelimit, not opening dir' }] },
      { type: 'unknown', name: 'missing', contents: [{ error: 'error opening dir' }] },
    ]);
  });

  test('takes a path that is listed twice, as a file and as a directory, for what it was first', async () => {
    const machine = createInMemoryMachine(createCommandTable());
    const { stdout } = await machine.run(['tree', '--fromfile'], { stdin: 'a\na/b\n../c\nd/\nd\n' });
    expect(stdout).toBe('.\n├── a\n├── c\n└── d\n\n2 directories, 2 files\n');
  });
});
