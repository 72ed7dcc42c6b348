import { readdirSync, readFileSync } from 'node:fs';
import {
  createClock,
  createInProcessHost,
  createMemoryFileSystem,
  createPipe,
  createYielder,
  decodeText,
  encodeText,
  type Program,
} from '@cloche/system';
import { describe, expect, test } from 'vitest';
import { ShellSession } from '../src/index.ts';
import { readCases } from './read-cases.ts';

const folder = new URL('./cases/', import.meta.url);

const cat: Program = async ({ stdin, stdout }) => {
  for (;;) {
    const bytes = await stdin.read();
    if (bytes.length === 0) return 0;
    await stdout.write(bytes);
  }
};

const yes: Program = async ({ stdout }) => {
  for (;;) await stdout.write(encodeText('y\n'.repeat(1000)));
};

const PROGRAMS: Readonly<Record<string, Program>> = { cat, yes };

/** Runs a script in a session on an in-memory machine. */
async function runScript(script: string): Promise<{ stdout: string; status: number }> {
  const clock = createClock({
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  });
  const yieldIfDue = createYielder(clock, () => new Promise((resolve) => setImmediate(resolve)));
  const files = createMemoryFileSystem({ now: () => clock.now() });
  for (const path of ['/home', '/bin', '/tmp']) files.makeDirectory(path);
  const random = (length: number): Uint8Array => new Uint8Array(length).fill(7);
  const resources = { files, clock, random, yieldIfDue };
  const programs = {
    has: (name: string) => Object.hasOwn(PROGRAMS, name),
    names: () => Object.keys(PROGRAMS),
    load: (name: string) => PROGRAMS[name] ?? cat,
  };
  const processes = createInProcessHost({ ...resources, programs, programDirectories: ['/bin'] });
  const env = new Map([
    ['PATH', '/bin'],
    ['HOME', '/home'],
  ]);
  const session = new ShellSession({ ...resources, processes, cwd: '/home', env });
  const input = createPipe();
  input.writer.release();
  const output = createPipe(1 << 20);
  const errors = createPipe(1 << 20);
  const signal = new AbortController().signal;
  const descriptors = new Map([
    [0, input.reader],
    [1, output.writer],
    [2, errors.writer],
  ]);
  const outcome = await session.run(script, { descriptors, signal });
  output.writer.release();
  const stdout = decodeText(await output.reader.read(1 << 20, signal));
  return { stdout, status: 'exitCode' in outcome ? outcome.exitCode : -1 };
}

for (const file of readdirSync(folder).filter((name) => name.endsWith('.test.sh'))) {
  describe(file, () => {
    for (const { name, code, stdout, status } of readCases(readFileSync(new URL(file, folder), 'utf8'))) {
      test(name, async () => {
        const result = await runScript(code);
        expect(result).toEqual({ stdout, status });
      });
    }
  });
}
