import type { ChildProcess } from 'node:child_process';
import { type ExitStatus, isSignalName } from '@cloche/system';

/** Resolves with how a child ended; rejects when it did not start. */
export function endOf(child: ChildProcess): Promise<ExitStatus> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (signal !== null && isSignalName(signal)) resolve({ kind: 'signaled', signal });
      else resolve({ kind: 'exited', code: code ?? 1 });
    });
  });
}

/** Sends a signal to a child that leads a group, and to all in the group; returns whether there was one. */
export function killGroup(child: ChildProcess, signal: NodeJS.Signals): boolean {
  return child.pid !== undefined && signalGroup(child.pid, signal);
}

/** Sends a signal to a process group of the host; returns whether there was one. */
export function signalGroup(group: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
}
