/** Signals with their Linux numbers and what they do to a process that has no handler (signal(7)). */
const SIGNAL_TABLE = {
  SIGHUP: [1, 'terminate', 'Hangup'],
  SIGINT: [2, 'terminate', 'Interrupt'],
  SIGQUIT: [3, 'terminate', 'Quit'],
  SIGILL: [4, 'terminate', 'Illegal instruction'],
  SIGTRAP: [5, 'terminate', 'Trace/breakpoint trap'],
  SIGABRT: [6, 'terminate', 'Aborted'],
  SIGBUS: [7, 'terminate', 'Bus error'],
  SIGFPE: [8, 'terminate', 'Floating point exception'],
  SIGKILL: [9, 'terminate', 'Killed'],
  SIGUSR1: [10, 'terminate', 'User defined signal 1'],
  SIGSEGV: [11, 'terminate', 'Segmentation fault'],
  SIGUSR2: [12, 'terminate', 'User defined signal 2'],
  SIGPIPE: [13, 'terminate', 'Broken pipe'],
  SIGALRM: [14, 'terminate', 'Alarm clock'],
  SIGTERM: [15, 'terminate', 'Terminated'],
  SIGSTKFLT: [16, 'terminate', 'Stack fault'],
  SIGCHLD: [17, 'ignore', 'Child exited'],
  SIGCONT: [18, 'ignore', 'Continued'],
  SIGSTOP: [19, 'stop', 'Stopped (signal)'],
  SIGTSTP: [20, 'stop', 'Stopped'],
  SIGTTIN: [21, 'stop', 'Stopped (tty input)'],
  SIGTTOU: [22, 'stop', 'Stopped (tty output)'],
  SIGURG: [23, 'ignore', 'Urgent I/O condition'],
  SIGXCPU: [24, 'terminate', 'CPU time limit exceeded'],
  SIGXFSZ: [25, 'terminate', 'File size limit exceeded'],
  SIGVTALRM: [26, 'terminate', 'Virtual timer expired'],
  SIGPROF: [27, 'terminate', 'Profiling timer expired'],
  SIGWINCH: [28, 'ignore', 'Window changed'],
  SIGIO: [29, 'terminate', 'I/O possible'],
  SIGPWR: [30, 'terminate', 'Power failure'],
  SIGSYS: [31, 'terminate', 'Bad system call'],
} as const;

/** The name of a signal, such as `SIGTERM`. */
export type SignalName = keyof typeof SIGNAL_TABLE;

/** All signal names, by number. */
export const SIGNAL_NAMES: readonly SignalName[] = Object.keys(SIGNAL_TABLE).filter(isSignalName);

/** Says whether `name` is a signal's full name (`SIGTERM`, not `TERM`). */
export function isSignalName(name: string): name is SignalName {
  return Object.hasOwn(SIGNAL_TABLE, name);
}

/** Returns the signal's Linux number: 15 for `SIGTERM`. */
export function signalNumber(name: SignalName): number {
  return SIGNAL_TABLE[name][0];
}

/** Returns what the signal does to a process without a handler for it. */
export function defaultAction(name: SignalName): 'terminate' | 'ignore' | 'stop' {
  return SIGNAL_TABLE[name][1];
}

/** Returns the text that a shell prints for a process the signal ended: `Terminated`. */
export function describeSignal(name: SignalName): string {
  return SIGNAL_TABLE[name][2];
}

/** Returns the signal that a person's word means: `15`, `TERM`, `term` or `SIGTERM`. */
export function parseSignal(word: string): SignalName | undefined {
  if (/^\d+$/.test(word)) return SIGNAL_NAMES.find((name) => signalNumber(name) === Number(word));
  const upper = word.toUpperCase();
  const name = upper.startsWith('SIG') ? upper : `SIG${upper}`;
  return isSignalName(name) ? name : undefined;
}
