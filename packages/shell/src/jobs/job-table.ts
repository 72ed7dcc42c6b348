import { type ExitStatus, type Process, statusCode } from '@cloche/system';

/** A background command. */
export interface Job {
  readonly number: number;
  /** The process whose status is the job's. */
  readonly process: Process;
  /** All processes of its pipeline. */
  readonly members: readonly Process[];
  /** The command as `jobs` shows it. */
  readonly text: string;
  /** Whether its end was shown or waited for. */
  isReported: boolean;
  isDisowned: boolean;
}

/** The background commands of a shell. */
export interface JobTable {
  add(process: Process, text: string, members?: readonly Process[]): Job;
  /** Jobs that are still listed, by number. */
  list(): Job[];
  findByPid(pid: number): Job | undefined;
  /** Returns the job that `%1`, `%%`, `%+`, `%-`, `%text` or `%?text` means. */
  findBySpec(spec: string): Job | undefined;
  remove(job: Job): void;
  /** Remembers statuses of jobs that were removed, for a later `wait`. */
  endedStatus(pid: number): number | undefined;
  rememberEnded(pid: number, status: ExitStatus): void;
}

/** Makes the table of a subshell: it lists its parent's jobs. */
export function inheritJobs(parent: JobTable): JobTable {
  return createJobTable(parent.list().map((job) => ({ ...job })));
}

/** Creates a table of jobs. */
export function createJobTable(initial: readonly Job[] = []): JobTable {
  let jobs: Job[] = [...initial];
  const ended = new Map<number, number>();
  const current = (): Job | undefined => jobs.at(-1);
  return {
    add(process, text, members = [process]) {
      const number = Math.max(0, ...jobs.map((job) => job.number)) + 1;
      const job: Job = { number, process, members, text, isReported: false, isDisowned: false };
      jobs.push(job);
      return job;
    },
    list: () => [...jobs],
    findByPid: (pid) => jobs.find((job) => job.process.pid === pid),
    findBySpec(spec) {
      const name = spec.slice(1);
      if (name === '' || name === '%' || name === '+') return current();
      if (name === '-') return jobs.at(-2) ?? current();
      if (/^\d+$/.test(name)) return jobs.find((job) => job.number === Number(name));
      if (name.startsWith('?')) return jobs.find((job) => job.text.includes(name.slice(1)));
      return jobs.find((job) => job.text.startsWith(name));
    },
    remove(job) {
      jobs = jobs.filter((other) => other !== job);
    },
    endedStatus: (pid) => ended.get(pid),
    rememberEnded(pid, status) {
      ended.set(pid, statusCode(status));
    },
  };
}
