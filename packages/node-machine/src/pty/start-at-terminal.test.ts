import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPseudoTerminal, decodeText, encodeText, type Process, ROOT_PID, statusCode } from '@cloche/system';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createNodeMachine, type NodeMachine, type NodeMachineOptions } from '../compose.ts';

interface Session {
  readonly process: Process;
  /** Waits until what was shown since the last call matches, and returns it. */
  shows(expected: RegExp): Promise<string>;
  type(text: string): void;
  resize(columns: number, rows: number): void;
  all(): string;
}

const DEADLINE_MS = 10_000;

let folder = '';
const running: Process[] = [];
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'cloche-terminal-')));
  // The host's own, under names that no command of ours has.
  for (const name of ['stty', 'tty']) symlinkSync(`/usr/bin/${name}`, join(folder, `host-${name}`));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(async () => {
  for (const process of running.splice(0)) {
    process.kill('SIGKILL');
    await process.exited;
  }
});

function open(argv: readonly string[], options: NodeMachineOptions = {}): Session & { machine: NodeMachine } {
  const machine = createNodeMachine(options);
  let shown = '';
  let seen = 0;
  let wake = (): void => undefined;
  const screen = createPseudoTerminal({
    name: '/dev/pts/1',
    size: { columns: 90, rows: 30 },
    show(bytes) {
      shown += decodeText(bytes.slice());
      wake();
      return undefined;
    },
    signalGroup(group, signal) {
      try {
        machine.processes.kill(-group, signal);
      } catch {
        // It has ended.
      }
    },
  });
  const process_ = machine.processes.spawn({
    argv,
    parent: ROOT_PID,
    group: 'new',
    session: 'new',
    terminal: screen.file,
    env: new Map([
      ['PATH', `${folder}:${process.env['PATH'] ?? '/usr/bin:/bin'}`],
      ['HOME', folder],
      ['TERM', 'xterm-256color'],
      ['PS1', '$ '],
    ]),
    cwd: folder,
    umask: 0o027,
    descriptors: new Map([0, 1, 2].map((descriptor) => [descriptor, screen.file])),
  });
  screen.terminal.foregroundGroup = process_.group;
  running.push(process_);
  return {
    machine,
    process: process_,
    type: (text) => screen.type(encodeText(text)),
    resize(columns, rows) {
      screen.terminal.size = { columns, rows };
    },
    all: () => shown,
    async shows(expected) {
      for (;;) {
        const rest = shown.slice(seen);
        const found = expected.exec(rest);
        if (found) {
          seen += found.index + found[0].length;
          return rest.slice(0, found.index + found[0].length);
        }
        if (process_.status) throw new Error(`ended without ${String(expected)}: ${JSON.stringify(rest)}`);
        const late = new Promise<void>((resolve) => setTimeout(resolve, DEADLINE_MS, undefined).unref());
        const change = new Promise<boolean>((resolve) => {
          wake = () => resolve(true);
          void process_.exited.then(() => resolve(true));
        });
        if (!(await Promise.race([change, late])))
          throw new Error(`the terminal shows ${JSON.stringify(rest)}, not ${String(expected)}`);
      }
    },
  };
}

