import type { Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';

const USAGE: CommandUsage<'bsd' | 'sysv'> = {
  name: 'sum',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Print a sum and the number of blocks of each FILE.',
  options: {
    bsd: { short: 'r', help: 'the algorithm of BSD, blocks of 1024 bytes (default)' },
    sysv: { short: 's', long: 'sysv', help: 'the algorithm of System V, blocks of 512 bytes' },
  },
};

/** Prints 16-bit sums. */
export const sum: Program = defineCommand(USAGE, async (run) => {
  await printSums(run, run.arguments.last('bsd', 'sysv') === 'sysv');
  return run.status;
});

/** Prints the sum of each input of a command, by the algorithm of BSD or of System V. */
export async function printSums<Name extends string>(run: CommandRun<Name>, isSystemV: boolean): Promise<void> {
  const { operands } = run.arguments;
  await run.eachInput(async ({ name, reader }) => {
    let value = 0;
    let size = 0;
    for (let bytes = await reader.read(); bytes.length > 0; bytes = await reader.read()) {
      size += bytes.length;
      for (const byte of bytes) {
        value = isSystemV ? (value + byte) % 2 ** 32 : (((value >> 1) | ((value & 1) << 15)) + byte) & 0xffff;
      }
    }
    const folded = isSystemV ? (value & 0xffff) + (value >>> 16) : value;
    const checksum = isSystemV ? (folded & 0xffff) + (folded >>> 16) : value;
    const blocks = Math.ceil(size / (isSystemV ? 512 : 1024));
    const isNamed = operands.length > 0;
    const text = isSystemV
      ? `${checksum} ${blocks}`
      : `${String(checksum).padStart(5, '0')} ${String(blocks).padStart(5)}`;
    run.output.putText(`${text}${isNamed ? ` ${name}` : ''}\n`);
  });
}
