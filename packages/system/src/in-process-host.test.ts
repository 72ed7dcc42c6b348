import { describe, expect, test } from 'vitest';
import { decodeText, encodeText } from './bytes.ts';
import { createClock } from './clock.ts';
import { describeProcessHost } from './conformance/index.ts';
import { createInProcessHost } from './in-process-host.ts';
import { createMemoryFileSystem } from './memory/memory-file-system.ts';
import { createPipe } from './pipe.ts';
import { ROOT_PID } from './process-table.ts';
import type { Program } from './program.ts';
import { createYielder } from './yield.ts';

const programs: Record<string, Program> = {
  echo: async ({ argv, stdout }) => {
    await stdout.write(encodeText(`${argv.slice(1).join(' ')}\n`));
    return 0;
  },
  cat: async ({ stdin, stdout }) => {
    for (;;) {
      const bytes = await stdin.read();
      if (bytes.length === 0) return 0;
      await stdout.write(bytes);
    }
  },
  yes: async ({ stdout }) => {
    for (;;) await stdout.write(encodeText('y\n'));
  },
  sleep: async ({ argv, clock, signal }) => {
    await clock.sleep(Number(argv[1]) * 1000, { signal });
    return 0;
  },
  false: () => 1,
};

const clock = createClock({
  now: Date.now,
  monotonic: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
});

describeProcessHost(
  'in process',
  () => {
    const files = createMemoryFileSystem({ now: Date.now });
    const processes = createInProcessHost({
      files,
      clock,
      random: (length) => new Uint8Array(length),
      yieldIfDue: createYielder(clock, () => new Promise((resolve) => setImmediate(resolve))),
      programs: {
        has: (name) => Object.hasOwn(programs, name),
        names: () => Object.keys(programs),
        load: (name) => programs[name] ?? (() => 127),
      },
      programDirectories: ['/usr/bin'],
    });
    return { processes, cwd: '/' };
  },
  { describe, test, expect },
);

test('a program whose text becomes too long for the engine says so, and fails', async () => {
  const { reader, writer } = createPipe();
  const processes = createInProcessHost({
    files: createMemoryFileSystem({ now: Date.now }),
    clock,
    random: (length) => new Uint8Array(length),
    yieldIfDue: () => undefined,
    programs: { has: () => true, names: () => ['grow'], load: () => () => 'x'.repeat(2 ** 30).length },
    programDirectories: ['/usr/bin'],
  });
  const descriptors = new Map([[2, writer]]);
  const request = {
    argv: ['grow'],
    parent: ROOT_PID,
    group: 'new',
    env: new Map(),
    cwd: '/',
    umask: 0o022,
    descriptors,
  } as const;
  const { exited } = processes.spawn(request);
  expect(await exited).toEqual({ kind: 'exited', code: 1 });
  const said = await reader.read(100, new AbortController().signal);
  expect(decodeText(said)).toMatch(/^grow: out of memory \(/);
});
