import { formatJob, isStopped } from '../jobs/format-job.ts';
import { waitInForeground } from '../jobs/job-control.ts';
import type { Job } from '../jobs/job-table.ts';
import type { Shell } from '../shell.ts';
import type { Builtin, BuiltinCall } from './builtin.ts';
import { describeProblem, parseLetters } from './parse-letters.ts';

/** `jobs [-lnprs] [JOB…]`: lists background commands. */
export const jobsBuiltin: Builtin = (call) => {
  const { shell, args, out, error } = call;
  const { flags, operands, problem } = parseLetters(args, 'lnprsx');
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  let status = 0;
  const listed =
    operands.length === 0
      ? shell.jobs.list()
      : operands.flatMap((operand) => {
          const job = shell.jobs.findBySpec(operand.startsWith('%') ? operand : `%${operand}`);
          if (job) return [job];
          error(`${operand}: no such job`);
          status = 1;
          return [];
        });
  const all = shell.jobs.list();
  for (const job of listed) {
    const { process } = job;
    if (flags.has('r') && (process.status || isStopped(job))) continue;
    if (flags.has('s') && !isStopped(job)) continue;
    if (flags.has('p')) out(`${process.pid}\n`);
    else out(formatJob(job, all, { showsPid: flags.has('l') }));
    if (process.status) shell.jobs.remove(job);
  }
  return status;
};

/** `disown [-ahr] [JOB…]`: forgets background commands. */
export const disownBuiltin: Builtin = ({ shell, args, error }) => {
  const { flags, operands, problem } = parseLetters(args, 'ahr');
  if (problem) {
    error(describeProblem(problem));
    return 2;
  }
  if (flags.has('h')) return 0;
  if (flags.has('a') || flags.has('r')) {
    for (const job of shell.jobs.list()) shell.jobs.remove(job);
    return 0;
  }
  let status = 0;
  for (const operand of operands.length === 0 ? ['%%'] : operands) {
    const job = operand.startsWith('%') ? shell.jobs.findBySpec(operand) : shell.jobs.findByPid(Number(operand));
    if (job) shell.jobs.remove(job);
    else {
      error(`${operand === '%%' && operands.length === 0 ? 'current' : operand}: no such job`);
      status = 1;
    }
  }
  return status;
};

/** `fg [JOB]`: gives a job the terminal, continues it when it is stopped, and waits for it. */
export const fgBuiltin: Builtin = function* (call) {
  const { shell, args, error, out, flush } = call;
  const job = findJob(call, args[0]);
  if (!job) return 1;
  if (job.process.status) {
    error('job has terminated');
    return 1;
  }
  out(`${job.text}\n`);
  yield* flush();
  continueJob(shell, job);
  const status = (yield* waitInForeground(shell, job.members, job.text)).at(-1) ?? 0;
  if (job.process.status) shell.jobs.remove(job);
  return status;
};

/** `bg [JOB…]`: continues stopped jobs in the background. */
export const bgBuiltin: Builtin = (call) => {
  const { shell, args, out, error } = call;
  let status = 0;
  for (const spec of args.length === 0 ? [undefined] : args) {
    const job = findJob(call, spec);
    if (!job) status = 1;
    else if (!isStopped(job)) error(`job ${job.number} already in background`);
    else {
      out(`[${job.number}]+ ${job.text} &\n`);
      continueJob(shell, job);
    }
  }
  return status;
};

function findJob({ shell, error }: BuiltinCall, spec: string | undefined): Job | undefined {
  if (!shell.options.has('monitor')) {
    error('no job control');
    return undefined;
  }
  const job = shell.jobs.findBySpec(spec === undefined || spec.startsWith('%') ? (spec ?? '%%') : `%${spec}`);
  if (!job) error(`${spec ?? 'current'}: no such job`);
  return job;
}

function continueJob(shell: Shell, job: Job): void {
  if (isStopped(job)) shell.machine.processes.kill(-job.process.group, 'SIGCONT');
}
