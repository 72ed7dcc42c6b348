import { decodeText, encodeText, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { defineCommand } from '../../command/define-command.ts';
import { readLines } from '../../command/read-lines.ts';

const USAGE: CommandUsage<never> = {
  name: 'rev',
  synopsis: ['[FILE]...'],
  summary: 'Print each line of each FILE with its characters reversed.',
  options: {},
};

/** Reverses lines. */
export const rev: Program = defineCommand(USAGE, async (run) => {
  await run.eachInput(
    async ({ reader }) => {
      for await (const { lines, isTerminated } of readLines(reader)) {
        for (const [index, line] of lines.entries()) {
          run.output.put(encodeText(Array.from(decodeText(line)).toReversed().join('')));
          if (isTerminated || index < lines.length - 1) run.output.putText('\n');
        }
        await run.output.flush();
      }
    },
    {
      describe: (name, reason, wasOpened) => (wasOpened ? `${name}: 0: ${reason}` : `cannot open ${name}: ${reason}`),
    },
  );
});
