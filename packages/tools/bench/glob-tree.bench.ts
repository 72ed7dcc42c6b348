import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClock, createMemoryFileSystem, createYielder } from '@cloche/system';
import { afterAll, bench, describe } from 'vitest';
import { searchNames } from '../src/host/search-names.ts';

const DIRECTORIES = 1000;
const FILES_EACH = 20;
const RUNS = { iterations: 20, time: 0, warmupIterations: 12, warmupTime: 0 };

/** A glob, and the arguments of `find` that ask for the same. */
const QUERIES: readonly (readonly [string, readonly string[]])[] = [
  ['**/*.ts', ['-name', '*.ts']],
  ['**/module-77*/**/file-1?.md', ['-path', '*/module-77*/*', '-name', 'file-1?.md']],
  ['**/absent', ['-name', 'absent']],
];

const tree = mkdtempSync(join(tmpdir(), 'cloche-glob-tree-'));
const files = createMemoryFileSystem({ now: () => 0 });
buildTree();
afterAll(() => rmSync(tree, { recursive: true }));

const clock = createClock({ now: () => 0, monotonic: () => performance.now(), after: () => () => undefined });
const yieldIfDue = createYielder(clock, () => new Promise((resolve) => setImmediate(resolve)));
const { signal } = new AbortController();

for (const [pattern, args] of QUERIES) {
  describe(`${pattern} among ${DIRECTORIES * FILES_EACH} files`, async () => {
    const ours = () =>
      searchNames({ files, hash: () => '' }, { pattern, root: '/tree', maxResults: 200 }, { signal, yieldIfDue });
    const real = (): string => spawnSync('find', [tree, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout;
    const outcome = await ours();
    const total = outcome.kind === 'found' ? outcome.total : -1;
    const wanted = real().split('\n').length - 1;
    if (total !== wanted) throw new Error(`${pattern} finds ${total} files, find ${wanted}`);
    bench('find, from disk', () => void real(), RUNS);
    bench('ours, in memory', async () => void (await ours()), RUNS);
  });
}

function buildTree(): void {
  files.makeDirectory('/tree');
  const content = new Uint8Array([10]);
  for (let directory = 0; directory < DIRECTORIES; directory++) {
    const group = `group-${directory % 30}`;
    const path = `${group}/module-${directory}`;
    if (directory < 30) files.makeDirectory(`/tree/${group}`);
    files.makeDirectory(`/tree/${path}`);
    mkdirSync(join(tree, path), { recursive: true });
    for (let file = 0; file < FILES_EACH; file++) {
      const name = `${path}/file-${file}.${file % 2 === 0 ? 'ts' : 'md'}`;
      files.writeFile(`/tree/${name}`, content);
      writeFileSync(join(tree, name), content);
    }
  }
}
