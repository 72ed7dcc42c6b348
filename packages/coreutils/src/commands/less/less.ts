import { joinPath, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { defineCommand } from '../../command/define-command.ts';
import { statOf } from '../cp/copy-tree.ts';

type LessOption = 'accepted' | 'acceptedValue';

const USAGE: CommandUsage<LessOption> = {
  name: 'less',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Print FILEs, all at once: there is nobody to turn pages.',
  options: {
    accepted: {
      short: 'aABcCdeEfFgGiIJKLmMnNqQrRsSuUVwWX~',
      long: [
        'quit-if-one-screen',
        'RAW-CONTROL-CHARS',
        'raw-control-chars',
        'chop-long-lines',
        'no-init',
        'ignore-case',
        'quit-at-eof',
        'QUIT-AT-EOF',
        'squeeze-blank-lines',
        'mouse',
        'LINE-NUMBERS',
        'line-numbers',
      ],
    },
    acceptedValue: { short: 'bDhjkoOpPtTxyz#', long: ['tabs', 'prompt', 'pattern', 'window', 'shift'], value: 'VALUE' },
  },
  rewriteWords: (words) => words.filter((word) => !word.startsWith('+')),
};

/** Prints files as less does where its output is no terminal. */
export const less: Program = defineCommand(USAGE, async (run) => {
  for (const name of run.arguments.operands) {
    if (statOf(run.context.files, joinPath(run.context.cwd, name))?.kind === 'directory') {
      await run.warn(`${name} is a directory`);
      return 1;
    }
  }
  await run.eachInput(
    async ({ reader }) => {
      for (let bytes = await reader.read(); bytes.length > 0; bytes = await reader.read()) {
        run.output.put(bytes);
        await run.output.flush();
      }
    },
    { describe: (name, reason) => `${name}: ${reason}` },
  );
  return run.status;
});
