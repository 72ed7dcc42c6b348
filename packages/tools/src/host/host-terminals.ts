import {
  type Clock,
  createPseudoTerminal,
  type ExitStatus,
  type Process,
  type ProcessHost,
  type PseudoTerminal,
  ROOT_PID,
  SystemError,
  type TerminalSize,
} from '@cloche/system';
import type { HostCallOptions, HostMethods } from './tool-host.ts';

/** What a machine's terminals run: a shell of its own in each. */
export interface TerminalPrograms {
  readonly processes: ProcessHost;
  readonly env: ReadonlyMap<string, string>;
  readonly cwd: string;
  readonly clock: Clock;
  /** Says why no terminal can be opened here, and what to do; `undefined` when one can. */
  readonly terminalProblem?: () => Promise<string | undefined>;
}

/** The terminals that are open in a machine, by the name that whoever opened them gave. */
export interface HostTerminals {
  run(params: HostMethods['terminal']['params'], options: HostCallOptions): Promise<TerminalEnd>;
  type(id: string, bytes: Uint8Array): void;
  resize(id: string, size: TerminalSize): void;
}

/** How a terminal's program ended. */
export type TerminalEnd = HostMethods['terminal']['result'];

const MAX_TERMINALS = 32;
/** How long programs have to end after the terminal was hung up. */
const GRACE_MS = 1000;
const MAX_SIDE = 65_535;

/** Creates the terminals of a machine; none is open. */
export function createHostTerminals(programs: TerminalPrograms): HostTerminals {
  const open = new Map<string, PseudoTerminal>();
  let numbers = 0;
  const require = (id: string): PseudoTerminal => {
    const terminal = open.get(id);
    if (!terminal) throw new SystemError('ENXIO', 'ioctl', id);
    return terminal;
  };
  return {
    async run({ id, command, columns, rows }, { signal, onOutput }) {
      if (open.has(id)) throw new SystemError('EEXIST', 'open', id);
      if (open.size >= MAX_TERMINALS) throw new SystemError('EMFILE', 'open', id);
      const screen = createPseudoTerminal({
        name: `/dev/pts/${numbers++}`,
        size: checkedSize({ columns, rows }),
        show: (bytes) => onOutput?.({ stream: 'stdout', bytes }),
        signalGroup: (group, name) => signalGroup(programs.processes, group, name),
      });
      open.set(id, screen);
      try {
        const problem = await programs.terminalProblem?.();
        if (problem !== undefined) throw Object.assign(new Error(problem), { code: 'pty_unavailable' });
        const process = start(programs, screen, command);
        const hangUp = (): void => void endProcess(programs, screen, process);
        signal.addEventListener('abort', hangUp, { once: true });
        if (signal.aborted) hangUp();
        const status = await process.exited;
        signal.removeEventListener('abort', hangUp);
        screen.hangUp();
        return describeEnd(status);
      } finally {
        open.delete(id);
        screen.file.release();
      }
    },
    type: (id, bytes) => require(id).type(bytes),
    resize(id, size) {
      require(id).terminal.size = checkedSize(size);
    },
  };
}

function checkedSize({ columns, rows }: TerminalSize): TerminalSize {
  for (const side of [columns, rows])
    if (!Number.isInteger(side) || side < 1 || side > MAX_SIDE) throw new SystemError('EINVAL', 'ioctl');
  return { columns, rows };
}

function start(
  { processes, env, cwd }: TerminalPrograms,
  { file, terminal }: PseudoTerminal,
  command?: string,
): Process {
  const process = processes.spawn({
    argv: command === undefined ? ['bash'] : ['bash', '-c', command],
    parent: ROOT_PID,
    group: 'new',
    terminal: file,
    env: new Map([...env, ['TERM', 'xterm-256color'], ['COLORTERM', 'truecolor']]),
    cwd,
    umask: 0o022,
    descriptors: new Map([
      [0, file],
      [1, file],
      [2, file],
    ]),
  });
  terminal.foregroundGroup = process.group;
  return process;
}

/** Ends a terminal's programs: a hang-up first, and what is left after a grace by force. */
async function endProcess({ clock }: TerminalPrograms, screen: PseudoTerminal, process: Process): Promise<void> {
  screen.hangUp();
  process.kill('SIGHUP');
  process.kill('SIGCONT');
  const timer = new AbortController();
  void process.exited.then(() => timer.abort(new Error('the process has ended')));
  await clock.sleep(GRACE_MS, timer).catch(() => undefined);
  process.kill('SIGKILL');
}

function signalGroup(processes: ProcessHost, group: number, name: Parameters<ProcessHost['kill']>[1]): void {
  try {
    processes.kill(-group, name);
  } catch {
    // The group has ended.
  }
}

function describeEnd(status: ExitStatus): TerminalEnd {
  return status.kind === 'exited' ? { exitCode: status.code } : { exitCode: undefined, signal: status.signal };
}
