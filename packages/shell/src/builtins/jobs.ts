import { describeSignal, type Process } from '@cloche/system';
import { waitForProcess } from '../execute/subshell.ts';
import type { Job } from '../jobs/job-table.ts';
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
    if (flags.has('r') && process.status) continue;
    if (flags.has('s')) continue;
    if (flags.has('p')) out(`${process.pid}\n`);
    else out(formatJob(job, all, flags.has('l')));
    if (process.status) shell.jobs.remove(job);
  }
  return status;
};

function formatJob(job: Job, all: readonly Job[], showsPid: boolean): string {
  const mark = job === all.at(-1) ? '+' : job === all.at(-2) ? '-' : ' ';
  const state = stateOf(job.process);
  const pid = showsPid ? `${String(job.process.pid)} ` : '';
  return `[${job.number}]${mark}  ${pid}${state.padEnd(24)}${job.text}${job.process.status ? '' : ' &'}\n`;
}

function stateOf({ status }: Process): string {
  if (!status) return 'Running';
  if (status.kind === 'signaled') return describeSignal(status.signal);
  return status.code === 0 ? 'Done' : `Exit ${status.code}`;
}

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

/** `fg [JOB]`: waits for a background command as if it were in the foreground; needs job control as bash does. */
export const fgBuiltin: Builtin = function* (call) {
  const { shell, args, error, out, flush } = call;
  if (!shell.options.has('monitor')) return withoutJobControl(call);
  const job = shell.jobs.findBySpec(args[0] ?? '%%');
  if (!job) {
    error(`${args[0] ?? 'current'}: no such job`);
    return 1;
  }
  out(`${job.text}\n`);
  yield* flush();
  const status = yield* waitForProcess(shell, job.process);
  shell.jobs.remove(job);
  return status;
};

/** `bg [JOB]`: goes on with a stopped command in the background; commands are never stopped here. */
export const bgBuiltin: Builtin = (call) => {
  const { shell, args, error } = call;
  if (!shell.options.has('monitor')) return withoutJobControl(call);
  const job = shell.jobs.findBySpec(args[0] ?? '%%');
  error(job ? `job ${job.number} already in background` : `${args[0] ?? 'current'}: no such job`);
  return job ? 0 : 1;
};

function withoutJobControl({ error }: BuiltinCall): number {
  error('no job control');
  return 1;
}
