import { describeError, errnoOf, parseSignal, type SignalName, signalNumber } from '@cloche/system';
import type { Job } from '../jobs/job-table.ts';
import type { Shell } from '../shell.ts';
import type { Builtin, BuiltinCall } from './builtin.ts';
import { formatSignalList } from './trap.ts';

/** `kill [-s SIGNAL | -n NUMBER | -SIGNAL] PID|JOB… ` and `kill -l [SIGNAL…]`. */
export const killBuiltin: Builtin = (call) => {
  const { args, error, errorText } = call;
  if (args[0] === '-l' || args[0] === '-L') return listSignals(call, args.slice(1));
  const { signal, targets, problem } = parseTargets(args);
  if (problem !== undefined) {
    error(problem);
    return 1;
  }
  if (targets.length === 0) {
    errorText('kill: usage: kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]\n');
    return 2;
  }
  let failures = 0;
  for (const target of targets) if (!send(call, target, signal)) failures++;
  return failures === targets.length ? 1 : 0;
};

interface KillTargets {
  /** `undefined` asks only whether the process is there. */
  readonly signal: SignalName | undefined;
  readonly targets: readonly string[];
  readonly problem: string | undefined;
}

function parseTargets(args: readonly string[]): KillTargets {
  let index = 0;
  let word = 'TERM';
  const first = args[0] ?? '';
  if (first === '-s' || first === '-n') {
    word = args[1] ?? '';
    index = 2;
  } else if (/^-[sn]./.test(first) && !parseSignal(first.slice(1))) {
    word = first.slice(2);
    index = 1;
  } else if (/^-./.test(first) && first !== '--') {
    word = first.slice(1);
    index = 1;
  }
  if (args[index] === '--') index++;
  const signal = word === '0' ? undefined : parseSignal(word);
  const problem = word !== '0' && !signal ? `${word}: invalid signal specification` : undefined;
  return { signal, targets: args.slice(index), problem };
}

function send({ shell, error }: BuiltinCall, target: string, signal: SignalName | undefined): boolean {
  const { processes } = shell.machine;
  if (target.startsWith('%')) {
    const job = shell.jobs.findBySpec(target);
    if (!job) {
      error(`${target}: no such job`);
      return false;
    }
    if (signal) signalJob(shell, job, signal);
    return true;
  }
  if (!/^-?\d+$/.test(target)) {
    error(`${target}: arguments must be process or job IDs`);
    return false;
  }
  const pid = Number(target) === 0 ? -shell.group : Number(target);
  try {
    if (signal) processes.kill(pid, signal);
    else if (!processes.get(pid)) throw new Error('No such process');
    // The signal may have ended this shell.
    shell.signal.throwIfAborted();
    return true;
  } catch (failure) {
    if (shell.signal.aborted || (signal && errnoOf(failure) === undefined)) throw failure;
    error(`(${target}) - ${describeError(failure)}`);
    return false;
  }
}

/** With job control a job is a process group; a stopped one is continued so that it can end. */
function signalJob(shell: Shell, { process, members }: Job, signal: SignalName): void {
  if (!shell.jobControl) {
    process.kill(signal);
    return;
  }
  if (members.some(({ status }) => !status)) shell.machine.processes.kill(-process.group, signal);
  if ((signal === 'SIGTERM' || signal === 'SIGHUP') && members.some(({ isStopped }) => isStopped))
    shell.machine.processes.kill(-process.group, 'SIGCONT');
}

function listSignals({ out, error }: BuiltinCall, words: readonly string[]): number {
  if (words.length === 0) {
    out(formatSignalList());
    return 0;
  }
  let status = 0;
  for (const word of words) {
    const number = /^\d+$/.test(word) && Number(word) > 128 ? String(Number(word) - 128) : word;
    const signal = parseSignal(number);
    if (!signal) {
      error(`${word}: invalid signal specification`);
      status = 1;
    } else out(/^\d+$/.test(word) ? `${signal.slice(3)}\n` : `${signalNumber(signal)}\n`);
  }
  return status;
}
