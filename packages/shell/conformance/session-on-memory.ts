import { createCommandTable } from '@cloche/coreutils';
import {
  createClock,
  createInProcessHost,
  createMemoryFileSystem,
  createPipe,
  createYielder,
  decodeText,
  encodeText,
  type NextTurn,
  type Pipe,
  type ProgramTable,
} from '@cloche/system';
import { createShellProgram, type RunOutcome, type ShellLimits, ShellSession, type ShellState } from '../src/index.ts';

/** Creates a session on a machine in memory with the GNU commands. */
export function createSession(state?: ShellState, limits: Partial<ShellLimits> = {}): ShellSession {
  const clock = createClock({
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  });
  const yieldIfDue = createYielder(clock, createNextTurn());
  const files = createMemoryFileSystem({ now: () => clock.now() });
  for (const path of ['/home', '/bin', '/tmp']) files.makeDirectory(path);
  let drawn = 7;
  const random = (length: number): Uint8Array => new Uint8Array(length).map(() => (drawn = (drawn * 5 + 1) & 0xff));
  const resources = { files, clock, random, yieldIfDue };
  const commands = createCommandTable();
  const shells = new Set(['bash', 'sh']);
  const programs: ProgramTable = {
    has: (name) => shells.has(name) || commands.has(name),
    names: () => [...shells, ...commands.names()],
    load: (name) => (shells.has(name) ? createShellProgram({ limits }) : commands.load(name)),
  };
  const processes = createInProcessHost({ ...resources, programs, programDirectories: ['/bin'] });
  const env = new Map([
    ['PATH', '/bin'],
    ['HOME', '/home'],
  ]);
  return new ShellSession({ ...resources, processes, cwd: '/home', env, limits, ...(state ? { state } : {}) });
}

/** Browsers have no `setImmediate`, and their timers wait at least 4 ms. */
function createNextTurn(): NextTurn {
  if (typeof setImmediate === 'function') return () => new Promise((resolve) => setImmediate(resolve));
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.addEventListener('message', () => waiting.shift()?.());
  port1.start();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(undefined);
    });
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
