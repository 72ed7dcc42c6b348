import { type Process, signalNumber, statusCode, TerminatedBySignal, terminatingSignal } from '@cloche/system';
import { reportDeath } from '../execute/report-death.ts';
import { waitForProcess } from '../execute/subshell.ts';
import { type Task, waitUntilAborted } from '../execute/task.ts';
import type { Job } from '../jobs/job-table.ts';
import type { Shell } from '../shell.ts';
import { assignVariable } from '../variables/shell-variables.ts';
import type { Builtin, BuiltinCall } from './builtin.ts';
import { describeProblem, parseLetters } from './parse-letters.ts';

/** `wait [-fn] [-p NAME] [PID|JOB…]`: waits for background commands. */
export const waitBuiltin: Builtin = function* (call) {
  const { shell, args, error } = call;
  const { flags, values, operands, problem } = parseLetters(args, 'fnp:');
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  const store = (pid: number): void => {
    const name = values.get('p');
    if (name !== undefined) assignVariable(shell, name, String(pid));
  };
  if (flags.has('n')) return yield* waitForAny(call, operands, store);
  if (operands.length === 0) {
    for (const job of shell.jobs.list()) {
      const interrupted = yield* waitForJob(shell, job);
      if (interrupted.kind === 'trapped') return interrupted.status;
    }
    return 0;
  }
  let status = 0;
  for (const operand of operands) status = yield* waitForOne(call, operand, store);
  return status;
};

function* waitForOne({ shell, error }: BuiltinCall, operand: string, store: (pid: number) => void): Task<number> {
  if (!operand.startsWith('%') && !/^\d+$/.test(operand)) {
    error(`\`${operand}': not a pid or valid job spec`);
    return 1;
  }
  const job = operand.startsWith('%') ? shell.jobs.findBySpec(operand) : shell.jobs.findByPid(Number(operand));
  if (!job) {
    const ended = shell.jobs.endedStatus(Number(operand));
    if (ended !== undefined) return ended;
    // A process substitution is a child that is no job.
    const child = shell.machine.processes.get(Number(operand));
    if (child?.parent === shell.pid) return yield* waitForProcess(shell, child);
    error(operand.startsWith('%') ? `${operand}: no such job` : `pid ${operand} is not a child of this shell`);
    return 127;
  }
  store(job.process.pid);
  return (yield* waitForJob(shell, job)).status;
}

function* waitForAny(call: BuiltinCall, operands: readonly string[], store: (pid: number) => void): Task<number> {
  const { shell, error } = call;
  for (const operand of operands) {
    if (operand.startsWith('%') ? !shell.jobs.findBySpec(operand) : !/^\d+$/.test(operand))
      error(operand.startsWith('%') ? `${operand}: no such job` : `\`${operand}': not a pid or valid job spec`);
  }
  const jobs = shell.jobs
    .list()
    .filter((job) => operands.length === 0 || operands.some((operand) => isNamed(shell, job, operand)));
  if (jobs.length === 0) return 127;
  const ended = jobs.find((job) => job.process.status) ?? (yield* waitForFirst(shell, jobs));
  store(ended.process.pid);
  return (yield* waitForJob(shell, ended)).status;
}

function isNamed(shell: Shell, job: Job, operand: string): boolean {
  return operand.startsWith('%') ? shell.jobs.findBySpec(operand) === job : job.process.pid === Number(operand);
}

function* waitForFirst(shell: Shell, jobs: readonly Job[]): Task<Job> {
  return yield* waitUntilAborted(Promise.race(jobs.map((job) => job.process.exited.then(() => job))), shell.signal);
}

type WaitResult = { readonly kind: 'ended' | 'trapped'; readonly status: number };

/** Waits for a job; a signal with a trap ends the wait with 128 plus its number. */
function* waitForJob(shell: Shell, job: Job): Task<WaitResult> {
  const status = yield* waitInterruptibly(shell, job.process);
  if (status.kind === 'ended') {
    shell.jobs.remove(job);
    yield* reportDeath(shell, job.process, job.text, { isBackground: true });
  }
  return status;
}

function* waitInterruptibly(shell: Shell, process: Process): Task<WaitResult> {
  if (process.status) return { kind: 'ended', status: statusCode(process.status) };
  const interrupt = new AbortController();
  const first = shell.traps.pending.length;
  shell.traps.wake = () => {
    const signal = shell.traps.pending[first];
    if (signal && signal !== 'SIGCHLD') interrupt.abort(new TerminatedBySignal(signal));
  };
  try {
    const ended = yield* waitUntilAborted(process.exited, AbortSignal.any([shell.signal, interrupt.signal]));
    return { kind: 'ended', status: statusCode(ended) };
  } catch (error) {
    const signal = terminatingSignal(error);
    if (!interrupt.signal.aborted || !signal || shell.signal.aborted) throw error;
    return { kind: 'trapped', status: 128 + signalNumber(signal) };
  } finally {
    shell.traps.wake = undefined;
  }
}
