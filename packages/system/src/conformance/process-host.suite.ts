import { decodeText, encodeText } from '../bytes.ts';
import type { OpenFile } from '../open-file.ts';
import { createPipe } from '../pipe.ts';
import type { Process, ProcessHost } from '../process-host.ts';
import { ROOT_PID } from '../process-table.ts';
import { errnoOf } from '../system-error.ts';
import { type ExpectedFailures, registerCase, type TestApi } from './test-api.ts';

/** A process host whose programs `echo`, `cat`, `yes`, `sleep` and `false` do what POSIX says. */
export interface ProcessHostFixture {
  readonly processes: ProcessHost;
  readonly cwd: string;
}

/**
 * Registers the cases that every `ProcessHost` must pass.
 *
 * @param create  makes a fresh fixture; called once a case
 */
export function describeProcessHost(
  name: string,
  create: () => ProcessHostFixture,
  api: TestApi,
  options: { readonly expectedFailures?: ExpectedFailures } = {},
): void {
  api.describe(`ProcessHost: ${name}`, () => {
    for (const [title, body] of Object.entries(CASES)) {
      registerCase(api, options.expectedFailures ?? {}, title, () => {
        const fixture = create();
        return body({ ...fixture, expect: api.expect, start: (argv, stdin) => start(fixture, argv, stdin) });
      });
    }
  });
}

interface CaseContext extends ProcessHostFixture {
  readonly expect: TestApi['expect'];
  readonly start: (
    argv: readonly string[],
    stdin?: OpenFile,
  ) => { process: Process; output: Promise<string>; stdout: OpenFile };
}

const CASES: Record<string, (context: CaseContext) => Promise<void>> = {
  async 'runs a program to its end'({ start, expect }) {
    const { process, output } = start(['echo', 'a', 'b']);
    expect(await output).toBe('a b\n');
    expect(await process.exited).toEqual({ kind: 'exited', code: 0 });
  },
  async 'reports a nonzero exit'({ start, expect }) {
    expect(await start(['false']).process.exited).toEqual({ kind: 'exited', code: 1 });
  },
  async 'streams from one process to the next'({ start, expect }) {
    const pipe = createPipe();
    const { process, output } = start(['cat'], pipe.reader);
    const { signal } = new AbortController();
    await pipe.writer.write(encodeText('one '), signal);
    await pipe.writer.write(encodeText('two'), signal);
    pipe.writer.release();
    expect(await output).toBe('one two');
    expect((await process.exited).kind).toBe('exited');
  },
  async 'ends a writer whose reader has gone'({ start, expect }) {
    const { process, stdout } = start(['yes']);
    await stdout.read(2, new AbortController().signal);
    stdout.release();
    const status = await process.exited;
    expect(status.kind === 'signaled' ? status.signal : 'SIGPIPE').toBe('SIGPIPE');
  },
  async 'ends a process by signal'({ start, expect }) {
    const { process } = start(['sleep', '100']);
    expect(process.kill('SIGTERM')).toBe(true);
    expect(await process.exited).toEqual({ kind: 'signaled', signal: 'SIGTERM' });
    expect(process.kill('SIGTERM')).toBe(false);
  },
  async 'signals a whole group'({ processes, start, expect }) {
    const { process } = start(['sleep', '100']);
    processes.kill(-process.group, 'SIGKILL');
    expect(await process.exited).toEqual({ kind: 'signaled', signal: 'SIGKILL' });
  },
  async 'keeps what a session began together, and lets the dead start nothing'({ processes, expect }) {
    const task = (parent: number, isNew = false): Process =>
      processes.startTask({
        argv: ['task'],
        parent,
        group: 'new',
        ...(isNew ? { session: 'new' } : {}),
        run: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      });
    const leader = task(ROOT_PID, true);
    const child = task(leader.pid);
    leader.kill('SIGKILL');
    const grandchild = task(child.pid);
    expect([child.session, grandchild.session]).toEqual([leader.pid, leader.pid]);
    expect(codeOf(() => task(leader.pid))).toBe('ESRCH');
    child.kill('SIGKILL');
    grandchild.kill('SIGKILL');
  },
  async 'names the failures of starting'({ processes, cwd, start, expect }) {
    expect(codeOf(() => start(['no-such-program']))).toBe('ENOENT');
    expect(codeOf(() => start([cwd]))).toBe('EACCES');
    expect(codeOf(() => processes.kill(999_999_999, 'SIGTERM'))).toBe('ESRCH');
  },
};

function start(
  { processes, cwd }: ProcessHostFixture,
  argv: readonly string[],
  stdin?: OpenFile,
): { process: Process; output: Promise<string>; stdout: OpenFile } {
  const input = stdin ?? closedInput();
  const pipe = createPipe();
  const descriptors = new Map([
    [0, input],
    [1, pipe.writer],
    [2, pipe.writer],
  ]);
  try {
    const env = new Map([['PATH', '/usr/bin:/bin']]);
    const process = processes.spawn({ argv, parent: ROOT_PID, group: 'new', env, cwd, umask: 0o022, descriptors });
    return {
      process,
      stdout: pipe.reader,
      get output() {
        return readAll(pipe.reader);
      },
    };
  } finally {
    input.release();
    pipe.writer.release();
  }
}

function closedInput(): OpenFile {
  const { reader, writer } = createPipe();
  writer.release();
  return reader;
}

async function readAll(reader: OpenFile): Promise<string> {
  const { signal } = new AbortController();
  let text = '';
  for (;;) {
    const bytes = await reader.read(65_536, signal);
    if (bytes.length === 0) return text;
    text += decodeText(bytes);
  }
}

function codeOf(action: () => unknown): string | undefined {
  try {
    action();
  } catch (error) {
    return errnoOf(error) ?? String(error);
  }
  return undefined;
}
