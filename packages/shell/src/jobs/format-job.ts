import { describeSignal } from '@cloche/system';
import type { Job } from './job-table.ts';

/** Returns the line by which `jobs` and notices show a job: `[1]+  Running                 sleep 9 &`. */
export function formatJob(job: Job, all: readonly Job[], { showsPid = false }: { showsPid?: boolean }): string {
  const mark = job === all.at(-1) ? '+' : job === all.at(-2) ? '-' : ' ';
  const pid = showsPid ? `${String(job.process.pid)} ` : '';
  const isRunning = !job.process.status && !isStopped(job);
  return `[${job.number}]${mark}  ${pid}${stateOf(job).padEnd(24)}${job.text}${isRunning ? ' &' : ''}\n`;
}

/** Says whether a signal holds the job. */
export function isStopped({ members }: Job): boolean {
  return members.some((process) => process.isStopped);
}

function stateOf(job: Job): string {
  const { status } = job.process;
  if (!status) return isStopped(job) ? 'Stopped' : 'Running';
  if (status.kind === 'signaled') return describeSignal(status.signal);
  return status.code === 0 ? 'Done' : `Exit ${status.code}`;
}
