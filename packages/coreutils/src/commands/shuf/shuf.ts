import { decodeText, describeError, encodeText, type Program, type ProgramContext } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote, quoteNameIfNeeded } from '../../arguments/quote.ts';
import { type CommandRun, isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readAll, splitLines } from '../../command/read-lines.ts';

type ShufOption = 'echo' | 'range' | 'count' | 'output' | 'repeat' | 'zero';

const USAGE: CommandUsage<ShufOption> = {
  name: 'shuf',
  synopsis: ['[OPTION]... [FILE]', '-e [OPTION]... [ARG]...', '-i LO-HI [OPTION]...'],
  summary: 'Write a random permutation of the input lines.',
  options: {
    echo: { short: 'e', long: 'echo', help: 'treat each ARG as an input line' },
    range: {
      short: 'i',
      long: 'input-range',
      value: 'LO-HI',
      help: 'treat each number LO through HI as an input line',
    },
    count: { short: 'n', long: 'head-count', value: 'COUNT', help: 'output at most COUNT lines' },
    output: { short: 'o', long: 'output', value: 'FILE', help: 'write to FILE' },
    repeat: { short: 'r', long: 'repeat', help: 'output lines can be repeated' },
    zero: { short: 'z', long: 'zero-terminated', help: 'lines end with a NUL byte' },
  },
};

/** Shuffles lines. */
export const shuf: Program = defineCommand(USAGE, async (run) => {
  const written = run.arguments.value('count');
  if (written !== undefined && !/^\d+$/.test(written)) return run.failUsage(`invalid line count: ${quote(written)}`);
  const items = await readItems(run);
  if (!items) return 1;
  const repeats = run.arguments.has('repeat');
  const count = Number(written ?? (repeats ? Number.POSITIVE_INFINITY : items.length));
  if (repeats && items.length === 0 && count > 0) {
    await run.fail('no lines to repeat');
    return 1;
  }
  const end = run.arguments.has('zero') ? '\0' : '\n';
  const target = run.arguments.value('output');
  const file =
    target === undefined ? undefined : run.context.open(target, { write: true, create: true, truncate: true });
  const put = async (text: string): Promise<void> => {
    if (file) await file.write(encodeText(text));
    else run.output.putText(text);
  };
  const limit = repeats ? count : Math.min(count, items.length);
  for (let index = 0; index < limit; index++) {
    const chosen = (repeats ? 0 : index) + below(run.context, items.length - (repeats ? 0 : index));
    const item = items[chosen] ?? '';
    if (!repeats) {
      items[chosen] = items[index] ?? '';
      items[index] = item;
    }
    await put(item + end);
    const wait = run.output.drain() ?? run.context.yieldIfDue();
    if (wait) await wait;
  }
  file?.close();
  return 0;
});

async function readItems(run: CommandRun<ShufOption>): Promise<string[] | undefined> {
  const { operands } = run.arguments;
  const range = run.arguments.value('range');
  if (run.arguments.has('echo') && range !== undefined) {
    await run.failUsage('cannot combine -e and -i options');
    return undefined;
  }
  if (run.arguments.has('echo')) return [...operands];
  const extra = operands[range === undefined ? 1 : 0];
  if (extra !== undefined) {
    await run.failUsage(`extra operand ${quote(extra)}`);
    return undefined;
  }
  if (range === undefined) return readInput(run, operands[0] ?? '-');
  const [, low, high] = /^(\d+)-(\d+)$/.exec(range) ?? [];
  if (low === undefined || high === undefined || Number(low) > Number(high) + 1) {
    await run.failUsage(`invalid input range: ${quote(range)}`);
    return undefined;
  }
  return Array.from({ length: Number(high) - Number(low) + 1 }, (_, index) => String(Number(low) + index));
}

async function readInput(run: CommandRun<ShufOption>, name: string): Promise<string[] | undefined> {
  try {
    const bytes = await readAll(name === '-' ? run.context.stdin : run.open(name));
    return splitLines(bytes, run.arguments.has('zero') ? 0 : 10).map((line) => decodeText(line));
  } catch (error) {
    if (!isInputFault(error)) throw error;
    await run.fail(`${quoteNameIfNeeded(name)}: ${describeError(error)}`);
    return undefined;
  }
}

/** Returns a random number from 0 up to, and not with, `limit`, each as likely as the others. */
function below({ random }: ProgramContext, limit: number): number {
  const range = 2 ** 48;
  const most = range - (range % limit);
  for (;;) {
    let value = 0;
    for (const byte of random(6)) value = value * 256 + byte;
    if (value < most) return value % limit;
  }
}
