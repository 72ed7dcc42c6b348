import type { Clock, Process, SignalName } from '@cloche/system';
import type { StopMode } from './process-data.ts';
import type { SupervisedProcess } from './supervised-process.ts';

/** Rounds of SIGKILL, each of which takes everything that is there: only what starts faster than it is killed needs them. */
const MAX_KILLS = 100;

/**
 * Stops a process with everything that it started, also what starts meanwhile. Resolves when that has ended: after
 * `interrupt` at the latest with the grace, whether it ended or not; `terminate` kills what is left after the grace.
 *
 * @returns whether nothing is left; always so after `interrupt`
 */
export async function stopProcess(
  process: SupervisedProcess,
  { mode, graceMs }: { readonly mode: StopMode | 'timeout'; readonly graceMs: number },
  clock: Clock,
): Promise<boolean> {
  if (process.isSettled) return true;
  if (mode === 'interrupt') {
    process.stopRequest ??= 'interrupt';
    signalAll(process.members(), 'SIGINT');
    await untilGone(process, graceMs, clock);
    if (process.members().length === 0) await process.settled;
    return true;
  }
  if (mode !== 'kill') {
    if (process.stopRequest !== 'kill') process.stopRequest = mode;
    // A shell that a person could type at ends when its terminal hangs up, and ignores SIGTERM.
    if (process.screen) {
      process.screen.hangUp();
      signalAll(process.members(), 'SIGHUP');
    }
    signalAll(process.members(), 'SIGTERM');
    // What is stopped hears a signal only when it goes on.
    signalAll(process.members(), 'SIGCONT');
    await untilGone(process, graceMs, clock);
    if (process.members().length === 0) return settle(process);
  }
  if (mode !== 'timeout' && process.state === 'running') process.stopRequest = 'kill';
  for (let round = 0; round < MAX_KILLS; round++) {
    const left = process.members();
    if (left.length === 0) break;
    signalAll(left, 'SIGKILL');
    await Promise.all(left.map(({ exited }) => exited));
  }
  return process.members().length === 0 && settle(process);
}

async function settle(process: SupervisedProcess): Promise<true> {
  process.seal();
  await process.settled;
  return true;
}

function signalAll(processes: readonly Process[], signal: SignalName): void {
  for (const process of processes) process.kill(signal);
}

/** Waits until nothing of a process is left, at most for a time. */
async function untilGone(process: SupervisedProcess, ms: number, clock: Clock): Promise<void> {
  const timer = new AbortController();
  const over = clock.sleep(ms, timer).then(
    () => 'over' as const,
    () => 'gone' as const,
  );
  for (;;) {
    const left = process.members();
    if (left.length === 0) break;
    const gone = Promise.all(left.map(({ exited }) => exited)).then(() => 'gone' as const);
    if ((await Promise.race([over, gone])) === 'over') return;
  }
  timer.abort(new Error('nothing is left'));
  await over;
}
