import { describeError, errnoOf, joinPath, type Program } from '@cloche/system';
import type { CommandUsage } from '../../arguments/command-usage.ts';
import { quote, quoteName } from '../../arguments/quote.ts';
import { defineCommand } from '../../command/define-command.ts';

const LINK: CommandUsage<never> = {
  name: 'link',
  synopsis: ['FILE1 FILE2'],
  summary: 'Make FILE2 another name of FILE1.',
  options: {},
};

const UNLINK: CommandUsage<never> = {
  name: 'unlink',
  synopsis: ['FILE'],
  summary: 'Remove the name FILE.',
  options: {},
};

/** Makes a second name for a file. */
export const link: Program = defineCommand(LINK, async (run) => {
  const [from, to, extra] = run.arguments.operands;
  if (from === undefined) return run.failUsage('missing operand');
  if (to === undefined) return run.failUsage(`missing operand after ${quote(from)}`);
  if (extra !== undefined) return run.failUsage(`extra operand ${quote(extra)}`);
  const { files, cwd } = run.context;
  try {
    files.link(joinPath(cwd, from), joinPath(cwd, to));
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    await run.fail(`cannot create link ${quoteName(to)} to ${quoteName(from)}: ${describeError(error)}`);
  }
  return run.status;
});

/** Removes a name. */
export const unlink: Program = defineCommand(UNLINK, async (run) => {
  const [name, extra] = run.arguments.operands;
  if (name === undefined) return run.failUsage('missing operand');
  if (extra !== undefined) return run.failUsage(`extra operand ${quote(extra)}`);
  try {
    run.context.files.unlink(joinPath(run.context.cwd, name));
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    await run.fail(`cannot unlink ${quoteName(name)}: ${describeError(error)}`);
  }
  return run.status;
});
