import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { STRICT, type StandInOptions, whyNoStandIn } from '../index.ts';
import { createStandInRuntime, type StandInRuntime } from './create-stand-in-runtime.ts';

const reason = await whyNoStandIn();

const open: StandInRuntime[] = [];
async function boot(options: Partial<StandInOptions> = {}): Promise<StandInRuntime> {
  const runtime = await createStandInRuntime(options, { workdirName: 'demo' });
  open.push(runtime);
  return runtime;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((runtime) => runtime.dispose()));
});

async function run(runtime: StandInRuntime, command: string, args: string[] = [], input?: string): Promise<string> {
  const process = await runtime.spawn(command, args);
  if (input !== undefined) await process.input.getWriter().write(input);
  const output = await readAll(process.output);
  return `${output}[${await process.exit}]`;
}

async function readAll(stream: ReadableStream<string>): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}

async function messageOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'no error',
    (error: unknown) => error,
  );
}

describe('createStandInRuntime', () => {
  beforeEach(({ skip }) => {
    if (reason) skip(reason);
  });

  test('runs programs in the working directory and gives output, exit code and files', async () => {
    const runtime = await boot();
    await runtime.mount({
      'a.js': { file: { contents: 'console.log(`héllo 😀 ${process.cwd() === process.env.PWD}`); process.exit(3)' } },
      bin: { file: { contents: Uint8Array.from({ length: 256 }, (_, byte) => byte) } },
      dir: { directory: { link: { file: { symlink: '../a.js' } }, empty: { directory: {} } } },
    });
    expect(await run(runtime, 'node', ['a.js'])).toBe('héllo 😀 true\n[3]');
    expect(Array.from(await runtime.fs.readFile('bin'))).toStrictEqual(Array.from({ length: 256 }, (_, byte) => byte));
    expect(await runtime.fs.readFile('dir/link', 'utf8')).toContain('héllo');
    expect(
      (await runtime.fs.readdir('dir', { withFileTypes: true })).map((e) => [e.name, e.isFile(), e.isDirectory()]),
    ).toStrictEqual([
      ['empty', false, true],
      ['link', false, false],
    ]);
    expect(await run(runtime, 'cat', [], 'typed\n\x04')).toBe('typed\n[0]');
    expect(runtime.workdir).toMatch(/\/home\/demo$/);
  });

  test('echoes, adds carriage returns and hides codes in strict mode', async () => {
    const runtime = await boot(STRICT);
    expect(await run(runtime, 'cat', [], 'typed\n\x04')).toBe('typed\r\ntyped\r\n[0]');
    expect(await run(runtime, 'node', ['-e', 'process.stdout.write("a\\r\\nb\\n")'])).toBe('a\r\r\nb\r\n[0]');
    await runtime.fs.writeFile('/package.json', '{}');
    expect(await runtime.fs.readdir('/')).toStrictEqual(['package.json']);
    const error = await messageOf(runtime.fs.readFile('nope'));
    expect(error).toMatchObject({ message: expect.stringMatching(/^ENOENT: /) });
    expect(error).not.toHaveProperty('code');
    for (const command of ['grep', 'sed', 'git', 'bash', 'find']) {
      expect(await messageOf(runtime.spawn(command))).toMatchObject({ message: `spawn ${command} ENOENT` });
    }
    const refusals = `
      const { spawn } = require('node:child_process');
      try { spawn('node', ['-v'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] }) } catch (error) { console.log(error.code) }
      const store = new (require('node:async_hooks').AsyncLocalStorage)();
      store.run(1, async () => { console.log(String(store.getStore())); await null; console.log(String(store.getStore())); });
    `;
    expect(await run(runtime, 'node', ['-e', refusals])).toBe('EBADF\r\n1\r\nundefined\r\n[0]');
  });

  test('kills a busy loop in plain mode; in strict mode only teardown does', async () => {
    for (const killWaitsForPause of [false, true]) {
      const runtime = await boot({ killWaitsForPause });
      const spinning = await runtime.spawn('node', ['-e', 'console.log("on"); for (;;);']);
      await spinning.output.getReader().read();
      spinning.kill();
      if (!killWaitsForPause) expect(await spinning.exit).toBe(143);
      const waiting = await runtime.spawn('node', ['-e', 'console.log("on"); setTimeout(() => {}, 1e6)']);
      await waiting.output.getReader().read();
      waiting.kill();
      expect(await waiting.exit).toBe(143);
      expect(runtime.state.counts().processes).toBe(killWaitsForPause ? 1 : 0);
      runtime.teardown();
      await runtime.whenTornDown;
      expect(runtime.state.counts()).toStrictEqual({ processes: 0, watchers: 0, listeners: 0 });
      expect(existsSync(runtime.state.root)).toBe(false);
    }
  });

  test('ends what left its parent and its session, on teardown', async () => {
    const runtime = await boot();
    const daemon = 'setInterval(() => {}, 1e6)';
    const program = `
      const { spawn } = require('node:child_process');
      const options = { detached: true, stdio: 'ignore' };
      console.log(spawn('node', ['-e', ${JSON.stringify(daemon)}], options).pid);
      console.log(spawn('node', ['-e', ${JSON.stringify(daemon)}], { ...options, env: { PATH: process.env.PATH } }).pid);
      setInterval(() => {}, 1e6)`;
    const process = await runtime.spawn('node', ['-e', program]);
    const reader = process.output.getReader();
    let pids: number[] = [];
    for (let text = ''; pids.length < 2; pids = text.split('\n').slice(0, -1).map(plainNumber)) {
      text += (await reader.read()).value ?? '';
    }
    expect(runtime.state.counts().processes).toBe(3);
    process.kill();
    await process.exit;
    expect(runtime.state.counts().processes).toBeGreaterThan(0);
    await runtime.dispose();
    expect(pids.filter(isThere)).toStrictEqual([]);
  });

  test('tells of ports that open and close, and of what programs report', async () => {
    const runtime = await boot();
    const heard: unknown[] = [];
    runtime.on('port', (port, type) => heard.push([type, port > 0]));
    runtime.on('server-ready', (port, url) => heard.push(['ready', url === `http://localhost:${port}`]));
    const off = runtime.on('xdg-open', (text) => heard.push(text));
    const server = await runtime.spawn('node', ['-e', 'require("net").createServer().listen(0, "127.0.0.1")']);
    await vi.waitFor(() => expect(heard).toHaveLength(2), PATIENTLY);
    server.kill();
    await vi.waitFor(() => expect(heard).toHaveLength(3), PATIENTLY);
    await run(runtime, 'xdg-open', ['https://example.com']);
    off();
    await run(runtime, 'xdg-open', ['https://example.org']);
    expect(heard).toStrictEqual([['open', true], ['ready', true], ['close', true], 'https://example.com']);
  });

  test('dies in mid-call: nothing settles, and all of it can still be removed', async () => {
    const runtime = await boot({ crashAtCall: 6 });
    const process = await runtime.spawn('cat');
    await runtime.fs.writeFile('a', 'b');
    let settled = 0;
    const count = (): void => void settled++;
    void process.exit.then(count, count);
    // Two calls were made for the client's own sake when it started.
    for (let calls = 0; calls < 4; calls++) void runtime.fs.readFile('a').then(count, count);
    await vi.waitFor(() => expect(runtime.state.isCrashed).toBe(true), PATIENTLY);
    await vi.waitFor(() => expect(runtime.state.counts().processes).toBe(0), PATIENTLY);
    expect(settled).toBeLessThan(4);
    await runtime.dispose();
    expect(existsSync(runtime.state.root)).toBe(false);
  });

  test('never settles a boot that is told to hang, and waits before a slow one', async () => {
    let booted = 0;
    for (const boot of [{ hangs: 'page' }, { hangs: 'build' }, { isBlocked: true }] as const) {
      void createStandInRuntime({ boot }).then(() => booted++);
    }
    await boot({ boot: { delayMs: 20 } });
    expect(booted).toBe(0);
  });

  test('damages what goes over the terminal when told', async () => {
    const terminalFaults = {
      seed: 3,
      damagedLines: 0.2,
      linesPerBurst: 0,
      foreign: { text: 'NOISE\n', everyLines: 5 },
    };
    const runtime = await boot({ terminalFaults });
    const output = await run(runtime, 'node', ['-e', 'for (let i = 0; i < 200; i++) console.log("0123456789")']);
    const lines = output.split('\n');
    expect(lines.filter((line) => line === '0123456789').length).toBeGreaterThan(100);
    expect(lines.filter((line) => line === '0123456789').length).toBeLessThan(190);
    expect(lines).toContain('NOISE');
  });

  test('leaves nothing behind, a hundred times over', async () => {
    const useOnce = async (count: number): Promise<void> => {
      const runtime = await boot(count % 2 === 0 ? {} : STRICT);
      runtime.fs.watch('.', { recursive: true }, () => undefined);
      runtime.on('port', () => undefined);
      await runtime.fs.writeFile('a', 'b');
      if (count % 25 === 0) await runtime.spawn('cat');
      runtime.teardown();
      await runtime.whenTornDown;
      expect(runtime.state.counts()).toStrictEqual({ processes: 0, watchers: 0, listeners: 0 });
      expect(existsSync(runtime.state.root)).toBe(false);
    };
    // What Node opens once, as for the first watcher, stays open.
    await useOnce(0);
    const before = openDescriptors();
    for (let count = 0; count < 100; count++) await useOnce(count);
    await vi.waitFor(() => expect(openDescriptors()).toBeLessThanOrEqual(before), PATIENTLY);
  }, 60_000);
});

const PATIENTLY = { timeout: 15_000 };

function openDescriptors(): number {
  return readdirSync('/proc/self/fd').length;
}

function isThere(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[2] !== 'Z';
  } catch {
    return false;
  }
}

function plainNumber(text: string): number {
  return Number(stripVTControlCharacters(text));
}
