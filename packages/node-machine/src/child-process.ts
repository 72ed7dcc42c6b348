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
  if (child.pid === undefined) return false;
  try {
    process.kill(-child.pid, signal);
    return true;
  } catch {
    return false;
  }
}
