import { createClock, type Process, ROOT_PID } from '@cloche/system';
import { afterEach, describe, expect, test } from 'vitest';
import { createCommandTable } from '../../command-table.ts';
import { createInMemoryMachine } from '../../testing/in-memory-machine.ts';

const NOW_MS = Date.UTC(2024, 4, 6, 7, 8, 9);
const clock = createClock({ now: () => NOW_MS, monotonic: () => 0, after: () => () => undefined });
const started: Process[] = [];
afterEach(() => {
  for (const process of started.splice(0)) process.kill('SIGKILL');
});

/** A machine in which a shell has started a sleep, and ps runs beside them. */
function createMachine() {
  const machine = createInMemoryMachine(createCommandTable(), {}, clock);
  const start = (argv: readonly string[], parent: number): Process => {
    const process = machine.processes.startTask({
      argv,
      parent,
      group: 'new',
      ...(parent === ROOT_PID ? { session: 'new' } : {}),
      run: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    started.push(process);
    return process;
  };
  const shell = start(['/bin/bash', '-c', 'sleep 100'], ROOT_PID);
  start(['sleep', '100'], shell.pid);
  return machine;
}

const run = (...argv: string[]) => createMachine().run(argv, { env: { USER: 'me', TZ: 'UTC' } });

describe('ps', () => {
  test('lists as procps does', async () => {
    expect((await run('ps')).stdout).toBe(
      '  PID TTY          TIME CMD\n' +
        '  100 ?        00:00:00 bash\n' +
        '  101 ?        00:00:00 sleep\n' +
        '  102 ?        00:00:00 ps\n',
    );
    expect((await run('ps', '-ef')).stdout).toBe(
      'UID        PID  PPID  C STIME TTY          TIME CMD\n' +
        'me         100     1  0 07:08 ?        00:00:00 /bin/bash -c sleep 100\n' +
        'me         101   100  0 07:08 ?        00:00:00 sleep 100\n' +
        'me         102     1  0 07:08 ?        00:00:00 ps -ef\n',
    );
    expect((await run('ps', 'aux')).stdout).toBe(
      'USER       PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND\n' +
        'me         100  0.0  0.0      0     0 ?        Ss   07:08   0:00 /bin/bash -c sleep 100\n' +
        'me         101  0.0  0.0      0     0 ?        S    07:08   0:00 sleep 100\n' +
        'me         102  0.0  0.0      0     0 ?        R    07:08   0:00 ps aux\n',
    );
  });

  test.each<[string[], string]>([
    [['-o', 'pid=,comm='], '  100 bash\n  101 sleep\n  102 ps\n'],
    [['-o', 'pid,ppid,pgid,sid', '-p', '101'], '  PID  PPID  PGID   SID\n  101   100   101   100\n'],
    [['-o', 'etime,args', '-C', 'sleep'], '    ELAPSED COMMAND\n      00:00 sleep 100\n'],
    [['-eo', 'pid=', '--sort=-pid'], '  102\n  101\n  100\n'],
    [['--no-headers', '--ppid', '100'], '  101 ?        00:00:00 sleep\n'],
    [['101'], '  PID TTY      STAT   TIME COMMAND\n  101 ?        S      0:00 sleep 100\n'],
    [['-o', 'pid', '-o', 'comm=NAME OF IT', '-p', '100,101'], '  PID NAME OF IT\n  100 bash\n  101 sleep\n'],
    [['-p', '101', '-o', 'user,uid,s,stat'], 'USER       UID S STAT\nme        1000 S S\n'],
    [['-p', '100', '-o', 'stat,lstart'], 'STAT                  STARTED\nSs   Mon May  6 07:08:09 2024\n'],
    [['-p', '100', '-o', 'cmd='], '/bin/bash -c sleep 100\n'],
    [['-p', '101', '-o', 'pcpu,pmem,vsz,rss,ni'], '%CPU %MEM    VSZ   RSS  NI\n 0.0  0.0      0     0   0\n'],
    [['-q', '101', '-o', 'pid='], '  101\n'],
    [['--pid', '100', '--format', 'comm'], 'COMMAND\nbash\n'],
    [['-p', '100 101', '-o', 'pid='], '  100\n  101\n'],
    [['-p', '100', '-p', '101', '-o', 'pid='], '  100\n  101\n'],
    [['-p100', '-opid='], '  100\n'],
    [['-C', 'bash,sleep', '-o', 'comm='], 'bash\nsleep\n'],
    [['-C', 'bash', '-p', '101', '-o', 'pid='], '  100\n  101\n'],
    [['-u', 'me', '-o', 'pid='], '  100\n  101\n  102\n'],
    [['-U', '1000', '-o', 'pid='], '  100\n  101\n  102\n'],
    [['-d', '-o', 'comm='], 'sleep\nps\n'],
    [['-A', '-o', 'comm', '--sort', 'comm'], 'COMMAND\nbash\nps\nsleep\n'],
    [['-e', '--sort=-comm', '-o', 'comm='], 'sleep\nps\nbash\n'],
    [['-e', '--sort', '+ppid,-pid', '-o', 'pid,ppid'], '  PID  PPID\n  102     1\n  100     1\n  101   100\n'],
    [['-er', '-o', 'comm='], 'ps\n'],
    [
      ['-fp', '101'],
      'UID        PID  PPID  C STIME TTY          TIME CMD\nme         101   100  0 07:08 ?        00:00:00 sleep 100\n',
    ],
    [
      ['-lp', '101'],
      'S   UID   PID  PPID  C PRI  NI TTY          TIME CMD\nS  1000   101   100  0  19   0 ?        00:00:00 sleep\n',
    ],
    [['-jp', '101'], '  PID  PGID   SID TTY          TIME CMD\n  101   101   100 ?        00:00:00 sleep\n'],
    [
      ['-p', '101', 'u'],
      'USER       PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND\nme         101  0.0  0.0      0     0 ?        S    07:08   0:00 sleep 100\n',
    ],
    [['axh', '-o', 'pid,comm'], '  100 bash\n  101 sleep\n  102 ps\n'],
    [['--no-heading', '-C', 'sleep', '-o', 'etimes,comm'], '      0 sleep\n'],
    [['-ww', '-p', '100', '-o', 'args='], '/bin/bash -c sleep 100\n'],
  ])('%j', async (argv, stdout) => {
    expect(await run('ps', ...argv)).toEqual({ stdout, stderr: '', status: 0 });
  });

  test('ends with 1 when nothing is selected, and says what is wrong', async () => {
    expect(await run('ps', '-p', '99999')).toMatchObject({ stdout: '  PID TTY          TIME CMD\n', status: 1 });
    expect(await run('ps', '-o', 'bogus')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^error: unknown user-defined format specifier "bogus"\n\nUsage:\n ps \[options\]/),
    });
    expect(await run('ps', '-C', 'no-such', '-o', 'pid=')).toEqual({ stdout: '', stderr: '', status: 1 });
    expect((await run('ps', '--sort', 'bogus')).stderr).toMatch(/^error: unknown sort specifier/);
    expect((await run('ps', '-o', ',')).stderr).toMatch(/^error: improper format list/);
    expect((await run('ps', 'what-is-this')).stderr).toMatch(/^error: garbage option/);
    expect((await run('ps', '-p', 'abc')).stderr).toMatch(/^error: process ID list syntax error/);
  });
});
