import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCommandTable } from '@cloche/coreutils';
import { createMemoryFileSystem, type FileSystem, type Program, type ProgramContext } from '@cloche/system';
import { afterAll, bench, describe } from 'vitest';
import { createNodeMachine } from '../src/compose.ts';

/** Source files of a tree as people search them. */
const SOURCE = /\.(?:js|ts|mjs|cjs|tsx|md|json|css|html)$/;
const MAX_FILE_BYTES = 400 * 1024;
const MIN_FILES = 20_000;

const PATTERNS: readonly (readonly [string, readonly string[]])[] = [
  ['a common word', ['-rn', 'function']],
  ['a rare word', ['-rn', 'createElementNS']],
  ['an absent word', ['-rn', 'zqxjkvbnm_absent']],
  ['a word in any case', ['-rni', 'deprecated']],
  ['five words', ['-rnE', 'import|export|require|module|default']],
  ['a character class', ['-rnE', '[a-z]_[0-9]{3}']],
  ['a repeat before a word', ['-rnE', '\\w+Error\\(']],
  ['an anchored word', ['-rnE', '^import']],
  ['a lookahead', ['-rnP', 'throw new (?=Type)']],
];

const tree = mkdtempSync(join(tmpdir(), 'cloche-grep-tree-'));
const modules = fileURLToPath(new URL('../../../node_modules/.pnpm', import.meta.url));
const memory = createMemoryFileSystem({ now: () => 0 });
buildTree();
loadTree();
afterAll(() => rmSync(tree, { recursive: true }));

const machine = createNodeMachine();
const grep = await createCommandTable().load('grep');

/** A search takes most of a second: few runs say enough. */
const RUNS = { iterations: 5, time: 0, warmupIterations: 1, warmupTime: 0 };

for (const [title, args] of PATTERNS) {
  describe(`grep ${title}, ${args.join(' ')}`, () => {
    bench(
      'GNU grep, from disk',
      () => {
        spawnSync('grep', [...args, tree], {
          stdio: ['ignore', 'pipe', 'ignore'],
          env: { ...process.env, LC_ALL: 'C.UTF-8' },
          maxBuffer: 1 << 30,
        });
      },
      RUNS,
    );
    bench('ours, from disk', () => run(grep, args, machine.files), RUNS);
    bench('ours, in memory', () => run(grep, args, memory), RUNS);
  });
}

async function run(program: Program, args: readonly string[], files: FileSystem): Promise<void> {
  const sink = { isTerminal: false, write: () => undefined };
  const context: ProgramContext = {
    argv: ['grep', ...args, tree],
    env: new Map(),
    cwd: '/',
    umask: 0o022,
    stdin: { isTerminal: false, read: () => new Uint8Array(0), unread: () => undefined },
    stdout: sink,
    stderr: sink,
    descriptors: new Map(),
    ...machine,
    files,
    process: { pid: 2, parent: 1, group: 2, setSignalHandler: () => undefined },
    signal: new AbortController().signal,
    open() {
      throw new Error('nothing is opened');
    },
  };
  await program(context);
}

/** Copies the sources of the installed packages, more than once if they are too few. */
function buildTree(): void {
  const found = listSources(modules);
  for (let copy = 0; copy * found.length < MIN_FILES; copy++) {
    for (const path of found) {
      const target = join(tree, String(copy), path.slice(modules.length).replaceAll('/node_modules', ''));
      mkdirSync(dirname(target), { recursive: true });
      copyFileSync(path, target);
    }
  }
}

function listSources(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return listSources(path);
    return entry.isFile() && SOURCE.test(entry.name) && statSync(path).size < MAX_FILE_BYTES ? [path] : [];
  });
}

function loadTree(): void {
  const load = (directory: string): void => {
    memory.makeDirectory(directory);
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) load(path);
      else memory.writeFile(path, Uint8Array.from(readFileSync(path)));
    }
  };
  const parents = dirname(tree).split('/').filter(Boolean);
  parents.forEach((_, index) => memory.makeDirectory(`/${parents.slice(0, index + 1).join('/')}`));
  load(tree);
}
