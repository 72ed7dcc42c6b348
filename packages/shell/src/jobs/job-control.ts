import {
  type Process,
  SANE_SETTINGS,
  signalNumber,
  statusCode,
  type Terminal,
  TerminatedBySignal,
  terminatingSignal,
} from '@cloche/system';
import { writeText } from '../execute/report-error.ts';
import { waitForProcess } from '../execute/subshell.ts';
import { type Task, waitUntilAborted } from '../execute/task.ts';
import type { Shell } from '../shell.ts';
import { formatJob } from './format-job.ts';

/** What a shell at a terminal has to give its commands the foreground (POSIX XCU 2.11). */
export interface JobControl {
  readonly terminal: Terminal;
}

/** Returns the process group that a new command line joins. */
export function jobGroup(shell: Shell): number | 'new' {
  return shell.jobControl ? 'new' : shell.group;
}

/**
 * Waits for the processes of a command line and returns their statuses. With job control they have the terminal
 * meanwhile; when they are stopped they become a job, and when the person interrupts them so is the line they belong to
 * (throws `TerminatedBySignal` with SIGINT).
 */
export function* waitInForeground(shell: Shell, processes: readonly Process[], text: string): Task<number[]> {
  const { jobControl } = shell;
  const [first] = processes;
  if (!jobControl || !first) {
    const statuses: number[] = [];
    for (const process of processes) statuses.push(yield* waitForProcess(shell, process));
    return statuses;
  }
  const { terminal } = jobControl;
  terminal.foregroundGroup = first.group;
  try {
    for (const process of processes) yield* waitUntilAborted(process.endedOrStopped(), shell.signal);
  } catch (error) {
    for (const process of processes) process.kill(terminatingSignal(error) ?? 'SIGKILL');
    throw error;
  } finally {
    terminal.foregroundGroup = shell.group;
    if (processes.some(({ status }) => status?.kind !== 'exited')) terminal.settings = SANE_SETTINGS;
  }
  if (processes.some(({ status }) => !status)) return yield* keepStopped(shell, processes, text);
  if (processes.some(({ status }) => status?.kind === 'signaled' && status.signal === 'SIGINT'))
    throw new TerminatedBySignal('SIGINT');
  return processes.map(({ status }) => (status ? statusCode(status) : 0));
}

function* keepStopped(shell: Shell, processes: readonly Process[], text: string): Task<number[]> {
  const last = processes.at(-1);
  if (!last) return [];
  const known = shell.jobs.findByPid(last.pid);
  const job = known ?? shell.jobs.add(last, text, processes);
  yield* writeText(shell, 2, `\n${formatJob(job, shell.jobs.list(), {})}`);
  return processes.map(({ status }) => (status ? statusCode(status) : 128 + signalNumber('SIGTSTP')));
}
