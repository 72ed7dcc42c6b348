import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process of the host, as its process table says. */
export interface HostProcess {
  readonly pid: number;
  readonly parentPid: number;
  readonly group: number;
  readonly session: number;
  /** `R` for running or ready to, `S` for waiting, `Z` for ended. */
  readonly state: string;
  /** Ticks of processor time that it has used. */
  readonly usedTicks: number;
}

/** Returns the process, or `undefined` when it is gone or the host has no `/proc`. */
export function readProcess(pid: number): HostProcess | undefined {
  try {
    return parseStat(pid, readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Returns the processes of a runtime that are alive: those in the given sessions, those that work in its folder or were started
 * with it in their environment, and all that descends from them. A process may have left its session and its parent; a leader
 * that has just been started may have none of these yet.
 */
export function processesOf(
  sessions: ReadonlySet<number>,
  folder: string,
  leaders: ReadonlySet<number> = new Set(),
): HostProcess[] {
  const all = readAll();
  const found = new Map<number, HostProcess>();
  for (const process of all) {
    const { pid, session } = process;
    if (sessions.has(session) || leaders.has(pid) || worksIn(pid, folder) || knows(pid, folder))
      found.set(pid, process);
  }
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const process of all) if (found.has(process.parentPid)) found.set(process.pid, process);
  }
  return [...found.values()].filter(({ state }) => state !== 'Z');
}

/** Returns the processes that a process has started and that are there. */
export function childrenOf(pid: number): HostProcess[] {
  return readAll().filter(({ parentPid }) => parentPid === pid);
}

/** Sends a signal to a process or, with a negative number, to a group; nothing happens when it is gone. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone.
  }
}

function readAll(): HostProcess[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : []));
  } catch {
    return [];
  }
}

function worksIn(pid: number, folder: string): boolean {
  try {
    return `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${folder}/`);
  } catch {
    return false;
  }
}

function knows(pid: number, folder: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(folder);
  } catch {
    return false;
  }
}

/** Fields are those of proc_pid_stat(5); the name, in parentheses, may hold anything. */
function parseStat(pid: number, text: string): HostProcess {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const number = (index: number): number => Number(fields[index] ?? 0);
  return {
    pid,
    state: fields[0] ?? '',
    parentPid: number(1),
    group: number(2),
    session: number(3),
    usedTicks: number(11) + number(12),
  };
}
