import { isSignalName, type SignalName, signalNumber } from './signals.ts';

/** How a process ended. */
export type ExitStatus =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signaled'; readonly signal: SignalName };

/** Returns the number a shell puts in `$?`: the exit code, or 128 plus the signal's number. */
export function statusCode(status: ExitStatus): number {
  return status.kind === 'exited' ? status.code : 128 + signalNumber(status.signal);
}

/** The reason with which a process's `AbortSignal` is aborted when a signal ends it. */
export class TerminatedBySignal extends Error {
  override readonly name = 'TerminatedBySignal';
  readonly code = 'terminated_by_signal';
  readonly signal: SignalName;

  constructor(signal: SignalName) {
    super(`terminated by ${signal}`);
    this.signal = signal;
  }
}

/** Returns the signal that `error` says ended the process, or `undefined`. */
export function terminatingSignal(error: unknown): SignalName | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error) || error.code !== 'terminated_by_signal')
    return undefined;
  return 'signal' in error && typeof error.signal === 'string' && isSignalName(error.signal) ? error.signal : undefined;
}
