import {
  createClock,
  createInProcessHost,
  createMemoryFileSystem,
  createPipe,
  createYielder,
  decodeText,
  encodeText,
  type Pipe,
  type Program,
} from '@cloche/system';
import { type RunOutcome, type ShellLimits, ShellSession, type ShellState } from '../src/index.ts';

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

/** `head -n COUNT`. */
const head: Program = async ({ argv, stdin, stdout }) => {
  let lines = Number(argv[2]);
  while (lines > 0) {
    const bytes = await stdin.read();
    if (bytes.length === 0) return 0;
    let end = 0;
    while (lines > 0 && end < bytes.length) if (bytes[end++] === 10) lines--;
    await stdout.write(bytes.subarray(0, end));
  }
  return 0;
};

/** `wc -c`. */
const wc: Program = async ({ stdin, stdout }) => {
  let count = 0;
  for (;;) {
    const bytes = await stdin.read();
    count += bytes.length;
    if (bytes.length > 0) continue;
    await stdout.write(encodeText(`${count}\n`));
    return 0;
  }
};

const PROGRAMS: Readonly<Record<string, Program>> = { cat, head, wc, yes };

/** Creates a session on a machine in memory that has `cat`, `head -n`, `wc -c` and `yes`. */
export function createSession(state?: ShellState, limits: Partial<ShellLimits> = {}): ShellSession {
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
  return new ShellSession({ ...resources, processes, cwd: '/home', env, limits, ...(state ? { state } : {}) });
}

/** What a run printed on standard output, and how it ended. */
export interface FinishedRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly outcome: RunOutcome;
}

/** Runs a script in a session with empty input. */
export async function runIn(
  session: ShellSession,
  script: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<FinishedRun> {
  const input = createPipe();
  input.writer.release();
  const output = createPipe(1 << 24);
  const errors = createPipe(1 << 24);
  const descriptors = new Map([
    [0, input.reader],
    [1, output.writer],
    [2, errors.writer],
  ]);
  const outcome = await session.run(script, { descriptors, signal });
  return { stdout: await drain(output), stderr: await drain(errors), outcome };
}

/** Returns what is in a pipe now, which jobs in the background may still hold open. */
async function drain({ reader, writer }: Pipe): Promise<string> {
  const { signal } = new AbortController();
  // A mark at the end, so that an empty pipe need not be waited for.
  await writer.write(encodeText('\n'), signal);
  const text = decodeText(await reader.read(1 << 24, signal));
  writer.release();
  return text.slice(0, -1);
}
