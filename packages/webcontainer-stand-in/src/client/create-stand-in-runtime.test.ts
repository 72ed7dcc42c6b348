import { existsSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { loadPseudoTerminals, STRICT, type StandInOptions } from '../index.ts';
import { createStandInRuntime, type StandInRuntime } from './create-stand-in-runtime.ts';

let reason: string | undefined;
beforeAll(async () => {
  reason = await loadPseudoTerminals().then(
    () => undefined,
    (error: unknown) => String(error),
  );
});

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
  test('runs programs in the working directory and gives output, exit code and files', async ({ skip }) => {
    if (reason) skip(reason);
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

  test('echoes, adds carriage returns and hides codes in strict mode', async ({ skip }) => {
    if (reason) skip(reason);
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

  test('kills a busy loop in plain mode; in strict mode only teardown does', async ({ skip }) => {
    if (reason) skip(reason);
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
});
