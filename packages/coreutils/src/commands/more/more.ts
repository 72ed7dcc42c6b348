import { joinPath, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { defineCommand } from '../../command/define-command.ts';
import { statOf } from '../cp/copy-tree.ts';

const USAGE: CommandUsage<'accepted' | 'lines' | 'squeeze'> = {
  name: 'more',
  synopsis: ['[OPTION]... [FILE]...'],
  summary: 'Print FILEs, all at once: there is nobody to turn pages.',
  digits: 'lines',
  options: {
    accepted: {
      short: 'cdeflpu',
      long: ['silent', 'logical', 'exit-on-eof', 'no-pause', 'print-over', 'clean-print', 'plain'],
    },
    lines: { short: 'n', long: 'lines', value: 'NUMBER', help: 'accepted' },
    squeeze: { short: 's', long: 'squeeze', help: 'accepted' },
  },
  rewriteWords: (words) => words.filter((word) => !/^\+[/\d]/.test(word)),
};

const RULE = '::::::::::::::';

/** Prints files, each below its name when there are several; standard input counts, where it is no terminal. */
export const more: Program = defineCommand(USAGE, async (run) => {
  const { operands } = run.arguments;
  await run.eachInput(
    async ({ name, reader }) => {
      if (statOf(run.context.files, joinPath(run.context.cwd, name))?.kind === 'directory') {
        run.output.putText(`\n*** ${name}: directory ***\n\n`);
        return;
      }
      if (operands.length > 1 || (operands.length > 0 && !run.context.stdin.isTerminal))
        run.output.putText(`${RULE}\n${name}\n${RULE}\n`);
      for (let bytes = await reader.read(); bytes.length > 0; bytes = await reader.read()) {
        run.output.put(bytes);
        await run.output.flush();
      }
    },
    { describe: (name, reason) => `cannot open ${name}: ${reason}`, status: 0 },
  );
  return run.status;
});
