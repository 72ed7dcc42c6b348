import { type Clock, encodeText, type Program } from '@cloche/system';
import { describe, expect, test } from 'vitest';
import { createCommandTable } from '../../command-table.ts';
import { createInMemoryMachine } from '../../testing/in-memory-machine.ts';

const NOW_MS = Date.UTC(2024, 4, 6, 7, 8, 9);

/** Stands for a shell: prints what it was asked to run. */
const sh: Program = async ({ argv, stdout }) => {
  await stdout.write(encodeText(`sh runs ${argv.slice(1).join(' ')}\n`));
  return argv.includes('fail') ? 3 : 0;
};

interface Watched {
  readonly env?: Readonly<Record<string, string>>;
  /** Contents of the file `log`, one for each run; afterwards watch is ended. */
  readonly logs?: readonly string[];
}

/** Runs watch; what it waits for is noted, and it is ended when it has run as often as there are logs. */
async function run(argv: readonly string[], { env = {}, logs = ['one\n', 'two\n'] }: Watched = {}) {
  const waits: number[] = [];
  const clock: Clock = {
    now: () => NOW_MS + waits.reduce((sum, wait) => sum + wait, 0),
    monotonic: () => 0,
    sleep: (ms) => {
      waits.push(ms);
      const log = logs[waits.length];
      if (log === undefined) machine.processes.list().at(-1)?.kill('SIGTERM');
      else machine.files.writeFile('/work/log', encodeText(log));
      return Promise.resolve();
    },
  };
  const programs = createCommandTable();
  const machine = createInMemoryMachine(
    {
      has: (name) => name === 'sh' || programs.has(name),
      names: () => [...programs.names(), 'sh'],
      load: (name) => (name === 'sh' ? sh : programs.load(name)),
    },
    { log: logs[0] ?? '' },
    clock,
  );
  const answer = await machine.run(['watch', ...argv], { env: { TZ: 'UTC', ...env } });
  return { ...answer, waits };
}

describe('watch', () => {
  test('runs a command through the shell every two seconds', async () => {
    expect(await run(['echo', 'hi'])).toEqual({
      stdout:
        'Every 2.0s: echo hi  Mon May  6 07:08:09 2024\n\nsh runs -c echo hi\n' +
        'Every 2.0s: echo hi  Mon May  6 07:08:11 2024\n\nsh runs -c echo hi\n',
      stderr: '',
      status: 143,
      waits: [2000, 2000],
    });
  });

  test.each<[string, string[], Watched, string, number, number[]]>([
    ['leaves the title out', ['-t', 'ls', '-l'], {}, 'sh runs -c ls -l\n'.repeat(2), 143, [2000, 2000]],
    ['waits as told', ['-t', '-n', '5', 'x'], {}, 'sh runs -c x\n'.repeat(2), 143, [5000, 5000]],
    ['takes a comma for a point', ['-t', '-n0,5', 'x'], {}, 'sh runs -c x\n'.repeat(2), 143, [500, 500]],
    ['waits a tenth of a second at least', ['-tn', '0', 'x'], {}, 'sh runs -c x\n'.repeat(2), 143, [100, 100]],
    ['waits 31 days at most', ['-tn', '1e9', 'x'], { logs: [''] }, 'sh runs -c x\n', 143, [2_678_400_000]],
    ['has a long name for that', ['-t', '--interval=3', 'x'], { logs: [''] }, 'sh runs -c x\n', 143, [3000]],
    ['asks WATCH_INTERVAL', ['-t', 'x'], { env: { WATCH_INTERVAL: '7' }, logs: [''] }, 'sh runs -c x\n', 143, [7000]],
    ['prefers the option', ['-tn1', 'x'], { env: { WATCH_INTERVAL: '7' }, logs: [''] }, 'sh runs -c x\n', 143, [1000]],
    ['runs a command itself', ['-tx', 'cat', 'log'], {}, 'one\ntwo\n', 143, [2000, 2000]],
    ['gives words to a command', ['-t', '--exec', 'echo', 'a  b'], { logs: [''] }, 'a  b\n', 143, [2000]],
    [
      'ends when the output changes',
      ['-gtx', 'cat', 'log'],
      { logs: ['a\n', 'a\n', 'b\n', 'c\n'] },
      'a\na\nb\n',
      0,
      [2000, 2000],
    ],
    ['has a long name for that too', ['--chgexit', '-tx', 'cat', 'log'], {}, 'one\ntwo\n', 0, [2000]],
    ['does not end without a change', ['-gtx', 'cat', 'log'], { logs: ['a\n', 'a\n'] }, 'a\na\n', 143, [2000, 2000]],
    [
      'ends when the output stays',
      ['-q', '2', '-tx', 'cat', 'log'],
      { logs: ['a\n', 'b\n', 'b\n', 'b\n', 'c\n'] },
      'a\nb\nb\nb\n',
      0,
      [2000, 2000, 2000],
    ],
    ['counts from one', ['--equexit=0', '-tx', 'cat', 'log'], { logs: ['a\n', 'a\n', 'a\n'] }, 'a\na\n', 0, [2000]],
    ['ends with 8 when a shell fails', ['-et', 'fail'], {}, 'sh runs -c fail\n', 8, []],
    ['goes on when a command fails', ['-tx', 'false'], {}, '', 143, [2000, 2000]],
    ['ends when told to', ['-tex', 'false'], {}, '', 8, []],
    ['rings the bell', ['-tbx', 'false'], {}, '\x07\x07', 143, [2000, 2000]],
    ['does not ring it for success', ['-tb', 'x'], { logs: [''] }, 'sh runs -c x\n', 143, [2000]],
    ['takes what is about a screen', ['-cpwtd', 'x'], { logs: [''] }, 'sh runs -c x\n', 143, [2000]],
    [
      'takes permanent differences',
      ['--differences=permanent', '-t', 'x'],
      { logs: [''] },
      'sh runs -c x\n',
      143,
      [2000],
    ],
  ])('%s', async (_, argv, watched, stdout, status, waits) => {
    expect(await run(argv, watched)).toEqual({ stdout, stderr: '', status, waits });
  });

  test.each([
    [['-n', 'abc', 'x'], "watch: failed to parse argument: 'abc'\n", 1],
    [['-n', '', 'x'], "watch: failed to parse argument: ''\n", 1],
    [['-q', 'abc', 'x'], "watch: failed to parse argument: 'abc'\n", 1],
    [['-tx', 'no-such'], 'watch: cannot run no-such: No such file or directory\n', 127],
    [['-t'], "watch: missing command\nTry 'watch --help' for more information.\n", 1],
  ])('%j is refused', async (argv, stderr, status) => {
    expect(await run(argv)).toEqual({ stdout: '', stderr, status, waits: [] });
  });

  test('passes on what a command says on standard error', async () => {
    const { stdout, stderr } = await run(['-tx', 'cat', 'missing'], { logs: [''] });
    expect(stdout).toBe('');
    expect(stderr).toBe('cat: missing: No such file or directory\n');
  });
});
