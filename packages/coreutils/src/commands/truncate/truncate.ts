import { describeError, errnoOf, joinPath, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { parseSize } from '../../arguments/parse-size.ts';
import { quote, quoteName } from '../../arguments/quote.ts';
import { isInputFault } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';

const USAGE: CommandUsage<'noCreate' | 'ioBlocks' | 'reference' | 'size'> = {
  name: 'truncate',
  synopsis: ['OPTION... FILE...'],
  summary: 'Shrink or extend the size of each FILE to the specified size.',
  options: {
    noCreate: { short: 'c', long: 'no-create', help: 'do not create any files' },
    ioBlocks: { short: 'o', long: 'io-blocks', help: 'treat SIZE as number of blocks of 4096 bytes' },
    reference: { short: 'r', long: 'reference', value: 'RFILE', help: 'base size on RFILE' },
    size: { short: 's', long: 'size', value: 'SIZE', help: 'set or adjust the file size by SIZE bytes' },
  },
  notes: 'SIZE may begin with + (extend by), - (reduce by), < (at most), > (at least), / (round down to) or % (up to).',
};

/** Computes a size from the one the file has. */
type Resize = (current: number, amount: number) => number;

const RESIZES: Readonly<Record<string, Resize>> = {
  '': (_, amount) => amount,
  '+': (current, amount) => current + amount,
  '-': (current, amount) => Math.max(current - amount, 0),
  '<': (current, amount) => Math.min(current, amount),
  '>': (current, amount) => Math.max(current, amount),
  '/': (current, amount) => Math.floor(current / amount) * amount,
  '%': (current, amount) => Math.ceil(current / amount) * amount,
};

const BLOCK_BYTES = 4096;

/** Sets the sizes of files. */
export const truncate: Program = defineCommand(USAGE, async (run) => {
  const { arguments: given, context } = run;
  const written = given.value('size');
  const reference = given.value('reference');
  if (written === undefined && reference === undefined) {
    return run.failUsage(`you must specify either ${quote('--size')} or ${quote('--reference')}`);
  }
  const [, sign = '', number = ''] = /^\s*([-+<>/%]?)(.*)$/.exec(written ?? '+0') ?? [];
  const amount = parseSize(number);
  const resize = RESIZES[sign];
  if (amount === undefined || !resize) {
    await run.fail(`Invalid number: ${quote(written ?? '')}`);
    return 1;
  }
  if ((sign === '/' || sign === '%') && amount === 0) {
    await run.fail('division by zero');
    return 1;
  }
  if (given.operands.length === 0) return run.failUsage('missing file operand');
  const bytes = given.has('ioBlocks') ? amount * BLOCK_BYTES : amount;
  const base = reference === undefined ? undefined : context.files.stat(joinPath(context.cwd, reference)).size;
  for (const name of given.operands) {
    try {
      const path = joinPath(context.cwd, name);
      if (given.has('noCreate')) context.files.stat(path);
      else context.open(name, { write: true, create: true }).close();
      context.files.truncate(path, resize(base ?? context.files.stat(path).size, bytes));
    } catch (error) {
      if (!isInputFault(error)) throw error;
      if (given.has('noCreate') && errnoOf(error) === 'ENOENT') continue;
      await run.fail(`cannot open ${quoteName(name)} for writing: ${describeError(error)}`);
    }
  }
  return run.status;
});