const end = async ({ process: { exited }, all }: Session): Promise<[number, string]> => [
  statusCode(await exited),
  all(),
];
/** The shell's, with the cursor behind it. */
const PROMPT = /\$ \r.\[2C$/;
const node = (code: string): string => `node -e ${JSON.stringify(code).replaceAll('$', '\\$')}`;

describe('a program of the host at a terminal', () => {
  test('has a terminal, of its size, as input, output and error', async () => {
    const code =
      'console.log([0,1,2].map((n) => require("tty").isatty(n)).join(), String(process.stdout.getWindowSize()))';
    expect(await end(open(['node', '-e', code]))).toEqual([0, 'true,true,true 90,30\r\n']);
    expect(await end(open(['host-stty', 'size']))).toEqual([0, '30 90\r\n']);
    const [status, name] = await end(open(['host-tty']));
    expect([status, name]).toEqual([0, expect.stringMatching(/^\/dev\/(?:pts\/|tty)/)]);
  });

  test('has its other files, and its mask', async () => {
    const code =
      'const t=require("tty");console.error([0,1,2].map(t.isatty).join(),process.umask().toString(8));process.stdin.pipe(process.stdout)';
    const line = `printf 'a\\nb\\n' | ${node(code)} | tr ab xy`;
    const [status, shown] = await end(open(['bash', '-c', line]));
    // Two ways to one terminal: which comes first is not said.
    expect([status, shown.split('\r\n').sort()]).toEqual([0, ['', 'false,false,true 27', 'x', 'y']]);
    const third = 'require("fs").writeSync(3,"three\\n");require("fs").writeSync(2,"two\\n")';
    expect(await end(open(['bash', '-c', `${node(third)} 3>out 2>&1; cat out`]))).toEqual([0, 'two\r\nthree\r\n']);
  });

  test('answers keys, with the host’s line discipline or its own', async () => {
    const session = open([
      'node',
      '-e',
      'process.stdin.once("data", (b) => { console.log(JSON.stringify(String(b))); process.exit(3) }); console.log("ready")',
    ]);
    await session.shows(/ready\r\n/);
    session.type('ab\x7fc\r');
    expect(await end(session)).toEqual([3, 'ready\r\nab\b \bc\r\n"ac\\n"\r\n']);
    const raw = open([
      'node',
      '-e',
      'process.stdin.setRawMode(true).once("data", (b) => { console.log(JSON.stringify(String(b))); process.exit(0) }); console.log("ready")',
    ]);
    await raw.shows(/ready\r\n/);
    raw.type('\x03');
    expect(await end(raw)).toEqual([0, 'ready\r\n"\\u0003"\r\n']);
  });

  test('is told of a new size', async () => {
    const code =
      'process.stdout.on("resize", () => { console.log(process.stdout.getWindowSize().join()); process.exit() }); console.log("ready"); setInterval(() => 0, 1000)';
    const session = open(['node', '-e', code]);
    await session.shows(/ready/);
    session.resize(120, 40);
    expect(await end(session)).toEqual([0, 'ready\r\n120,40\r\n']);
  });

  test('is interrupted by Ctrl-C, and the shell goes on', async () => {
    const session = open(['bash']);
    await session.shows(PROMPT);
    session.type(`${node('console.log("re"+"ady");setInterval(() => 0, 1000)')}\r`);
    await session.shows(/ready/);
    session.type('\x03');
    await session.shows(PROMPT);
    session.type('echo "status $?"\r');
    await session.shows(/status 130/);
    session.type(`while :; do ${node('console.log("ro"+"und");setInterval(() => 0, 1000)')}; done\r`);
    await session.shows(/round/);
    session.type('\x03');
    await session.shows(PROMPT);
    session.type(`sleep 100 | ${node('console.log("re"+"ads");process.stdin.resume()')}\r`);
    await session.shows(/reads/);
    session.type('\x03');
    await session.shows(PROMPT);
    session.type('exit 4\r');
    expect((await end(session))[0]).toBe(4);
  });

  test('leaves the keys that it has not read to the shell', async () => {
    const session = open(['bash']);
    await session.shows(PROMPT);
    session.type(`${node('console.log("bu"+"sy");setTimeout(() => 0, 300)')}\r`);
    await session.shows(/busy/);
    session.type('echo he""re\r');
    await session.shows(/here\r\n/);
    session.type('exit\r');
    expect((await end(session))[0]).toBe(0);
  });

  test('in the background reads no keys; a shell reads on', async () => {
    const session = open(['bash']);
    await session.shows(PROMPT);
    session.type(`${node('console.log("be"+"hind");process.stdin.on("data", () => console.log("sto"+"len"))')} &\r`);
    await session.shows(/behind\r\n/);
    session.type('echo mi""ne\r');
    await session.shows(/mine\r\n/);
    session.type('kill %1; wait; exit 5\r');
    const [status, all] = await end(session);
    expect([status, all.includes('stolen')]).toEqual([5, false]);
  });

  test('has shown all of its output when it has ended, however much', async () => {
    const bytes = 3_000_000;
    const session = open(['node', '-e', `process.stdout.write("x".repeat(${bytes})); process.exitCode = 7`]);
    const [status, all] = await end(session);
    expect([status, all.length]).toEqual([7, bytes]);
    for (let run = 0; run < 20; run++) expect(await end(open(['host-stty', 'size']))).toEqual([0, '30 90\r\n']);
  });

  test('ends by signals, as what it starts does', async () => {
    const session = open(['node', '-e', 'console.log("ready");setInterval(() => 0, 1000)']);
    await session.shows(/ready/);
    session.process.kill('SIGTERM');
    expect(await session.process.exited).toEqual({ kind: 'signaled', signal: 'SIGTERM' });
    const stubborn = open([
      'node',
      '-e',
      'process.on("SIGTERM", () => console.log("no"));console.log("ready");setInterval(() => 0, 1000)',
    ]);
    await stubborn.shows(/ready/);
    stubborn.process.kill('SIGTERM');
    await stubborn.shows(/no/);
    stubborn.process.kill('SIGKILL');
    expect(await stubborn.process.exited).toEqual({ kind: 'signaled', signal: 'SIGKILL' });
  });
});

describe('without node-pty', () => {
  const loadTerminals = (): Promise<never> =>
    Promise.reject(new Error('no pseudo-terminals on this host: it is not there'));

  test('a machine says what to install, and a program that needs a terminal fails', async () => {
    const { machine, ...session } = open(['bash', '-c', 'host-stty size; echo $?; echo ours'], { loadTerminals });
    expect(await machine.terminalProblem()).toMatch(/^no pseudo-terminals .* run "npm install @lydell\/node-pty"/);
    expect(await end(session)).toEqual([
      0,
      expect.stringMatching(/^host-stty: no pseudo-terminals .*\r\n126\r\nours\r\n$/),
    ]);
  });
});
