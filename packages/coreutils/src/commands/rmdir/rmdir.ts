import { describeError, errnoOf, joinPath, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quoteName } from '../../arguments/quote.ts';
import type { CommandRun } from '../../command/command-run.ts';
import { defineCommand } from '../../command/define-command.ts';

type RmdirOption = 'ignoreNonEmpty' | 'parents' | 'verbose';

const USAGE: CommandUsage<RmdirOption> = {
  name: 'rmdir',
  synopsis: ['[OPTION]... DIRECTORY...'],
  summary: 'Remove each DIRECTORY that is empty.',
  options: {
    ignoreNonEmpty: { long: 'ignore-fail-on-non-empty', help: 'a directory that is not empty is no error' },
    parents: { short: 'p', long: 'parents', help: 'remove the directories in the name too' },
    verbose: { short: 'v', long: 'verbose', help: 'say what is done' },
  },
};

/** Removes empty directories. */
export const rmdir: Program = defineCommand(USAGE, async (run) => {
  const { operands } = run.arguments;
  if (operands.length === 0) return run.failUsage('missing operand');
  for (const operand of operands) {
    let name = operand;
    while (await remove(run, name)) {
      const parent = name.replace(/\/+$/, '').replace(/\/*[^/]*$/, '');
      if (!run.arguments.has('parents') || parent === '') break;
      name = parent;
    }
  }
  return run.status;
});

async function remove(run: CommandRun<RmdirOption>, name: string): Promise<boolean> {
  if (run.arguments.has('verbose')) run.output.putText(`rmdir: removing directory, ${quoteName(name)}\n`);
  try {
    run.context.files.removeDirectory(joinPath(run.context.cwd, name));
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ENOTEMPTY' && run.arguments.has('ignoreNonEmpty')) return false;
    await run.fail(`failed to remove ${quoteName(name)}: ${describeError(error)}`);
    return false;
  }
}
