import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryFileSystem } from '@cloche/system';
import { afterAll, bench, describe } from 'vitest';
import { runCommand, startCommand } from './run-command.ts';

const LINES = 200_000;

/** Commands over the lines, and the real tool beside them. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  'sed s/a/b/': ['sed', 's/a/b/', 'lines'],
  'sed s with groups': ['sed', '-E', 's/([a-z]+) ([0-9]+)/\\2 \\1/', 'lines'],
  sort: ['sort', 'lines'],
  'sort -n -k2': ['sort', '-n', '-k2', 'lines'],
  'awk sum': ['mawk', '{ s += $2 } END { print s }', 'lines'],
  'awk fields': ['mawk', '$2 > 5000 { n++ } END { print n }', 'lines'],
};

/** Ours goes by another name. */
const OURS: ReadonlyMap<string, string> = new Map([['mawk', 'awk']]);

const RUNS = { iterations: 10, time: 0, warmupIterations: 2, warmupTime: 0 };

const folder = mkdtempSync(join(tmpdir(), 'cloche-lines-'));
const files = createMemoryFileSystem({ now: () => 0 });
const text = writeLines();
writeFileSync(join(folder, 'lines'), text);
files.writeFile('/lines', new TextEncoder().encode(text));
afterAll(() => rmSync(folder, { recursive: true }));

for (const [title, argv] of Object.entries(COMMANDS)) {
  describe(title, async () => {
    const ours = [OURS.get(argv[0] ?? '') ?? argv[0] ?? '', ...argv.slice(1)];
    const printed = Buffer.concat(await runCommand(ours, files)).toString();
    if (printed !== runReal(argv)) throw new Error(`${argv.join(' ')} prints something else`);
    bench('the real one', () => void runReal(argv), RUNS);
    bench('ours, in memory', async () => void (await runCommand(ours, files)), RUNS);
  });
}

describe('a sort that is killed while it sorts', () => {
  const lateMs: number[] = [];
  bench(
    'from the signal to its end, at several moments',
    async () => {
      const { process: sorting } = startCommand(['sort', 'lines'], files);
      // From when the signal is due: what keeps the thread busy delays the signal itself.
      const waitMs = 20 + lateMs.length * 20;
      const dueAt = performance.now() + waitMs;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      sorting.kill('SIGTERM');
      await sorting.exited;
      lateMs.push(performance.now() - dueAt);
    },
    {
      iterations: 20,
      time: 0,
      warmupIterations: 0,
      warmupTime: 0,
      teardown: (_, mode) => {
        if (mode === 'run') process.stdout.write(`latest end: ${Math.max(...lateMs).toFixed(1)} ms after the signal\n`);
      },
    },
  );
});

function runReal([command = '', ...args]: readonly string[]): string {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  return spawnSync(command, args, { cwd: folder, env, encoding: 'utf8', maxBuffer: 1 << 28 }).stdout;
}

/** Lines of a word, a number and a few more words, the same for every run. */
function writeLines(): string {
  let state = 7;
  const random = (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % limit;
  };
  const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta', 'iota', 'kappa'];
  const word = (): string => `${words[random(words.length)] ?? ''}${words[random(words.length)] ?? ''}`;
  return Array.from(
    { length: LINES },
    () => `${word()} ${random(10_000)} ${Array.from({ length: 1 + random(6) }, word).join(' ')}\n`,
  ).join('');
}
