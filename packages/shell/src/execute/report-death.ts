import { describeSignal, type Process, type SignalName } from '@cloche/system';
import type { Shell } from '../shell.ts';
import { messagePrefix, writeText } from './report-error.ts';
import type { Task } from './task.ts';

/** Ends that are ordinary: a person's interrupt, and a writer whose reader is gone. */
const SILENT: ReadonlySet<SignalName> = new Set(['SIGINT', 'SIGPIPE']);

/** Says on standard error that a signal ended a process, as bash does when it learns of it. */
export function* reportDeath(
  shell: Shell,
  { status, pid }: Process,
  text: string,
  { isBackground = false }: { isBackground?: boolean } = {},
): Task<void> {
  if (status?.kind !== 'signaled' || SILENT.has(status.signal)) return;
  if (status.signal === 'SIGTERM') {
    // A script is told of it in one word, and only when it waited in the foreground.
    if (!isBackground) yield* writeText(shell, 2, 'Terminated\n');
    return;
  }
  const start = shell.mode === 'c' ? `${shell.name}: ` : messagePrefix(shell);
  yield* writeText(shell, 2, `${start}${String(pid).padStart(5)} ${describeSignal(status.signal).padEnd(24)}${text}\n`);
}
