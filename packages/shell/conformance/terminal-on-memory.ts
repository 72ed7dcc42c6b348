import {
  createClock,
  createInProcessHost,
  createMemoryFileSystem,
  createPseudoTerminal,
  createYielder,
  decodeText,
  encodeText,
  type MemoryFileSystem,
  type Process,
  type Program,
  ROOT_PID,
} from '@cloche/system';
import { createShellProgram } from '../src/index.ts';

const cat: Program = async ({ stdin, stdout }) => {
  for (;;) {
    const bytes = await stdin.read();
    if (bytes.length === 0) return 0;
    await stdout.write(bytes);
  }
};

const sleep: Program = async ({ argv, clock, signal }) => {
  await clock.sleep(Number(argv[1]) * 1000, { signal });
  return 0;
};

const spin: Program = async ({ yieldIfDue, signal }) => {
  for (;;) {
    const turn = yieldIfDue();
    if (turn) await turn;
    signal.throwIfAborted();
  }
};

/** A shell at a terminal, and the person before it. */
export interface TerminalSession {
  readonly files: MemoryFileSystem;
  readonly shell: Process;
  /** Types keys and waits until what the terminal shows ends with `expected`; returns what it showed since the last call. */
  type(keys: string, expected: string | RegExp): Promise<string>;
  resize(columns: number): void;
  hangUp(): void;
}

const DEADLINE_MS = 5000;

/** Starts `bash` at a new terminal on a machine in memory that has `cat`, `sleep` and `spin`. */
export async function startTerminal(
  options: { columns?: number; env?: [string, string][] } = {},
): Promise<TerminalSession> {
  const clock = createClock({
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  });
  const nextTurn = (): Promise<void> =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(undefined);
    });
  const yieldIfDue = createYielder(clock, nextTurn);
  const files = createMemoryFileSystem({ now: () => clock.now() });
  for (const path of ['/home', '/bin', '/tmp']) files.makeDirectory(path);
  const programs: Readonly<Record<string, Program>> = { bash: createShellProgram(), cat, sleep, spin };
  const resources = { files, clock, random: (length: number) => new Uint8Array(length).fill(7), yieldIfDue };
  const processes = createInProcessHost({
    ...resources,
    programs: {
      has: (name) => Object.hasOwn(programs, name),
      names: () => Object.keys(programs),
      load: (name) => programs[name] ?? cat,
    },
    programDirectories: ['/bin'],
  });
  let shown = '';
  let changed: () => void = () => undefined;
  const screen = createPseudoTerminal({
    name: '/dev/pts/0',
    size: { columns: options.columns ?? 80, rows: 24 },
    show(bytes) {
      shown += decodeText(bytes);
      changed();
      return undefined;
    },
    signalGroup(group, signal) {
      try {
        processes.kill(-group, signal);
      } catch {
        // The group has ended.
      }
    },
  });
  const { file } = screen;
  const shell = processes.spawn({
    argv: ['bash'],
    parent: ROOT_PID,
    group: 'new',
    terminal: file,
    env: new Map([['PATH', '/bin'], ['HOME', '/home'], ['PS1', '$ '], ...(options.env ?? [])]),
    cwd: '/home',
    umask: 0o022,
    descriptors: new Map([
      [0, file],
      [1, file],
      [2, file],
    ]),
  });
  const waitFor = async (expected: string | RegExp): Promise<string> => {
    const deadline = Date.now() + DEADLINE_MS;
    for (;;) {
      const text = plainText(shown);
      if (typeof expected === 'string' ? text.endsWith(expected) : expected.test(text)) {
        shown = '';
        return text;
      }
      if (Date.now() > deadline) throw new Error(`the terminal shows ${JSON.stringify(text)}, not ${String(expected)}`);
      await new Promise<void>((resolve) => {
        changed = resolve;
        setTimeout(resolve, 50);
      });
    }
  };
  await waitFor('$ ');
  return {
    files,
    shell,
    type(keys, expected) {
      screen.type(encodeText(keys));
      return waitFor(expected);
    },
    resize(columns) {
      screen.terminal.size = { columns, rows: 24 };
    },
    hangUp: () => screen.hangUp(),
  };
}

/** Returns what a terminal shows as text: each row as it was drawn last, escape sequences carried out or left out. */
function plainText(shown: string): string {
  const rows: string[] = [''];
  let row = 0;
  // oxlint-disable-next-line no-control-regex -- escape sequences begin with a control character
  for (const [token] of shown.matchAll(/\x1b\[[0-9;?]*[A-Za-z]|\x1b.|[\s\S]/gu)) {
    const count = Number(/\d+/.exec(token)?.[0] ?? 1);
    if (token === '\n') {
      row++;
      rows[row] ??= '';
    } else if (token === '\r' || token === '\x07') continue;
    else if (token === '\b') rows[row] = (rows[row] ?? '').slice(0, -1);
    else if (token.endsWith('A') && token.length > 1) row = Math.max(0, row - count);
    else if (token.endsWith('B') && token.length > 1) row += count;
    else if (token === '\x1b[J') {
      rows.length = row + 1;
      rows[row] = '';
    } else if (!token.startsWith('\x1b')) rows[row] = (rows[row] ?? '') + token;
  }
  return rows.join('\n');
}
