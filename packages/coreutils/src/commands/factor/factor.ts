import { decodeText, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote } from '../../arguments/quote.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readAll } from '../../command/read-lines.ts';
import { primeFactors } from './prime-factors.ts';

const USAGE: CommandUsage<never> = {
  name: 'factor',
  synopsis: ['[NUMBER]...'],
  summary: 'Print the prime factors of each NUMBER, or of the numbers on standard input.',
  options: {},
};

/** Prints prime factors. */
export const factor: Program = defineCommand(USAGE, async (run) => {
  const { operands } = run.arguments;
  const words =
    operands.length > 0
      ? operands
      : decodeText(await readAll(run.context.stdin))
          .split(/\s+/)
          .filter(Boolean);
  for (const word of words) {
    const digits = word.trim().replace(/^\+/, '');
    if (!/^\d+$/.test(digits)) {
      await run.fail(`${quote(word)} is not a valid positive integer`);
      continue;
    }
    const factors = await primeFactors(BigInt(digits), run.context.yieldIfDue);
    run.output.putText(`${BigInt(digits)}:${factors.map((prime) => ` ${prime}`).join('')}\n`);
  }
  return run.status;
});
