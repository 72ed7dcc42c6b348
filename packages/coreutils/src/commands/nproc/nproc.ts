import type { Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote } from '../../arguments/quote.ts';
import { defineCommand } from '../../command/define-command.ts';

const USAGE: CommandUsage<'all' | 'ignore'> = {
  name: 'nproc',
  synopsis: ['[OPTION]...'],
  summary: 'Print the number of processing units: the machine has one.',
  options: {
    all: { long: 'all', help: 'print the number of installed processors' },
    ignore: { long: 'ignore', value: 'N', help: 'if possible, exclude N processing units' },
  },
};

/** Prints the number of processors. */
export const nproc: Program = defineCommand(USAGE, async (run) => {
  const [extra] = run.arguments.operands;
  if (extra !== undefined) return run.failUsage(`extra operand ${quote(extra)}`);
  const ignored = run.arguments.value('ignore') ?? '0';
  if (!/^\s*\+?\d+$/.test(ignored)) {
    await run.fail(`invalid number: ${quote(ignored)}`);
    return 1;
  }
  if (BigInt(ignored.trim()) >= 1n << 64n) {
    await run.fail(`invalid number: ${quote(ignored)}: Value too large for defined data type`);
    return 1;
  }
  const count = run.arguments.has('all') ? 1 : countFor(run.context.env);
  run.output.putText(`${Math.max(1, count - Number(ignored))}\n`);
  return 0;
});

/** What OpenMP's variables ask for counts, within their limit; else the machine's one. */
function countFor(env: ReadonlyMap<string, string>): number {
  const wanted = readCount(env.get('OMP_NUM_THREADS')) || 1;
  const limit = readCount(env.get('OMP_THREAD_LIMIT')) || Number.POSITIVE_INFINITY;
  return Math.min(wanted, limit);
}

/** The first number of a list of them, one for each level of nesting; 0 where there is none. */
function readCount(written = ''): number {
  return Number(/^\s*(\d{1,9})\s*(?:,|$)/.exec(written)?.[1] ?? 0);
}
