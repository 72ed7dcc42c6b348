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
});
